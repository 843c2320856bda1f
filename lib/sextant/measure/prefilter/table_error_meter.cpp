#include "sextant/measure/prefilter/table_error_meter.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <optional>
#include <set>

#include "sextant/exact/table/environment.hpp"
#include "sextant/measure/prefilter/joints.hpp"
#include "sextant/measure/prefilter/sweep.hpp"
#include "sextant/number/pattern.hpp"

namespace sextant::measure {
namespace {

/// An exact measurement of an entry takes as long as about 2⁹ entries of the prefilter.  Measuring
/// one of 2¹⁵ rows beforehand costs 1/64 of the prefilter.
constexpr std::uint64_t kRowsForOne = 32768;

template <class Bits>
Bits loaded(const std::byte* at) {
  Bits bits;
  std::memcpy(&bits, at, sizeof bits);
  return bits;
}

/// Merges maxima only: counts must not be added twice.
void merge_max_errors(ErrorStatistics& into, const ErrorStatistics& from) {
  into.absolute.merge(from.absolute);
  into.ulps.merge(from.ulps);
  into.steps.merge(from.steps);
  into.phase.merge(from.phase);
  into.positions.merge(from.positions);
}

}  // namespace

TableErrorMeter::TableErrorMeter(const exact::Oracle& oracle, const Format& format,
                                 const Positions& positions)
    : oracle_(oracle),
      positions_(positions),
      format_(format),
      element_(static_cast<std::size_t>(format.storage_bits) / 8),
      row_bytes_(oracle.chart().width() * element_),
      rows_(oracle, format),
      small_angles_(oracle, format),
      rotations_(oracle, positions,
                 exact::kernel(format == kFloat64 ? kFloat64.precision : kFloat32.precision),
                 exact::ColumnPattern::apart, static_cast<std::size_t>(oracle.waves().pairs())) {
  const Waves& waves = oracle.waves();
  const auto found = exact::row_layout(oracle.chart(), true);
  if (!found || !rotations_.possible() || !found->rest.empty() ||
      found->pairs != rotations_.pairs() || !waves.of_size_1() || waves.zero_row)
    return;
  layout_ = *found;
  for (std::size_t& column : layout_.sines) column *= element_;
  for (std::size_t& column : layout_.cosines) column *= element_;
  prefilter_ = prefilter(format);
  for (const PairChannels& channels : rows_.pairs()) {
    const Frequency& frequency = waves.frequencies[static_cast<std::size_t>(channels.pair)];
    resting_.push_back(waves.phases.empty() && frequency.factor == 0);
  }
}

double TableErrorMeter::value(const Piece& piece, std::size_t row, std::size_t channel) const {
  static_assert(std::endian::native == std::endian::little);
  const std::byte* at = piece.at + row * row_bytes_ + channel * element_;
  if (element_ == sizeof(float)) return widen<23, 8>(loaded<std::uint32_t>(at));
  if (element_ == sizeof(double)) return std::bit_cast<double>(loaded<std::uint64_t>(at));
  return value_of(format_, loaded<std::uint16_t>(at));
}

/// Measures one row exactly.
void TableErrorMeter::row(const Piece& piece, std::size_t row, ErrorStatistics& statistics) const {
  std::vector<double> values(oracle_.chart().width());
  for (std::size_t j = 0; j < values.size(); ++j) values[j] = value(piece, row, j);
  rows_.measure(piece.row + row, positions_[piece.row + row], values, statistics);
}

/// The statistics of some rows, including the first and the last.  Their maxima are the initial
/// limits of the prefilter.
ErrorStatistics TableErrorMeter::seed(const Read& read) const {
  const std::uint64_t rows = positions_.count;
  const std::uint64_t some = std::min(rows - 1, rows / kRowsForOne + 1);
  std::set<std::uint64_t> chosen;
  for (std::uint64_t k = 0; k < some; ++k) chosen.insert((rows - 1) / some * k);
  chosen.insert(rows - 1);
  ErrorStatistics statistics;
  std::vector<std::byte> bytes(row_bytes_);
  for (const std::uint64_t r : chosen) {
    read(r, 1, bytes);
    const exact::Environment environment;
    row({bytes.data(), r, 0, 1}, 0, statistics);
  }
  return statistics;
}

ErrorStatistics TableErrorMeter::measure(const Read& read, const Done& done,
                                         const Histogram& beginning) const {
  Joints classes(oracle_.chart().width(), format_);
  ErrorStatistics found = measure(read, done, beginning, classes);
  for (const Joint& of_thread : classes) found.histogram.see(of_thread);
  return found;
}

ErrorStatistics TableErrorMeter::measure(const Read& read, const Done& done,
                                         const Histogram& beginning, Joints& classes) const {
  const ErrorStatistics first = seed(read);
  const std::uint64_t length = kBlocksOfRun * rotations_.block();
  return sweep<ErrorStatistics>(
      positions_.count, length, [&](std::uint64_t from, std::uint64_t to, ErrorStatistics& result) {
        merge_max_errors(result, first);
        if (result.histogram.empty()) result.histogram = beginning;
        run(from, to, read, done, beginning.empty() ? nullptr : &classes.local(), result);
      });
}

void TableErrorMeter::blocks(std::uint64_t first, std::uint64_t last, const Read& read,
                             const Visit& visit) const {
  std::optional<exact::Sequence> rotations;
  const std::uint64_t block = rotations_.block();
  std::vector<std::byte> bytes(block * row_bytes_);
  for (std::uint64_t row = first; row < last; row += block) {
    const std::uint64_t rows = std::min(block, last - row);
    read(row, rows, std::span(bytes).first(rows * row_bytes_));
    const exact::Environment environment;
    if (rotations) {
      rotations->advance();
    } else {
      rotations.emplace(rotations_, oracle_, positions_, row);
    }
    visit(Piece{bytes.data(), row, 0, static_cast<std::size_t>(rows)}, *rotations);
  }
}

void TableErrorMeter::run(std::uint64_t first, std::uint64_t last, const Read& read,
                          const Done& done, Joint* classes, ErrorStatistics& statistics) const {
  LimitsOf limits(format_, rows_.meter().steps(),
                  rotations_.panels().back().first() + rotations_.panels().back().slots());
  blocks(first, last, read, [&](Piece piece, const exact::Sequence& rotations) {
    const std::uint64_t rows = piece.end;
    const std::uint64_t before = statistics.entries;
    met(piece, statistics);
    if (piece.begin < piece.end) prefilter_rows(rotations, piece, limits, classes, statistics);
    statistics.entries = before + rows * oracle_.chart().width();
    if (done) done(rows);
  });
}

Elements TableErrorMeter::elements(const Piece& piece, const exact::Panel& panel) const {
  return {piece.at,      row_bytes_,      piece.begin,   piece.end,      panel.first(),
          panel.pairs(), layout_.pattern, layout_.sines, layout_.cosines};
}

/// While the maximum of steps is 0, every correct entry ties with it.  Rows that do not come after
/// the maximum's place are then measured exactly and removed from the piece.
void TableErrorMeter::met(Piece& piece, ErrorStatistics& statistics) const {
  const auto tied = [&](std::size_t row) {
    return statistics.steps.value <= 0 &&
           !(positions_[piece.row + row] > statistics.steps.witness.position);
  };
  while (piece.begin < piece.end && tied(piece.begin)) row(piece, piece.begin++, statistics);
  while (piece.begin < piece.end && tied(piece.end - 1)) row(piece, --piece.end, statistics);
}

/// Subtracts entries that were counted before and are now measured exactly.
void TableErrorMeter::forget(std::size_t pair, Histogram& histogram) const {
  const PairChannels& channels = rows_.pairs()[pair];
  for (const auto* of : {&channels.sines, &channels.cosines}) {
    for (const std::size_t channel : *of) histogram.see_entries(channel, ~std::uint64_t{0});
  }
}

/// Whether the pair never turns and its entries are +0 and 1, hence exact.
bool TableErrorMeter::at_rest(const Piece& piece, const OpenPair& place) const {
  if (!resting_[place.pair]) return false;
  const PairChannels& channels = rows_.pairs()[place.pair];
  const auto all = [&](const std::vector<std::size_t>& of, double wanted) {
    return std::all_of(of.begin(), of.end(), [&](std::size_t channel) {
      const double got = value(piece, place.row, channel);
      return got == wanted && !std::signbit(got);
    });
  };
  return all(channels.sines, 0) && all(channels.cosines, 1);
}

/// Whether an exact entry is below all maxima: then it cannot change one.
bool TableErrorMeter::above_exact(const ErrorStatistics& statistics) {
  const auto above = [](const MaxError& max_error) { return max_error.value > 0x1p-1000; };
  return above(statistics.absolute) && above(statistics.ulps) && above(statistics.phase) &&
         above(statistics.positions);
}

/// Classifies the rows of a piece by the prefilter, and measures the open pairs exactly.
void TableErrorMeter::prefilter_rows(const exact::Sequence& rotations, const Piece& piece,
                                     LimitsOf& limits, Joint* classes,
                                     ErrorStatistics& statistics) const {
  const Position least =
      std::min(positions_[piece.row + piece.begin], positions_[piece.row + piece.end - 1]);
  const Limits& limit = limits.of(statistics, least);
  PrefilterCounts seen;
  seen.classes = classes;
  if (classes != nullptr) {
    for (std::size_t j = 0; j < oracle_.chart().width(); ++j)
      statistics.histogram.see_entries(j, piece.end - piece.begin);
  }
  for (std::size_t p = 0; p < rotations_.panels().size(); ++p) {
    const exact::Panel& panel = rotations_.panels()[p];
    prefilter_.classify(rotations.angles(p), elements(piece, panel), limit, seen);
  }
  for (const OpenPair& place : seen.open) {
    if (limit.steps >= 0 && above_exact(statistics) && at_rest(piece, place)) continue;
    const std::uint64_t row = piece.row + place.row;
    const auto got = [&](std::size_t channel) { return value(piece, place.row, channel); };
    if (small_angles_.pass(positions_[row], rows_.pairs()[place.pair], got, limit, seen)) continue;
    if (classes != nullptr) forget(place.pair, statistics.histogram);
    rows_.measure_pair(row, positions_[row], place.pair, got, statistics,
                       [](std::size_t, const EntryError&) {});
  }
  statistics.misrounded += seen.misrounded;
  statistics.unfaithful += seen.unfaithful;
}

}  // namespace sextant::measure
