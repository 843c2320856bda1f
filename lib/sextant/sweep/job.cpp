#include "sextant/sweep/job.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include <boost/crc.hpp>
#include <fmt/core.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/encoding_text.hpp"

namespace sextant::sweep {
namespace {

using Crc = boost::crc_optimal<64, 0x42F0E1EBA9EA3693, 0, 0, false, false>;

std::string digits(const Crc& crc) { return fmt::format("{:016x}", crc.checksum()); }

/// Numbers by their bits, the same on every machine.
class Probes {
 public:
  void add(double value) {
    auto bits = std::bit_cast<std::uint64_t>(value);
    for (int byte = 0; byte < 8; ++byte, bits >>= 8) crc_.process_byte(bits & 0xff);
  }
  std::string text() const { return digits(crc_); }

 private:
  Crc crc_;
};

/// Numbers from 2⁻⁸ to 2⁶⁰ whose bits have no pattern.
template <class T>
T probe(std::uint64_t k) {
  const std::uint64_t mixed = (k + 1) * 0x9e3779b97f4a7c15;
  const double part = 1 + static_cast<double>(mixed >> 12) * 0x1p-52;
  return static_cast<T>(std::ldexp(part, static_cast<int>(mixed % 69) - 8));
}

template <class T>
void add_library(Probes& probes) {
  for (std::uint64_t k = 0; k < 1024; ++k) {
    const T x = probe<T>(k);
    const T small = std::fmod(x, T(20));
    const T all[] = {std::sin(x), std::cos(x), std::log(x), std::exp(-small),
                     std::pow(T(10000), -small / T(20))};
    for (const T value : all) probes.add(static_cast<double>(value));
  }
}

/// Defects are of pairs with both a sine and a cosine, and of rows in steps.
void expect_defects(const Job& job) {
  if (*job.rows_apart > Job::kFarthest)
    throw Error(
        fmt::format("defects of rows {} apart: {} at most", *job.rows_apart, Job::kFarthest));
  if (*job.rows_apart > 0 && job.positions.float32)
    throw Error("numbers of float32 are not evenly spaced: --defects 0, norms, alone");
  if (job.apart() > kLargestPosition || job.apart() < -kLargestPosition)
    throw Error("defects of rows that are more than 2^63 apart");
  const Chart chart = job.chart();
  if (chart.waves.xpos) throw Error("defects are of rows of one amplitude: take --scale-base none");
  const auto pairs = by_pair(chart);
  if (std::none_of(pairs.begin(), pairs.end(), [](const PairChannels& pair) {
        return !pair.sines.empty() && !pair.cosines.empty();
      }))
    throw Error("defects are of pairs of a sine and a cosine, which these columns have not");
}

}  // namespace

Chart Job::chart() const { return in_parts(sextant::chart(encoding, part), positions.parts); }

Position Job::apart() const {
  return static_cast<Position>(rows_apart.value_or(0)) * positions.step;
}

void expect_possible(const Job& job) {
  if (job.part == Part::rotated)
    throw Error("a sweep is of tables: rotated vectors need the vectors before they were turned");
  if (job.positions.listed) throw Error("a sweep is over positions A:B or A:B:STEP");
  if (one_row(job.part)) throw Error("a sweep is over positions, which this part has none of");
  if (const std::size_t columns = job.chart().width(); columns > Job::kMostColumns)
    throw Error(fmt::format("a sweep is of {} columns at most, and these are {}", Job::kMostColumns,
                            columns));
  if (job.limits.size() > Job::kMostLimits)
    throw Error(fmt::format("a sweep has at most {} limits in addition to the usual ones",
                            Job::kMostLimits));
  if (recipe::entry(job.recipe).sequential)
    throw Error("recipe " + job.recipe + " goes from row to row: it cannot be cut into chunks");
  if (job.rows_apart) expect_defects(job);
  (void)recipe::make(job.recipe, job.chart(), job.formats, job.positions);
}

JobDescription describe(const Job& job) {
  return {.encoding = to_text(job.encoding),
          .part = std::string(name(job.part)),
          .recipe = job.recipe,
          .computed_in = recipe::computes_in(job.recipe, job.formats).name(),
          .format = job.formats.store.name(),
          .positions = job.positions.text(),
          .rows = job.positions.count,
          .columns = job.chart().width(),
          .parts = job.positions.parts,
          .limits = job.limits,
          .rows_apart = job.rows_apart};
}

std::string library_fingerprint() {
  Probes probes;
  add_library<float>(probes);
  add_library<double>(probes);
  return probes.text();
}

std::string recipe_fingerprint(const Job& job) {
  constexpr std::uint64_t kRows = 64;
  const auto made = recipe::make(job.recipe, job.chart(), job.formats, job.positions);
  std::vector<double> row(job.chart().width());
  Probes probes;
  const std::uint64_t last = job.positions.count - 1;
  for (std::uint64_t k = 0; k < kRows; ++k) {
    made->row(last / kRows * k + last % kRows * k / kRows, row);
    for (const double value : row) probes.add(value);
  }
  made->row(last, row);
  for (const double value : row) probes.add(value);
  return probes.text();
}

std::string checksum(std::string_view text) {
  Crc crc;
  crc.process_bytes(text.data(), text.size());
  return digits(crc);
}

}  // namespace sextant::sweep
