#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "sextant/encoding/axial/axial_grid.hpp"
#include "sextant/verify/axial_readings.hpp"
#include "sextant/verify/candidate/held_columns.hpp"
#include "sextant/verify/observation/approximate_reference.hpp"
#include "sextant/verify/observation/expected.hpp"

namespace sextant::verify {
namespace {

/// What columns may turn by: the coordinate of a section's axis, the row number, or 0.
struct RowCoordinate {
  std::string name;
  Axis axis;
  Rational origin, scale;
  CoordinateSteps steps;
  Positions positions;

  Claim turned(Claim claim) const {
    claim.chart.waves.origin = origin;
    claim.chart.waves.scale = scale;
    claim.chart.waves.coordinate = steps;
    claim.chart.waves.parts = positions.parts;
    return claim;
  }
};

/// Columns of a table, with the channels that they hold.
using ColumnChannels = std::vector<std::pair<std::size_t, Channel>>;

/// Adds a section of the columns in `held`, with the channels that they hold.  Adds none if `held`
/// is empty.
void add_section(const Source& whole, Axis axis, const Positions& positions, Claim claim,
                 const recipe::ComputeFormats& formats, const ColumnChannels& held,
                 Sections& found) {
  if (held.empty()) return;
  claim.formats = formats;
  claim.chart.channels.clear();
  std::vector<std::size_t> columns;
  for (const auto& [column, channel] : held) {
    columns.push_back(column);
    claim.chart.channels.push_back(channel);
  }
  found.push_back(table_section(whole, axis, std::move(columns), positions, std::move(claim)));
}

/// The index of the coordinate by which each column of a table turns.
using TurnedBy = std::vector<std::size_t>;

/// Determines by which coordinates the columns of a table turn.
class ColumnReader {
 public:
  ColumnReader(const AxialQuestion& asked, const Source& whole, const Sections& sections)
      : whole_(whole), sections_(sections), own_(whole.columns) {
    for (std::size_t s = 0; s < sections.size(); ++s) {
      const TableSection& one = sections[s];
      const Waves& waves = one.claim.chart.waves;
      coordinates_.push_back({std::string(name(one.axis)), one.axis, waves.origin, waves.scale,
                              waves.coordinate, one.source.positions});
      for (const std::size_t column : one.columns) own_[column] = s;
    }
    if (asked.encoding.coordinate == Coordinate::index && sections.size() > 1)
      coordinates_.push_back(
          {"row number", coordinates_[0].axis, 0, 1, {}, Positions::from(0, whole.rows)});
    zero_ = coordinates_.size();
    if (sections.size() > 1) {
      coordinates_.push_back(
          {"0", coordinates_[0].axis, 0, 1, {}, Positions::of(std::vector<Position>(whole.rows))});
    }
    rows_ = spread(whole.rows, kRowsCompared);
    values_ = entries_of(whole, rows_);
    for (std::size_t by = 0; by < coordinates_.size(); ++by) {
      misfits_.emplace_back(whole.columns, kFar);
      for (std::size_t s = 0; s < sections.size(); ++s)
        if (by != zero_ || varies(s)) measure(s, by);
    }
  }

  /// The coordinate of every column.  If all columns of a section can have one coordinate, they get
  /// that one, also 0.  Otherwise each column gets the coordinate of its own axis, if possible.  If
  /// `nearest`, each column gets the coordinate that fits it best. nullopt if no known coordinate
  /// fits some column.
  std::optional<TurnedBy> all(bool nearest) const {
    TurnedBy by(whole_.columns);
    for (const TableSection& one : sections_) {
      const auto together =
          nearest ? std::nullopt : nearest_of(one.columns, false, coordinates_.size());
      for (const std::size_t column : one.columns) {
        const auto found = together ? together : nearest_of({column}, nearest, zero_);
        if (!found) return std::nullopt;
        by[column] = *found;
      }
    }
    return by;
  }

  /// The sections of a table whose columns have these coordinates.
  Sections as_read(const TurnedBy& by, const recipe::ComputeFormats& formats) const {
    Sections found;
    for (const TableSection& one : sections_) {
      for (std::size_t k = 0; k < coordinates_.size(); ++k) {
        ColumnChannels held;
        for (std::size_t c = 0; c < one.columns.size(); ++c)
          if (by[one.columns[c]] == k)
            held.emplace_back(one.columns[c], one.claim.chart.channels[c]);
        add_section(whole_, coordinates_[k].axis, coordinates_[k].positions,
                    coordinates_[k].turned(one.claim), formats, held, found);
      }
    }
    return found;
  }

  /// The fault that columns have these coordinates; nullopt if each column has that of its own
  /// axis.
  std::optional<Finding> named(const TurnedBy& by) const {
    std::map<std::pair<std::size_t, std::size_t>, IndexRanges> moved;
    std::vector<int> shares(coordinates_.size()), claimed(sections_.size());
    IndexRanges all;
    std::set<std::size_t> axes, others;
    for (std::size_t column = 0; column < by.size(); ++column) {
      ++claimed[own_[column]], ++shares[by[column]];
      if (by[column] == own_[column]) continue;
      moved[{own_[column], by[column]}].add(column);
      all.add(column);
      axes.insert(own_[column]), others.insert(by[column]);
    }
    if (moved.empty()) return std::nullopt;
    const bool dropped =
        std::all_of(axes.begin(), axes.end(), [&](std::size_t k) { return shares[k] == 0; });
    if (others.contains(zero_) && !(dropped && turns_otherwise(axes))) return std::nullopt;
    if (dropped && others.size() == 1)
      return Finding{"axis-dropped",
                     {{"axis", names(axes)}, {"by", names(others)}, {"columns", all.text()}}};
    std::string which;
    for (const auto& [key, columns] : moved)
      which += fmt::format("{}{} of {} by {}", which.empty() ? "" : "; ", columns.text(),
                           names({key.first}), names({key.second}));
    shares.resize(sections_.size());
    return Finding{
        "axis-split",
        {{"columns", fmt::format("{} to {}", all.ranges().front().first, all.ranges().back().last)},
         {"turned", which},
         {"shares", shares},
         {"claimed", claimed}}};
  }

 private:
  /// Whether the coordinate of an axis that is not among these varies from row to row.
  bool turns_otherwise(const std::set<std::size_t>& axes) const {
    for (std::size_t k = 0; k < sections_.size(); ++k)
      if (!axes.contains(k) && varies(k)) return true;
    return false;
  }
  bool varies(std::size_t section) const {
    const Positions& all = coordinates_[section].positions;
    return std::any_of(rows_.begin(), rows_.end(),
                       [&](std::uint64_t row) { return all[row] != all[0]; });
  }

  static constexpr double kFar = std::numeric_limits<double>::infinity();

  using Entries =
      std::vector<std::optional<ApproximateReference::Entry>>;  ///< entries of the rows compared

  /// The sum of squared errors of a column, in units of the tolerance.  Up to one entry in sixteen
  /// may exceed its tolerance, and is ignored; infinite if more do.
  double misfit(std::size_t column, const Entries& meant) const {
    double sum = 0;
    std::size_t damaged = 0;
    for (std::size_t k = 0; k < rows_.size() && 16 * damaged <= rows_.size(); ++k) {
      if (!meant[k]) continue;
      const double off = std::abs(values_[k * whole_.columns + column] - meant[k]->want);
      if (!(off <= meant[k]->within))
        ++damaged;
      else if (off > 0)
        sum += std::pow(off / meant[k]->within, 2);
    }
    return 16 * damaged <= rows_.size() ? sum : kFar;
  }

  /// Compares the columns of a section with the values of their channels at a coordinate.
  void measure(std::size_t s, std::size_t by) {
    const TableSection& one = sections_[s];
    const ApproximateReference truth(coordinates_[by].turned(one.claim), whole_.format);
    for (std::size_t c = 0; c < one.columns.size(); ++c) {
      Entries meant;
      for (const std::uint64_t row : rows_)
        meant.push_back(truth.entry(truth.channel(c), coordinates_[by].positions[row]));
      misfits_[by][one.columns[c]] = misfit(one.columns[c], meant);
    }
  }

  /// The coordinate that fits some columns of a section: that of their axis, or else the one that
  /// fits best, of the first `known` coordinates.  If `nearest`, the one that fits best. nullopt if
  /// none fits.
  std::optional<std::size_t> nearest_of(const std::vector<std::size_t>& columns, bool nearest,
                                        std::size_t known) const {
    const auto off = [&](std::size_t by) {
      return std::accumulate(columns.begin(), columns.end(), 0.0,
                             [&](double sum, std::size_t j) { return sum + misfits_[by][j]; });
    };
    std::size_t best = own_[columns.front()];
    if (nearest || !(off(best) < kFar)) {
      for (std::size_t by = 0; by < known; ++by)
        if (off(by) < off(best)) best = by;
    }
    return off(best) < kFar ? std::optional(best) : std::nullopt;
  }

  std::string names(const std::set<std::size_t>& coordinates) const {
    std::string text;
    for (const std::size_t k : coordinates)
      text += (text.empty() ? "" : ", ") + coordinates_[k].name;
    return text;
  }

  const Source& whole_;
  const Sections& sections_;
  std::vector<RowCoordinate>
      coordinates_;               ///< coordinates of the sections, in order, the row number, and 0
  std::size_t zero_ = 0;          ///< the index of the coordinate 0, which only whole sections have
  std::vector<std::size_t> own_;  ///< the section of each column
  std::vector<std::uint64_t> rows_;  ///< rows that are compared
  std::vector<double> values_;
  std::vector<std::vector<double>> misfits_;  ///< by coordinate and column
};

/// The coordinates of the rows if `other` is the encoding of the table: those of the question, or
/// of the grid of `other` if it differs.  nullopt if that grid has another number of rows than
/// `whole`.
std::optional<std::vector<Positions>> coordinates_of(const AxialQuestion& q, const Axial& other,
                                                     const Source& whole) {
  std::vector<Positions> coordinates = q.coordinates;
  if (other.grid == q.encoding.grid) return coordinates;
  if (rows_of(other.grid) != whole.rows) return std::nullopt;
  for (std::size_t k = 0; k < coordinates.size(); ++k)
    coordinates[k] = indices(other, axes_of(other)[k]);
  return coordinates;
}

/// Returns the sections of a table whose columns hold `held`.
Sections with_content(const Source& whole, const Sections& claimed, const std::vector<Held>& held,
                      const recipe::ComputeFormats& formats) {
  Sections found;
  for (std::size_t k = 0; k < claimed.size(); ++k) {
    ColumnChannels channels;
    for (std::size_t j = 0; j < held.size(); ++j)
      if (held[j].claim == k) channels.emplace_back(j, held[j].channel);
    add_section(whole, claimed[k].axis, claimed[k].source.positions, claimed[k].claim, formats,
                channels, found);
  }
  return found;
}

/// Visits the readings in which columns turn by other coordinates.  Returns whether a visit ended
/// them.
bool turned_by_others(const AxialQuestion& q, const Source& whole, const Sections& sections,
                      const VisitReading& visit) {
  for (const auto& search : {forgotten_starts, other_coordinates})
    if (const auto other = search(q, whole, sections);
        other && visit(other->findings, other->sections))
      return true;
  const ColumnReader reader(q, whole, sections);
  for (const bool nearest : {false, true}) {
    const auto by = reader.all(nearest);
    if (!by) break;
    const auto finding = reader.named(*by);
    if (finding && visit({*finding}, [&](const auto& f) { return reader.as_read(*by, f); }))
      return true;
  }
  return false;
}

}  // namespace

bool for_each_reading(const AxialQuestion& q, const Source& whole, const Sections& sections,
                      const VisitReading& visit) {
  const auto defined = [&](const Axial& e, const std::vector<Positions>& coordinates) {
    AxialQuestion other = q;
    other.encoding = e, other.coordinates = coordinates;
    return sections_of(std::move(other), whole);
  };
  OtherOrders orders(q.encoding);
  for (const Axial& e : orders.all()) {
    const auto coordinates = coordinates_of(q, e, whole);
    if (coordinates && visit({orders.named(e)}, defined(e, *coordinates))) return true;
  }
  for (const OtherDefinition& other : other_definitions(q, sections)) {
    const auto& coordinates = other.coordinates.empty() ? q.coordinates : other.coordinates;
    if (visit(other.findings, defined(other.encoding, coordinates))) return true;
  }
  if (q.encoding.split != Split::combined && turned_by_others(q, whole, sections, visit))
    return true;
  std::vector<ClaimedColumns> claims;
  for (const TableSection& one : sections)
    claims.push_back({one.claim, one.source.positions, one.columns});
  for (const ColumnOrder& order : column_orders(whole, claims))
    if (visit({{order.cause.fault, order.cause.parameters}},
              [&](const auto& f) { return with_content(whole, sections, order.held, f); }))
      return true;
  const auto fits = [&](const Axial& e, std::size_t section) {
    if (q.deadline.passed()) return false;
    Sections read = defined(e, q.coordinates)(sections.front().claim.formats);
    read.erase(read.begin() + static_cast<std::ptrdiff_t>(section) + 1, read.end());
    read.erase(read.begin(), read.end() - 1);
    return may_be(read);
  };
  for (const Axial& e : orders.of_other_sizes(fits))
    if (visit({orders.named(e)}, defined(e, q.coordinates))) return true;
  return false;
}

}  // namespace sextant::verify
