#include "sextant/verify/observation/instead.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "sextant/measure/prefilter/sweep.hpp"
#include "sextant/verify/observation/estimate.hpp"
#include "sextant/verify/rows/median.hpp"

namespace sextant::verify {
namespace {

using Kind = Instead::Kind;

constexpr std::uint64_t kRowsRead = 64;     // rows of an area that are read to find a proposal
constexpr std::size_t kColumnsMoved = 512;  // wider tables are not searched for moved columns

/// The number of entries with a prediction, and of those that agree with it.
struct Share {
  std::uint64_t asked = 0, right = 0;
  void merge(const Share& other) { asked += other.asked, right += other.right; }
  /// Up to a sixth of the entries may be wrong.
  bool nearly_all() const { return asked > 0 && 6 * right >= 5 * asked; }
};

/// One row of a table: its entries, the expected ones with their tolerances, and the predicted
/// ones.
struct PredictedRow {
  explicit PredictedRow(std::size_t width)
      : got(width), want(width), within(width), meant(width), allowed(width) {}
  std::vector<double> got, want, within;
  /// The predicted entries; NaN: any that is not finite.  Negative `allowed`: nothing is predicted.
  std::vector<double> meant, allowed;

  void count(std::size_t j, Share& share) const {
    if (std::isnan(meant[j])) {
      ++share.asked;
      share.right += std::isfinite(got[j]) ? 0 : 1;
    } else if (is_informative(allowed[j])) {
      ++share.asked;
      share.right += got[j] == meant[j] || std::abs(got[j] - meant[j]) <= allowed[j] ? 1 : 0;
    }
  }
};

/// The rows of a table, and the expected entries at any position.
struct Table {
  const ComparedRows& rows;
  std::uint64_t lines;
  const Positions* positions = nullptr;   ///< nullptr if the table has no waves
  std::optional<Expected> expected = {};  ///< nullopt if the table has no waves
};

/// Predicts the entries of a table, if they hold `by` instead of the expected ones.
class Prediction {
 public:
  Prediction(const Table& table, const Instead& by) : table_(table), by_(by) {}

  /// Reads a row and predicts it.
  void operator()(std::uint64_t number, PredictedRow& row) const {
    constexpr double kAny = std::numeric_limits<double>::quiet_NaN();
    std::fill(row.allowed.begin(), row.allowed.end(), 0);
    switch (by_.kind) {
      case Kind::row:
      case Kind::period: {
        const std::uint64_t first = by_.row * table_.lines;
        const std::uint64_t other =
            by_.kind == Kind::row ? first + number % table_.lines : number % first;
        table_.rows.read(other, 1, row.meant, row.want, row.within);
        break;
      }
      case Kind::offset:
        table_.expected->row(there(number), row.meant, row.allowed);
        break;
      case Kind::not_finite:
        std::fill(row.meant.begin(), row.meant.end(), kAny);
        break;
      case Kind::number:
        std::fill(row.meant.begin(), row.meant.end(), by_.number);
        break;
      default:
        break;
    }
    table_.rows.read(number, 1, row.got, row.want, row.within);
    for (std::size_t j = 0; j < row.got.size(); ++j) {
      if (by_.kind == Kind::factor) {
        row.meant[j] = by_.number * row.want[j];
        row.allowed[j] = row.within[j] * std::max(1.0, std::abs(by_.number));
      } else if (by_.kind == Kind::columns) {
        const auto& from = by_.columns[j];
        row.meant[j] = from ? (from->negated ? -1 : 1) * row.want[from->column] : 0;
        row.allowed[j] = from ? row.within[from->column] : -1;
      }
    }
  }

  /// Returns whether a row's position stays in the valid range.
  bool is_possible(std::uint64_t number) const {
    return by_.kind != Kind::offset ||
           (-kLargestPosition <= there(number) && there(number) <= kLargestPosition);
  }

 private:
  Position there(std::uint64_t number) const { return (*table_.positions)[number] + by_.offset; }

  const Table& table_;
  const Instead& by_;
};

std::vector<std::size_t> columns_of(const Area& area) {
  std::vector<std::size_t> columns;
  for (const auto& [first, last] : area.columns.ranges())
    for (std::uint64_t j = first; j <= last; ++j) columns.push_back(j);
  return columns;
}

/// A sample of an area's rows in memory, spread evenly.
class AreaRows {
 public:
  AreaRows(const ComparedRows& rows, const Area& area) : columns_(columns_of(area)) {
    for (const std::uint64_t row : spread(area.rows.count(), kRowsRead)) {
      numbers_.push_back(area.rows[row]);
      PredictedRow& read = rows_.emplace_back(rows.columns);
      rows.read(numbers_.back(), 1, read.got, read.want, read.within);
    }
  }

  std::size_t count() const { return numbers_.size(); }
  std::uint64_t number(std::size_t row) const { return numbers_[row]; }
  const std::vector<std::size_t>& columns() const { return columns_; }
  const PredictedRow& operator[](std::size_t row) const { return rows_[row]; }

  /// Returns whether nearly all entries of the sample are as predicted.
  bool agree(const Prediction& prediction) const {
    Share share;
    PredictedRow row(rows_.front().got.size());
    for (const std::uint64_t number : numbers_) {
      if (!prediction.is_possible(number)) return false;
      prediction(number, row);
      for (const std::size_t j : columns_) row.count(j, share);
      if (2 * share.right < share.asked) return false;
    }
    return share.nearly_all();
  }

  /// Returns whether the entries of a column are those expected for another one.  Up to a quarter
  /// of the rows may be damaged.
  bool holds(std::size_t j, const Instead::Column& from) const {
    std::size_t asked = 0, wrong = 0;
    for (const PredictedRow& row : rows_) {
      if (!is_informative(row.within[from.column])) continue;
      ++asked;
      const double meant = (from.negated ? -1 : 1) * row.want[from.column];
      wrong += std::abs(row.got[j] - meant) <= row.within[from.column] ? 0 : 1;
      if (4 * wrong > rows_.size()) return false;
    }
    return asked > 0;
  }

 private:
  std::vector<std::uint64_t> numbers_;
  std::vector<PredictedRow> rows_;
  std::vector<std::size_t> columns_;
};

/// Proposes the most frequent number of the sample; or that its entries are not finite, if more of
/// them are not finite than equal that number.
Instead constant(const AreaRows& area) {
  std::map<double, std::size_t> seen;
  std::size_t infinite = 0;
  for (std::size_t r = 0; r < area.count(); ++r) {
    for (const std::size_t j : area.columns()) {
      const double x = area[r].got[j];
      if (std::isfinite(x))
        ++seen[x];
      else
        ++infinite;
    }
  }
  const auto most = std::max_element(
      seen.begin(), seen.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  if (most == seen.end() || infinite > most->second) return {.kind = Kind::not_finite};
  return {.kind = Kind::number, .number = most->first};
}

/// Proposes a factor: the median of the columns' factors.  nullopt if no column has a factor, or if
/// the median is 0, or 1 to six digits.
std::optional<Instead> factor(const AreaRows& area) {
  constexpr double kDigits = 5e-7;
  std::vector<double> factors;
  for (const std::size_t j : area.columns()) {
    std::vector<double> ratios;
    for (std::size_t r = 0; r < area.count(); ++r) {
      const auto& [got, want, within, meant, allowed] = area[r];
      const double ratio = got[j] / want[j];
      if (is_informative(within[j]) && std::abs(want[j]) > 4 * within[j] && std::isfinite(ratio))
        ratios.push_back(ratio);
    }
    if (!ratios.empty()) factors.push_back(median(ratios));
  }
  const double common = factors.empty() ? 0 : median(factors);
  if (common == 0 || std::abs(common - 1) < kDigits) return std::nullopt;
  return Instead{.kind = Kind::factor, .number = common};
}

/// Proposes for each column the other column whose expected entries it holds; nullopt if fewer than
/// five sixths of the area's columns have one, if the area is too small, or if the table is too
/// wide.
std::optional<Instead> moved_columns(const AreaRows& area) {
  const auto& columns = area.columns();
  const std::size_t width = area[0].got.size();
  if (columns.size() < 2 || width > kColumnsMoved || area.count() < 4) return std::nullopt;
  using Move = std::pair<std::ptrdiff_t, bool>;  // distance, and whether the sign changes
  const auto move = [](std::size_t j, const Instead::Column& from) {
    return Move{static_cast<std::ptrdiff_t>(from.column) - static_cast<std::ptrdiff_t>(j),
                from.negated};
  };
  std::map<Move, std::size_t> popular;
  std::vector<std::vector<Instead::Column>> sources(columns.size());
  for (std::size_t n = 0; n < columns.size(); ++n) {
    for (std::size_t k = 0; k < width; ++k) {
      for (const bool negated : {false, true}) {
        const Instead::Column from{k, negated};
        if (from == Instead::Column{columns[n], false} || !area.holds(columns[n], from)) continue;
        sources[n].push_back(from);
        ++popular[move(columns[n], from)];
      }
    }
  }
  Instead found{.kind = Kind::columns};
  found.columns.resize(width);
  Share share{columns.size(), 0};
  for (std::size_t n = 0; n < columns.size(); ++n) {
    if (sources[n].empty()) continue;
    ++share.right;
    found.columns[columns[n]] =
        *std::max_element(sources[n].begin(), sources[n].end(), [&](const auto& a, const auto& b) {
          return popular[move(columns[n], a)] < popular[move(columns[n], b)];
        });
  }
  return share.nearly_all() ? std::optional(std::move(found)) : std::nullopt;
}

/// Offsets to try for the rows of an area: the one with which they start at the table's first
/// position, the one estimated from phases, and all integers from −1024 to 1024 except 0.
std::vector<Position> offsets(const IndexRanges::Range& rows, const WaveReader& waves) {
  constexpr Position kTried = 1024;
  const Positions& claimed = waves.source.positions;
  std::vector<Position> found;
  if (const Position by = claimed[0] - claimed[rows.first]; by != 0) found.push_back(by);
  const std::uint64_t read = std::min(rows.count(), kRowsRead);
  const Source some = rows_of(waves.source, IndexRanges({{rows.first, rows.first + read - 1}}));
  if (read > 1 && !waves.claim.chart.waves.xpos) {  // which estimates do not know
    const auto likely = likely_offset(some, waves.oracle, waves.claim.formats.compute);
    if (likely && *likely != 0) found.push_back(*likely);
  }
  for (Position by = 1; by <= kTried; ++by) found.insert(found.end(), {by, -by});
  return found;
}

/// Returns how many entries of an area are as predicted.
Share counted(const ComparedRows& rows, const Area& area, const Prediction& prediction) {
  Share all;
  const std::vector<std::size_t> columns = columns_of(area);
  for (const auto& [begin, end] : area.rows.ranges()) {
    all.merge(measure::sweep<Share>(
        end - begin + 1, rows.block(),
        [&, from = begin](std::uint64_t first, std::uint64_t last, Share& share) {
          PredictedRow row(rows.columns);
          for (std::uint64_t k = first; k < last; ++k) {
            if (!prediction.is_possible(from + k)) continue;
            prediction(from + k, row);
            for (const std::size_t j : columns) row.count(j, share);
          }
        }));
  }
  return all;
}

}  // namespace

std::optional<Instead> instead(const ComparedRows& rows, const Area& area, const WaveReader* waves,
                               std::uint64_t lines) {
  if (area.entries() < 4) return std::nullopt;
  Table table{rows, lines};
  if (waves != nullptr) {
    table.positions = &waves->source.positions;
    table.expected.emplace(waves->claim.chart, waves->claim.formats);
  }
  const AreaRows some(rows, area);
  // Returns whether nearly all entries of the area hold the proposal; sets their number.
  const auto holds = [&](Instead& said) {
    const Prediction prediction(table, said);
    if (!some.agree(prediction)) return false;
    const Share share = counted(rows, area, prediction);
    said.right = share.right;
    return share.nearly_all() && 2 * share.asked >= area.entries();
  };
  std::vector<Instead> proposed = {constant(some)};
  if (area.rows.count() / lines >= 3)
    proposed.push_back({.kind = Kind::row, .row = some.number(some.count() / 2) / lines});
  if (const std::uint64_t first = area.rows.ranges().front().first / lines; first > 1)
    proposed.push_back({.kind = Kind::period, .row = first});
  if (auto said = factor(some)) proposed.push_back(*std::move(said));
  if (waves != nullptr) {
    for (const Position by : offsets(area.rows.ranges().front(), *waves))
      proposed.push_back({.kind = Kind::offset, .offset = by});
  }
  for (Instead& said : proposed)
    if (holds(said)) return std::move(said);
  auto said = moved_columns(some);
  return said && holds(*said) ? said : std::nullopt;
}

}  // namespace sextant::verify
