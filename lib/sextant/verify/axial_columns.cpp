#include "sextant/verify/axial_columns.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "sextant/verify/diagnosis/approximate.hpp"
#include "sextant/verify/diagnosis/diagnose.hpp"
#include "sextant/verify/diagnosis/plausible.hpp"
#include "sextant/verify/diagnosis/rough_truth.hpp"
#include "sextant/verify/rows/columns.hpp"
#include "sextant/verify/rows/index_ranges.hpp"

namespace sextant::verify {
namespace {

/// The number of rows in which columns are compared before all entries are checked.
constexpr std::uint64_t kRowsCompared = 256;

/// What columns may turn by: the coordinate of a section's axis, or the number of the row.
struct RowCoordinate {
  std::string name;
  Axis axis;
  Rational origin, scale;
  Positions positions;
};

std::vector<RowCoordinate> coordinates_of(const AxialQuestion& asked, const Source& whole,
                                          const std::vector<TableSection>& sections) {
  std::vector<RowCoordinate> found;
  for (const TableSection& one : sections) {
    const Waves& waves = one.claim.chart.waves;
    found.push_back(
        {std::string(name(one.axis)), one.axis, waves.origin, waves.scale, one.source.positions});
  }
  if (asked.encoding.coordinate == Coordinate::index && sections.size() > 1)
    found.push_back({"row number", sections.front().axis, 0, 1, Positions::from(0, whole.rows)});
  return found;
}

/// What a column holds: a channel of a section, turned by a coordinate.
struct Held {
  std::size_t section = 0, channel = 0, by = 0;

  bool operator==(const Held&) const = default;
};

/// A channel turned by a coordinate: what it is in some rows, and how far a sound table may be from
/// that.
struct Predicted {
  Held held;
  std::vector<double> values, within;  ///< within is infinite where roundings leave nothing to say
};

/// The chart of a section turned by another coordinate.
Chart turned(const TableSection& section, const RowCoordinate& by) {
  Chart chart = section.claim.chart;
  chart.waves.origin = by.origin;
  chart.waves.scale = by.scale;
  chart.waves.parts = by.positions.parts;
  return chart;
}

/// Rows all over a table: its first ones, then steps of the golden section, which meet every
/// coordinate of a grid.
struct SampledRows {
  std::vector<std::uint64_t> rows;
  std::vector<double> values;
  std::size_t columns = 0;

  explicit SampledRows(const Source& whole) : columns(whole.columns) {
    constexpr double kGolden = 0.6180339887498949;
    std::set<std::uint64_t> chosen;
    const std::uint64_t wanted = std::min(whole.rows, kRowsCompared);
    for (std::uint64_t row = 0; row < wanted / 4; ++row) chosen.insert(row);
    for (std::uint64_t k = 0; chosen.size() < wanted && k < 4 * kRowsCompared; ++k) {
      const double at = static_cast<double>(k) * kGolden;
      const double part = at - std::floor(at);
      chosen.insert(static_cast<std::uint64_t>(part * static_cast<double>(whole.rows)));
    }
    rows.assign(chosen.begin(), chosen.end());
    values.resize(rows.size() * columns);
    for (std::size_t k = 0; k < rows.size(); ++k)
      whole.read(rows[k], 1, std::span(values).subspan(k * columns, columns));
  }

  double at(std::size_t k, std::size_t column) const { return values[k * columns + column]; }
};

class ColumnReader {
 public:
  ColumnReader(const Source& whole, const std::vector<TableSection>& sections,
               const std::vector<RowCoordinate>& coordinates)
      : format_(whole.format), seen_(whole), sections_(sections), coordinates_(coordinates) {
    for (std::size_t s = 0; s < sections.size(); ++s) {
      for (std::size_t by = 0; by < coordinates.size(); ++by) predict(s, by);
    }
  }

  /// What every column holds; nullopt if some column holds nothing that is known.  A column that
  /// may be as claimed is taken to be so, unless `nearest` asks for what is nearest.
  std::optional<std::vector<Held>> all(bool nearest) const {
    std::vector<Held> found(seen_.columns);
    for (std::size_t s = 0; s < sections_.size(); ++s) {
      std::set<std::size_t> others;
      for (std::size_t c = 0; c < sections_[s].columns.size(); ++c) {
        const auto held = column(s, c, nearest);
        if (!held) return std::nullopt;
        found[sections_[s].columns[c]] = *held;
        if (held->by != s) others.insert(held->by);
      }
      if (others.size() == 1) simplify(s, *others.begin(), found);
    }
    return found;
  }

  /// Whether rows that have the same coordinate of an axis have the same number in a column.
  bool may_turn_by(std::size_t column, std::size_t by) const {
    std::map<Position, double> seen;
    for (std::size_t k = 0; k < seen_.rows.size(); ++k) {
      const double x = seen_.at(k, column);
      const auto [at, is_new] = seen.try_emplace(coordinates_[by].positions[seen_.rows[k]], x);
      if (at->second != x) return false;
    }
    return true;
  }

 private:
  void predict(std::size_t s, std::size_t by) {
    Claim claim = sections_[s].claim;
    claim.chart = turned(sections_[s], coordinates_[by]);
    const RoughTruth truth(claim, format_);
    const auto& channels = claim.chart.channels;
    for (std::size_t c = 0; c < channels.size(); ++c) {
      const auto here = channels.begin() + static_cast<std::ptrdiff_t>(c);
      if (std::find(channels.begin(), here, *here) != here) continue;  // a column repeated
      Predicted one{{s, c, by}, {}, {}};
      for (const std::uint64_t row : seen_.rows) {
        const auto entry = truth.entry(channels[c], coordinates_[by].positions[row]);
        one.values.push_back(entry ? entry->want : 0);
        one.within.push_back(entry ? entry->within : std::numeric_limits<double>::infinity());
      }
      predicted_.push_back(std::move(one));
    }
  }

  /// The sum of squares by which a column is off, in tolerances; nullopt beyond them.
  std::optional<double> misfit(std::size_t column, const Predicted& one) const {
    double sum = 0;
    for (std::size_t k = 0; k < seen_.rows.size(); ++k) {
      const double off = std::abs(seen_.at(k, column) - one.values[k]);
      if (!(off <= one.within[k])) return std::nullopt;
      if (std::isfinite(one.within[k])) sum += off / one.within[k] * (off / one.within[k]);
    }
    return sum;
  }

  /// Takes all columns of a section to turn by one other axis, if they may: slow channels of a
  /// narrow format are alike by any axis.
  void simplify(std::size_t s, std::size_t by, std::vector<Held>& found) const {
    std::vector<Held> by_one;
    for (std::size_t c = 0; c < sections_[s].columns.size(); ++c) {
      const auto held = column(s, c, false, by);
      if (!held) return;
      by_one.push_back(*held);
    }
    for (std::size_t c = 0; c < by_one.size(); ++c) found[sections_[s].columns[c]] = by_one[c];
  }

  /// How far what a column holds is from the claim: not at all, by the coordinate, by the
  /// frequency.
  int distance(std::size_t s, const Channel& own, const Held& held) const {
    const Channel& other = sections_[held.section].claim.chart.channels[held.channel];
    const bool same = held.section == s && other == own;
    return same && held.by == s ? 0 : same ? 1 : other.function == own.function ? 2 : 3;
  }

  /// What a column holds, turned by any axis or by a given one.
  std::optional<Held> column(std::size_t s, std::size_t c, bool nearest,
                             std::optional<std::size_t> by = std::nullopt) const {
    const Channel& own = sections_[s].claim.chart.channels[c];
    std::optional<Held> best;
    std::pair<double, double> least;
    for (const Predicted& one : predicted_) {
      if (by && one.held.by != *by) continue;
      const auto off = misfit(sections_[s].columns[c], one);
      if (!off) continue;
      const double apart = distance(s, own, one.held);
      const auto here = nearest ? std::pair(*off, apart) : std::pair(apart, *off);
      if (!best || here < least) best = one.held, least = here;
    }
    return best;
  }

  Format format_;
  SampledRows seen_;
  const std::vector<TableSection>& sections_;
  const std::vector<RowCoordinate>& coordinates_;
  std::vector<Predicted> predicted_;
};

/// The sections of a table whose columns hold what was read.
std::vector<TableSection> as_read(const Source& whole, const std::vector<TableSection>& sections,
                                  const std::vector<RowCoordinate>& coordinates,
                                  const std::vector<Held>& columns,
                                  const recipe::ComputeFormats& formats) {
  std::map<std::pair<std::size_t, std::size_t>, TableSection> found;
  for (std::size_t column = 0; column < columns.size(); ++column) {
    const Held& held = columns[column];
    const TableSection& of = sections[held.section];
    const RowCoordinate& by = coordinates[held.by];
    TableSection& one = found[{held.section, held.by}];
    if (one.columns.empty()) {
      one.axis = by.axis;
      one.claim = of.claim;
      one.claim.formats = formats;
      one.claim.chart = turned(of, by);
      one.claim.chart.channels.clear();
    }
    one.columns.push_back(column);
    one.claim.chart.channels.push_back(of.claim.chart.channels[held.channel]);
  }
  std::vector<TableSection> list;
  for (auto& [key, one] : found) {
    one.source = columns_of(whole, one.columns, coordinates[key.second].positions);
    one.oracle = std::make_unique<exact::Oracle>(one.claim.chart);
    list.push_back(std::move(one));
  }
  return list;
}

/// Columns of one axis that turn by another one.
struct Turned {
  std::size_t axis = 0, by = 0;
  IndexRanges columns;
};

class Words {
 public:
  Words(const std::vector<TableSection>& sections, const std::vector<RowCoordinate>& coordinates,
        const std::vector<Held>& columns)
      : sections_(sections), coordinates_(coordinates), own_(columns.size()) {
    for (std::size_t s = 0; s < sections.size(); ++s) {
      for (const std::size_t column : sections[s].columns) own_[column] = s;
    }
    std::map<std::pair<std::size_t, std::size_t>, Turned> found;
    for (std::size_t column = 0; column < columns.size(); ++column) {
      const std::pair key(own_[column], columns[column].by);
      used_.insert(key.second);
      shares_[key.second] += 1;
      if (key.first == key.second) continue;
      Turned& turned = found[key];
      turned.axis = key.first, turned.by = key.second;
      turned.columns.add(column);
      all_.add(column);
    }
    for (auto& [key, turned] : found) turned_.push_back(std::move(turned));
  }

  /// nullopt if every column turns by its own axis.
  std::optional<Finding> finding() const {
    if (turned_.empty()) return std::nullopt;
    std::set<std::size_t> axes, by;
    for (const Turned& one : turned_) axes.insert(one.axis), by.insert(one.by);
    const bool dropped = std::none_of(axes.begin(), axes.end(),
                                      [&](std::size_t axis) { return used_.contains(axis); });
    if (dropped && by.size() == 1)
      return Finding{"axis-dropped",
                     {{"axis", names(axes)}, {"by", names(by)}, {"columns", all_.text()}}};
    std::string which;
    for (const Turned& one : turned_) {
      which += fmt::format("{}{} of {} by {}", which.empty() ? "" : "; ", one.columns.text(),
                           names({one.axis}), names({one.by}));
    }
    return Finding{"axis-split",
                   {{"columns", fmt::format("{} to {}", all_.ranges().front().first,
                                            all_.ranges().back().last)},
                    {"turned", which},
                    {"shares", shares(true)},
                    {"claimed", shares(false)}}};
  }

 private:
  std::string names(const std::set<std::size_t>& axes) const {
    std::string text;
    for (const std::size_t axis : axes)
      text += (text.empty() ? "" : ", ") + coordinates_[axis].name;
    return text;
  }

  /// The number of columns that turn by each axis, in the order of the sections.
  std::vector<int> shares(bool read) const {
    std::vector<int> numbers;
    for (std::size_t s = 0; s < sections_.size(); ++s) {
      const auto at = shares_.find(s);
      numbers.push_back(!read                 ? static_cast<int>(sections_[s].columns.size())
                        : at == shares_.end() ? 0
                                              : at->second);
    }
    return numbers;
  }

  const std::vector<TableSection>& sections_;
  const std::vector<RowCoordinate>& coordinates_;
  std::vector<std::size_t> own_;
  std::vector<Turned> turned_;
  std::map<std::size_t, int> shares_;
  std::set<std::size_t> used_;
  IndexRanges all_;
};

/// Sections of other sizes that the columns allow, of blocks one after the other.
class OtherSizes {
 public:
  OtherSizes(const AxialQuestion& asked, const ColumnReader& reader,
             const std::vector<TableSection>& sections)
      : encoding_(asked.encoding), axes_(sections.size()), allowed_(sections.size()) {
    for (const TableSection& one : sections) {
      std::map<int, std::vector<std::size_t>> pairs;
      for (std::size_t c = 0; c < one.columns.size(); ++c)
        pairs[one.claim.chart.channels[c].pair].push_back(one.columns[c]);
      for (const auto& [pair, columns] : pairs) {
        for (std::size_t by = 0; by < axes_; ++by) {
          allowed_[by].push_back(std::all_of(
              columns.begin(), columns.end(),
              [&reader, by](std::size_t column) { return reader.may_turn_by(column, by); }));
        }
      }
      claimed_.push_back(static_cast<int>(pairs.size()));
    }
  }

  /// The encodings with these sections, the claimed one left out.
  std::vector<Axial> all() {
    std::vector<int> sizes;
    extend(0, sizes);
    return std::move(found_);
  }

 private:
  /// Each of them is compared with some rows of the table, which takes some 0.2 ms.
  static constexpr std::size_t kMost = 2048;

  void extend(std::size_t first, std::vector<int>& sizes) {
    const std::size_t pairs = allowed_.front().size();
    const std::size_t axis = sizes.size();
    if (axis == axes_) {
      if (first < pairs || sizes == claimed_) return;
      found_.push_back(encoding_);
      found_.back().sections = sizes;
      return;
    }
    for (std::size_t end = first; end < pairs && allowed_[axis][end]; ++end) {
      if (found_.size() == kMost) return;
      sizes.push_back(static_cast<int>(end + 1 - first));
      extend(end + 1, sizes);
      sizes.pop_back();
    }
  }

  const Axial& encoding_;
  std::size_t axes_;
  std::vector<std::vector<bool>> allowed_;  ///< by axis and pair of the row
  std::vector<int> claimed_;
  std::vector<Axial> found_;
};

/// A table whose program has sections of other sizes, with their own frequencies.
std::optional<Finding> other_sizes(const AxialQuestion& asked, const Source& whole,
                                   const ColumnReader& reader,
                                   const std::vector<TableSection>& sections,
                                   const std::vector<RowCoordinate>& coordinates,
                                   const recipe::ComputeFormats& formats) {
  const Axial& e = asked.encoding;
  if (!std::holds_alternative<Rotary>(e.along) || e.split == Split::alternating)
    return std::nullopt;
  for (const Axial& other : OtherSizes(asked, reader, sections).all()) {
    const auto read = table_sections(other, asked.part, whole, asked.coordinates, formats);
    if (!may_be(whole, read) || !acceptance(read)) continue;
    std::vector<Held> columns(whole.columns);
    for (std::size_t by = 0; by < read.size(); ++by) {
      for (const std::size_t column : read[by].columns) columns[column].by = by;
    }
    auto finding = Words(sections, coordinates, columns).finding();
    if (!finding) continue;
    finding->parameters["sections"] = other.sections;
    finding->match = match(read);
    return finding;
  }
  return std::nullopt;
}

/// The formats of a claim and, if it names none, those of a program that computes in float64.
std::vector<recipe::ComputeFormats> formats_tried(const AxialQuestion& asked,
                                                  const recipe::ComputeFormats& claimed) {
  std::vector<recipe::ComputeFormats> tried = {claimed};
  if (!asked.computed_in && claimed.compute != kFloat64) {
    tried.push_back(claimed);
    tried.back().compute = kFloat64;
    tried.back().coordinates = roundings(asked.encoding, kFloat64);
  }
  return tried;
}

}  // namespace

bool may_be(const Source& whole, const std::vector<TableSection>& sections) {
  const SampledRows seen(whole);
  return std::all_of(sections.begin(), sections.end(), [&](const TableSection& one) {
    const RoughTruth truth(one.claim, whole.format);
    for (std::size_t k = 0; k < seen.rows.size(); ++k) {
      for (std::size_t c = 0; c < one.columns.size(); ++c) {
        const auto entry = truth.entry(truth.channel(c), one.source.positions[seen.rows[k]]);
        if (entry && !(std::abs(seen.at(k, one.columns[c]) - entry->want) <= entry->within))
          return false;
      }
    }
    return true;
  });
}

std::optional<Finding> turned_by_others(const AxialQuestion& asked, const Source& whole,
                                        const std::vector<TableSection>& sections) {
  const auto coordinates = coordinates_of(asked, whole, sections);
  const ColumnReader reader(whole, sections, coordinates);
  const auto tried = formats_tried(asked, sections.front().claim.formats);
  for (const bool nearest : {false, true}) {
    const auto columns = reader.all(nearest);
    if (!columns) break;
    auto finding = Words(sections, coordinates, *columns).finding();
    if (!finding) continue;
    for (const recipe::ComputeFormats& formats : tried) {
      const auto read = as_read(whole, sections, coordinates, *columns, formats);
      if (!acceptance(read)) continue;
      finding->match = match(read);
      return finding;
    }
  }
  for (const recipe::ComputeFormats& formats : tried) {
    if (auto finding = other_sizes(asked, whole, reader, sections, coordinates, formats))
      return finding;
  }
  return std::nullopt;
}

}  // namespace sextant::verify
