#include "sextant/sweep/chunk.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "sextant/measure/prefilter/joints.hpp"
#include "sextant/measure/prefilter/sweep.hpp"
#include "sextant/number/pattern.hpp"
#include "sextant/sweep/octave.hpp"

namespace sextant::sweep {
namespace {

/// With fewer rows, each is measured exactly: the vector prefilter has a fixed cost of some rows.
constexpr std::uint64_t kFew = 64;
/// The number of pieces in which a first failure is searched; fewer if the pieces would be short.
constexpr std::uint64_t kPieces = 16, kLeastPiece = 16384;

std::uint64_t piece(std::uint64_t rows) { return std::max(kLeastPiece, rows / kPieces + 1); }

struct Rows {
  std::uint64_t first = 0, last = 0;
};

/// Whether a criterion fails for any entry.  An infinity fails every limit of |error|, even if the
/// truth rounds to it.
bool failed(const Criterion& criterion, const measure::ErrorStatistics& statistics) {
  if (!criterion.limit) return statistics.unfaithful > 0 || statistics.first_non_finite;
  return statistics.non_finite > 0 ||
         (!statistics.absolute.empty() && statistics.absolute.value > *criterion.limit);
}

/// Writes numbers of the format as bit patterns of a table.
void store(const Format& format, std::span<const double> values, std::span<std::byte> to) {
  static_assert(std::endian::native == std::endian::little);
  if (format == kFloat32) {
    constexpr std::size_t kTogether = 8;  // the compiler vectorises a loop of this length
    std::array<float, kTogether> some;
    std::size_t j = 0;
    for (; j + kTogether <= values.size(); j += kTogether) {
      for (std::size_t k = 0; k < kTogether; ++k) some[k] = static_cast<float>(values[j + k]);
      std::memcpy(to.data() + j * sizeof(float), some.data(), sizeof some);
    }
    for (; j < values.size(); ++j) {
      some[0] = static_cast<float>(values[j]);
      std::memcpy(to.data() + j * sizeof(float), some.data(), sizeof(float));
    }
    return;
  }
  const std::size_t size = to.size() / values.size();
  for (std::size_t j = 0; j < values.size(); ++j) {
    const std::uint64_t bits = bits_of(format, values[j]);
    std::memcpy(to.data() + j * size, &bits, size);
  }
}

void move(measure::ErrorStatistics& statistics, std::uint64_t rows) {
  for (auto* maximum : {&statistics.absolute, &statistics.ulps, &statistics.steps,
                        &statistics.phase, &statistics.positions})
    maximum->witness.row += rows;
  if (statistics.first_non_finite) statistics.first_non_finite->row += rows;
}

/// What was found in pieces, and the first of them where a criterion fails.
struct Pieces {
  Found found;
  std::map<std::string, Rows> failing;

  void add(const measure::ErrorStatistics& statistics, const Rows& rows,
           const std::vector<Criterion>& criteria) {
    found.statistics.merge(statistics);
    for (const Criterion& criterion : criteria) {
      if (failed(criterion, statistics)) fails(criterion.name, rows);
    }
  }
  void fails(const std::string& name, const Rows& rows) {
    Rows& mine = failing.try_emplace(name, rows).first->second;
    if (rows.first < mine.first) mine = rows;
  }
  void merge(const Pieces& other) {
    found.merge(other.found);
    for (const auto& [name, rows] : other.failing) fails(name, rows);
  }
};

}  // namespace

Sweeper::Sweeper(const Job& job)
    : job_((expect_possible(job), job)),
      chart_(job.chart()),
      oracle_(std::make_unique<exact::Oracle>(chart_)),
      recipe_(recipe::make(job.recipe, chart_, job.formats, job.positions)),
      rows_(*oracle_, job.formats.store),
      criteria_(criteria(job.formats.store, job.limits)) {
  if (job.rows_apart) identities_.emplace(chart_, job.apart());
}

Measured Sweeper::measure(std::uint64_t first, std::uint64_t last, const Done& done) const {
  const measure::Histogram beginning(chart_.width(), job_.formats.store);
  Measured measured;
  while (first < last) {
    measure::Joints classes(chart_.width(), job_.formats.store);
    const std::uint64_t end = end_of_octave(job_.positions, first, last);
    auto [found, failing] = measure::sweep<Pieces>(
        end - first, piece(end - first), [&](std::uint64_t from, std::uint64_t to, Pieces& pieces) {
          const Rows rows{first + from, first + to};
          pieces.add(statistics(rows.first, rows.last, beginning, classes, done), rows, criteria_);
          if (!identities_) return;
          Found identities;
          identities.defects = defects(rows.first, rows.last);
          pieces.found.merge(identities);
        });
    for (const measure::Joint& of_thread : classes) found.statistics.histogram.see(of_thread);
    found.spread = found.statistics.histogram.whole();
    measured.channels.merge(std::exchange(found.statistics.histogram, {}));
    for (const Criterion& criterion : criteria_) {
      auto& place = found.beyond[criterion.name];
      if (const auto rows = failing.find(criterion.name); rows != failing.end())
        place = first_failure(rows->second.first, rows->second.last, criterion);
    }
    measured.octaves[octave(job_.positions[first], job_.positions.parts)].merge(found);
    first = end;
  }
  return measured;
}

measure::ErrorStatistics Sweeper::statistics(std::uint64_t first, std::uint64_t last,
                                             const measure::Histogram& beginning,
                                             measure::Joints& classes, const Done& done) const {
  const Positions positions{job_.positions[first], last - first, job_.positions.step_at(first),
                            nullptr, job_.positions.parts};
  const Format& format = job_.formats.store;
  if (last - first >= kFew) {
    const measure::TableErrorMeter tables(*oracle_, format, positions);
    const auto read = [&](std::uint64_t row, std::uint64_t count, std::span<std::byte> elements) {
      const std::size_t row_bytes = elements.size() / count;
      std::vector<double> values(chart_.width());
      for (std::uint64_t k = 0; k < count; ++k) {
        const auto to = elements.subspan(k * row_bytes, row_bytes);
        const std::uint64_t now = first + row + k;
        if (k > 0 && recipe_->alike(now - 1, now)) {
          std::memcpy(to.data(), to.data() - row_bytes, row_bytes);
          continue;
        }
        recipe_->row(now, values);
        store(format, values, to);
      }
    };
    if (tables.possible()) {
      measure::ErrorStatistics found = tables.measure(read, done, beginning, classes);
      move(found, first);
      return found;
    }
  }
  return measure::sweep<measure::ErrorStatistics>(
      last - first, kFew,
      [&](std::uint64_t from, std::uint64_t to, measure::ErrorStatistics& result) {
        if (result.histogram.empty()) result.histogram = beginning;
        std::vector<double> values(chart_.width());
        for (std::uint64_t row = first + from; row < first + to; ++row) {
          recipe_->row(row, values);
          rows_.measure(row, job_.positions[row], values, result);
        }
        if (done) done(to - from);
      });
}

/// Rows are those of the table, not of the chunk: the last ones are compared with rows after the
/// chunk, if the table has them.
measure::Defects Sweeper::defects(std::uint64_t first, std::uint64_t last) const {
  const std::uint64_t apart = *job_.rows_apart;
  std::vector<double> values(chart_.width());
  std::vector<measure::SplitRow> rows(apart + 1);  // those from the row on that is measured
  const auto made = [&](std::uint64_t row) -> measure::SplitRow& {
    return rows[row % rows.size()];
  };
  const auto make = [&](std::uint64_t row) {
    if (row >= job_.positions.count) return;
    recipe_->row(row, values);
    identities_->split(values, made(row));
  };
  for (std::uint64_t row = first; row < first + apart; ++row) make(row);
  measure::Defects found;
  for (std::uint64_t row = first; row < last; ++row) {
    make(row + apart);
    const Position position = job_.positions[row];
    identities_->norm(row, position, made(row), found);
    if (apart > 0 && row + apart < job_.positions.count)
      identities_->step(row, position, made(row), made(row + apart), found);
  }
  return found;
}

/// Searches windows of growing size: cheap if the first rows fail, and otherwise as expensive as
/// the rows.  Some row must fail.
FailurePlace Sweeper::first_failure(std::uint64_t first, std::uint64_t last,
                                    const Criterion& criterion) const {
  measure::Joints none(chart_.width(), job_.formats.store);
  for (std::uint64_t size = kFew; first < last; first += size, size *= 2) {
    const std::uint64_t end = std::min(first + size, last);
    if (end - first > kFew) {
      if (failed(criterion, statistics(first, end, {}, none)))
        return first_failure(first, end, criterion);
      continue;
    }
    for (std::uint64_t row = first; row < end; ++row) {
      if (const auto place = failure(row, criterion)) return *place;
    }
  }
  throw std::logic_error("no row fails that was said to");
}

std::optional<FailurePlace> Sweeper::failure(std::uint64_t row, const Criterion& criterion) const {
  std::vector<double> values(chart_.width());
  recipe_->row(row, values);
  std::optional<FailurePlace> place;
  const auto see = [&](std::size_t channel, double absolute) {
    if (!place || channel < place->channel) place = {row, job_.positions[row], channel, absolute};
  };
  measure::ErrorStatistics all;
  rows_.measure(row, job_.positions[row], values, all,
                [&](std::size_t channel, const measure::EntryError& e) {
                  if (criterion.fails(e)) see(channel, e.absolute);
                });
  if (!criterion.limit) {
    if (all.first_non_finite) see(all.first_non_finite->channel, HUGE_VAL);
    return place;
  }
  for (std::size_t j = 0; j < values.size(); ++j) {
    if (!std::isfinite(values[j])) see(j, HUGE_VAL);
  }
  return place;
}

}  // namespace sextant::sweep
