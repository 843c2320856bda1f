#include "sextant/verify/axial_diagnose.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "sextant/encoding/axial/axial_grid.hpp"
#include "sextant/encoding/text/axial_text.hpp"
#include "sextant/verify/candidate/order_candidates.hpp"
#include "sextant/verify/diagnosis/diagnose.hpp"
#include "sextant/verify/diagnosis/zero_rows.hpp"
#include "sextant/verify/observation/approximate_reference.hpp"
#include "sextant/verify/observation/expected.hpp"
#include "sextant/verify/rows/columns.hpp"
#include "sextant/verify/rows/distinct_rows.hpp"

namespace sextant::verify {
namespace {

using Sections = std::vector<TableSection>;

std::string letters(const std::vector<Axis>& axes) {
  std::string text;
  for (const Axis axis : axes) text += (text.empty() ? "" : ",") + std::string(1, letter(axis));
  return text;
}

/// The same axes with height and width exchanged.
std::vector<Axis> exchanged(std::vector<Axis> axes) {
  for (Axis& axis : axes)
    axis = axis == Axis::height ? Axis::width : axis == Axis::width ? Axis::height : axis;
  return axes;
}

/// Encodings that differ from the claimed one in the order of axes, rows, sections or columns.
class OtherOrders {
 public:
  explicit OtherOrders(const Axial& claimed) : claimed_(claimed) {}

  std::vector<Axial> all() {
    add_orders(claimed_);
    Axial other = claimed_;
    other.grid.down = !other.grid.down;
    if (has_grid() && other.grid.merge == 1) found_.push_back(other);
    other = claimed_;
    std::swap(other.grid.height, other.grid.width);
    if (has_grid()) found_.push_back(other);
    other = claimed_;
    other.grid.merge = 1;
    if (has_grid() && claimed_.grid.merge > 1) found_.push_back(other);
    const auto* sinusoids = std::get_if<Sinusoidal>(&claimed_.along);
    other = claimed_;
    other.spread = claimed_.spread == Spread::row ? Spread::blocks : Spread::row;
    if (sinusoids != nullptr && sinusoids->layout != Layout::interleaved) add_orders(other);
    if (of_text(claimed_)) add_sizes();
    std::erase(found_, claimed_);
    return std::move(found_);
  }

  /// Encodings whose sections, one after the other, have other sizes.
  std::vector<Axial> of_other_sizes() {
    if (!std::holds_alternative<Rotary>(claimed_.along) || claimed_.split == Split::alternating)
      return {};
    Axial e = claimed_;
    e.sections.assign(e.axes.size(), 1);
    extend(e, 0, dim(e.along) / 2);
    return std::move(found_);
  }

  /// The fault of a program that uses one of these encodings.  If height and width are exchanged,
  /// the fault is axes-swapped, whatever the sizes of their sections.  Sections of three axes can
  /// also have other orders.
  Finding named(const Axial& e) const {
    if (e.spread != claimed_.spread)
      return {"layout",
              {{"spread", e.spread == Spread::row ? "row" : "blocks"}, {"axes", letters(e.axes)}}};
    if (e.grid.down != claimed_.grid.down)
      return {"axes-swapped", {{"rows", e.grid.down ? "down the columns" : "along the lines"}}};
    if (e.grid.merge != claimed_.grid.merge) return {"rows-permuted", {{"merge", e.grid.merge}}};
    if (!(e.grid == claimed_.grid))
      return {"axes-swapped", {{"height", e.grid.height}, {"width", e.grid.width}}};
    Parameters said;
    if (e.axes != claimed_.axes) said["axes"] = letters(e.axes);
    if (e.split == claimed_.split && e.sections == claimed_.sections) {
      said["claimed"] = letters(claimed_.axes);
      return {e.axes == exchanged(claimed_.axes) ? "axes-swapped" : "section-order", said};
    }
    said["sections"] = e.sections;
    const bool other_split = e.split != claimed_.split;
    if (other_split) said["order"] = e.split == Split::chunked ? "chunked" : "interleaved";
    const bool permuted = std::is_permutation(e.sections.begin(), e.sections.end(),
                                              claimed_.sections.begin(), claimed_.sections.end());
    return {of_text(e) && (other_split || permuted) ? "section-order" : "axis-split", said};
  }

 private:
  bool has_grid() const { return claimed_.grid.height > 0 && claimed_.grid.width > 0; }

  /// Adds the encoding with every order of the axes: first the claimed one, then that with height
  /// and width exchanged, then the others.
  void add_orders(Axial e) {
    std::vector<Axis> order = axes_of(e);
    std::vector<std::vector<Axis>> orders = {claimed_.axes, exchanged(claimed_.axes)};
    do {
      orders.push_back(order);
    } while (std::next_permutation(order.begin(), order.end()));
    for (std::size_t k = 0; k < orders.size(); ++k) {
      e.axes = orders[k];
      if (k < 2 || (e.axes != orders[0] && e.axes != orders[1])) found_.push_back(e);
    }
  }

  /// Adds encodings with sections in every order and with both kinds of split.  The sizes are the
  /// claimed ones, or those of the model with the other split.
  void add_sizes() {
    const bool chunked = claimed_.split == Split::chunked;
    Axial other = claimed_;
    other.split = chunked ? Split::alternating : Split::chunked;
    Axial model = other;
    model.sections = find_axial(chunked ? "mrope-interleaved" : "mrope")->sections;
    const auto pairs = [](const Axial& e) {
      return std::accumulate(e.sections.begin(), e.sections.end(), 0);
    };
    for (Axial e : {other, model, claimed_}) {
      if (pairs(e) != pairs(claimed_)) continue;
      add_orders(e);
      std::sort(e.sections.begin(), e.sections.end());
      do {
        add_orders(e);
      } while (std::next_permutation(e.sections.begin(), e.sections.end()));
    }
  }

  /// the number of encodings that are tried; each takes about 0.2 ms
  static constexpr std::size_t kMostSizes = 2048;

  /// Adds the encodings whose sections from `axis` on share the remaining pairs.
  void extend(Axial& e, std::size_t axis, int pairs) {
    const auto others = static_cast<int>(e.axes.size() - axis) - 1;
    if (others == 0 && found_.size() < kMostSizes) {
      e.sections[axis] = pairs;
      found_.push_back(e);
    }
    for (e.sections[axis] = 1; others > 0 && e.sections[axis] <= pairs - others; ++e.sections[axis])
      extend(e, axis + 1, pairs - e.sections[axis]);
  }

  const Axial& claimed_;
  std::vector<Axial> found_;
};

/// What columns may turn by: the coordinate of a section's axis, or the row number.
struct RowCoordinate {
  std::string name;
  Axis axis;
  Rational origin, scale;
  Positions positions;

  Claim turned(Claim claim) const {
    claim.chart.waves.origin = origin;
    claim.chart.waves.scale = scale;
    claim.chart.waves.parts = positions.parts;
    return claim;
  }
};

/// The index of the coordinate by which each column of a table turns.
using TurnedBy = std::vector<std::size_t>;

/// Determines by which coordinates the columns of a table turn.
class ColumnReader {
 public:
  ColumnReader(const AxialQuestion& asked, const Source& whole, const Sections& sections)
      : asked_(asked),
        whole_(whole),
        sections_(sections),
        own_(whole.columns),
        meant_(whole.columns) {
    for (std::size_t s = 0; s < sections.size(); ++s) {
      const TableSection& one = sections[s];
      const Waves& waves = one.claim.chart.waves;
      coordinates_.push_back(
          {std::string(name(one.axis)), one.axis, waves.origin, waves.scale, one.source.positions});
      for (const std::size_t column : one.columns) own_[column] = s;
    }
    if (asked.encoding.coordinate == Coordinate::index && sections.size() > 1)
      coordinates_.push_back(
          {"row number", coordinates_[0].axis, 0, 1, Positions::from(0, whole.rows)});
    rows_ = spread(whole.rows, kRowsCompared);
    values_.resize(rows_.size() * whole.columns);
    for (std::size_t k = 0; k < rows_.size(); ++k)
      whole.read(rows_[k], 1, std::span(values_).subspan(k * whole.columns, whole.columns));
    for (std::size_t by = 0; by < coordinates_.size(); ++by) {
      misfits_.emplace_back(whole.columns);
      for (std::size_t s = 0; s < sections.size(); ++s) measure(s, by);
    }
  }

  /// The coordinate of every column.  If all columns of a section can have one coordinate, they get
  /// that one.  Otherwise each column gets the coordinate of its own axis, if possible.  If
  /// `nearest`, each column gets the coordinate that fits it best. nullopt if no known coordinate
  /// fits some column.
  std::optional<TurnedBy> all(bool nearest) const {
    TurnedBy by(whole_.columns);
    for (const TableSection& one : sections_) {
      const auto together = nearest ? std::nullopt : nearest_of(one.columns, false);
      for (const std::size_t column : one.columns) {
        const auto found = together ? together : nearest_of({column}, nearest);
        if (!found) return std::nullopt;
        by[column] = *found;
      }
    }
    return by;
  }

  /// For each column, the column that holds its values, if the columns have another order. nullopt
  /// if the values of some column are missing.
  std::optional<std::vector<std::size_t>> order() const {
    std::vector<std::size_t> found(whole_.columns, whole_.columns);
    std::vector<bool> taken(whole_.columns);
    for (std::size_t j = 0; j < found.size(); ++j)
      if (misfits_[own_[j]][j] < kFar) found[j] = j, taken[j] = true;
    for (std::size_t j = 0; j < found.size(); ++j) {
      double least = found[j] == j ? 0 : kFar;
      for (std::size_t k = 0; k < found.size(); ++k) {
        const double off = taken[k] ? kFar : misfit(k, meant_[j]);
        if (off < least) least = off, found[j] = k;
      }
      if (!(least < kFar)) return std::nullopt;
      taken[found[j]] = true;
    }
    return found;
  }

  /// The smallest number of columns by which all columns, from the first wrong one on or from the
  /// first, are rotated, and where they start; nullopt if there is none.
  std::optional<std::pair<std::int64_t, std::int64_t>> rotation() const {
    const auto width = static_cast<std::int64_t>(whole_.columns);
    std::int64_t first = 0;
    while (first < width && misfits_[own_[to_size(first)]][to_size(first)] < kFar) ++first;
    for (std::int64_t k = 2; k < 2 * width; ++k) {
      const std::int64_t by = k % 2 == 0 ? k / 2 : -(k / 2);
      for (const std::int64_t from : {std::int64_t{0}, first}) {
        if (std::abs(by) >= width - from || width - from < 3) continue;  // two are exchanged
        std::int64_t column = from;
        while (column < width &&
               misfit(to_size(column), meant_[rotated(column, by, from, width)]) < kFar)
          ++column;
        if (column == width) return std::pair(by, from);
      }
    }
    return std::nullopt;
  }

  /// The column whose content stands in `column`, if columns are rotated from `from` on.
  static std::size_t rotated(std::int64_t column, std::int64_t by, std::int64_t from,
                             std::int64_t width) {
    const std::int64_t count = width - from;
    return to_size(column < from ? column : from + ((column - from + by) % count + count) % count);
  }

  /// The sections of a table whose columns have these coordinates.
  Sections as_read(const TurnedBy& by, const recipe::ComputeFormats& formats) const {
    Sections found;
    for (const TableSection& one : sections_) {
      for (std::size_t k = 0; k < coordinates_.size(); ++k) {
        Claim claim = coordinates_[k].turned(one.claim);
        claim.formats = formats;
        claim.chart.channels.clear();
        std::vector<std::size_t> columns;
        for (std::size_t c = 0; c < one.columns.size(); ++c) {
          if (by[one.columns[c]] != k) continue;
          columns.push_back(one.columns[c]);
          claim.chart.channels.push_back(one.claim.chart.channels[c]);
        }
        if (!columns.empty())
          found.push_back(table_section(asked_.encoding, whole_, coordinates_[k].axis,
                                        std::move(columns), coordinates_[k].positions,
                                        std::move(claim)));
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
  static constexpr double kFar = std::numeric_limits<double>::infinity();

  static std::size_t to_size(std::int64_t k) { return static_cast<std::size_t>(k); }

  using Entries =
      std::vector<std::optional<ApproximateReference::Entry>>;  ///< entries of the rows compared

  /// The sum of squared errors of a column, in units of the tolerance; infinite if an error exceeds
  /// its tolerance.
  double misfit(std::size_t column, const Entries& meant) const {
    double sum = 0;
    for (std::size_t k = 0; k < rows_.size() && sum < kFar; ++k) {
      if (!meant[k]) continue;
      const double off = std::abs(values_[k * whole_.columns + column] - meant[k]->want);
      sum += !(off <= meant[k]->within) ? kFar : off > 0 ? std::pow(off / meant[k]->within, 2) : 0;
    }
    return sum;
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
      if (by == s) meant_[one.columns[c]] = std::move(meant);
    }
  }

  /// The coordinate that fits some columns of a section: that of their axis, or else the one that
  /// fits best.  If `nearest`, the one that fits best. nullopt if none fits.
  std::optional<std::size_t> nearest_of(const std::vector<std::size_t>& columns,
                                        bool nearest) const {
    const auto off = [&](std::size_t by) {
      return std::accumulate(columns.begin(), columns.end(), 0.0,
                             [&](double sum, std::size_t j) { return sum + misfits_[by][j]; });
    };
    std::size_t best = own_[columns.front()];
    if (nearest || !(off(best) < kFar)) {
      for (std::size_t by = 0; by < coordinates_.size(); ++by)
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

  const AxialQuestion& asked_;
  const Source& whole_;
  const Sections& sections_;
  std::vector<RowCoordinate>
      coordinates_;                  ///< coordinates of the sections, in order, and the row number
  std::vector<std::size_t> own_;     ///< the section of each column
  std::vector<std::uint64_t> rows_;  ///< rows that are compared
  std::vector<double> values_;
  std::vector<Entries> meant_;                ///< expected entries by column
  std::vector<std::vector<double>> misfits_;  ///< by coordinate and column
};

/// The fault that explains the whole table by another interpretation of its columns; nullopt if
/// there is none.
std::optional<Finding> read_otherwise(const AxialQuestion& q, const Source& whole,
                                      const Sections& sections) {
  const auto proved = [&](std::optional<Finding> finding, const SectionsOf& read) {
    if (!finding || q.deadline.passed()) return std::optional<Finding>();
    const auto all = accepted(q, sections.front().claim.formats, read);
    if (!all) return std::optional<Finding>();
    finding->match = match(all->sections);
    return finding;
  };
  const auto defined = [&](const Axial& e, const std::vector<Positions>& coordinates,
                           const Source& table) {
    return [&q, table, e, coordinates](const recipe::ComputeFormats& formats) {
      Sections read = table_sections(e, q.part, table, coordinates, formats);
      return may_be(read) ? std::move(read) : Sections();
    };
  };
  OtherOrders orders(q.encoding);
  for (const Axial& e : orders.all()) {
    std::vector<Positions> coordinates = q.coordinates;
    if (!(e.grid == q.encoding.grid)) {
      for (std::size_t k = 0; k < coordinates.size(); ++k)
        coordinates[k] = indices(e.grid, axes_of(e)[k]);
    }
    if (auto found = proved(orders.named(e), defined(e, coordinates, whole))) return found;
  }
  const ColumnReader reader(q, whole, sections);
  for (const bool nearest : {false, true}) {
    const auto by = reader.all(nearest);
    if (!by) break;
    const auto read = [&](const recipe::ComputeFormats& f) { return reader.as_read(*by, f); };
    if (auto found = proved(reader.named(*by), read)) return found;
  }
  if (const auto rotation = reader.rotation()) {
    const auto [by, from] = *rotation;
    std::vector<std::size_t> places(whole.columns);
    for (std::size_t j = 0; j < places.size(); ++j)
      places[ColumnReader::rotated(static_cast<std::int64_t>(j), by, from,
                                   static_cast<std::int64_t>(places.size()))] = j;
    Finding finding{"columns-shifted", {{"columns", by}}};
    if (from > 0) finding.parameters["from"] = from;
    const Source back = columns_of(whole, places, whole.positions);
    if (auto found = proved(finding, defined(q.encoding, q.coordinates, back))) return found;
  }
  if (const auto order = reader.order()) {
    constexpr std::size_t kPlacesNamed = 8;
    std::vector<Parameters> places;
    std::size_t moved = 0;
    for (std::size_t j = 0; j < order->size(); ++j)
      if ((*order)[j] != j && ++moved <= kPlacesNamed)
        places.push_back({{"channel", (*order)[j]}, {"holds", j}});
    std::optional<Finding> finding;
    if (moved > 0)
      finding = {"columns-permuted", {{"columns", moved}, {"places", std::move(places)}}};
    const Source back = columns_of(whole, *order, whole.positions);
    if (auto found = proved(finding, defined(q.encoding, q.coordinates, back))) return found;
  }
  for (const Axial& e : orders.of_other_sizes())
    if (auto found = proved(orders.named(e), defined(e, q.coordinates, whole))) return found;
  return std::nullopt;
}

/// Finds the row of a grid, or of listed coordinates, that each row of a table holds.
class RowReader {
 public:
  RowReader(const Source& whole, const Sections& sections) : whole_(whole), sections_(sections) {
    for (const TableSection& one : sections) references_.emplace_back(one.claim, whole.format);
    wanted_.resize(sections.size());
  }

  /// Each row, the one after the row before or its own if it fits there, else the nearest that it
  /// fits.  nullopt if some row fits nowhere, if all are in order, or if there are too many.
  std::optional<Reordering> order() {
    constexpr std::uint64_t kMostTries = std::uint64_t{1} << 24;
    const auto rows = static_cast<std::int64_t>(whole_.rows);
    if (whole_.rows * whole_.rows > kMostTries) return std::nullopt;
    Reordering found;
    values_.resize(whole_.columns);
    for (std::int64_t row = 0; row < rows; ++row) {
      whole_.read(static_cast<std::uint64_t>(row), 1, values_);
      const std::int64_t next = row == 0 ? 0 : found.back() + 1;
      std::int64_t held = fits(next) ? next : row;
      for (std::int64_t k = 0; k < 2 * rows && !fits(held); ++k)
        held = row + (k % 2 == 0 ? k / 2 : -(k + 1) / 2);
      if (!fits(held)) return std::nullopt;
      found.push_back(held);
    }
    for (std::int64_t row = 0; row < rows; ++row)
      if (found[static_cast<std::size_t>(row)] != row) return found;
    return std::nullopt;
  }

 private:
  using Entries = std::vector<std::optional<ApproximateReference::Entry>>;

  /// Whether the values are within the tolerances of a row.
  bool fits(std::int64_t held) {
    if (held < 0 || held >= static_cast<std::int64_t>(whole_.rows)) return false;
    for (std::size_t s = 0; s < sections_.size(); ++s) {
      const auto& columns = sections_[s].columns;
      const Position p = sections_[s].source.positions[static_cast<std::uint64_t>(held)];
      Entries& wanted = wanted_[s][p];
      for (std::size_t c = wanted.size(); c < columns.size(); ++c)
        wanted.push_back(references_[s].entry(references_[s].channel(c), p));
      for (std::size_t c = 0; c < columns.size(); ++c)
        if (wanted[c] && !(std::abs(values_[columns[c]] - wanted[c]->want) <= wanted[c]->within))
          return false;
    }
    return true;
  }

  const Source& whole_;
  const Sections& sections_;
  std::vector<ApproximateReference> references_;
  std::vector<std::map<Position, Entries>> wanted_;  ///< by section and coordinate
  std::vector<double> values_;
};

/// The fault that puts rows elsewhere, and explains the whole table.
std::optional<Finding> rows_elsewhere(const AxialQuestion& q, const Source& whole,
                                      const Sections& sections) {
  const auto order = RowReader(whole, sections).order();
  if (!order) return std::nullopt;
  const Claim& claim = sections.front().claim;
  std::vector<Candidate> candidates;
  add_order(whole, claim, *order, candidates);
  Reordering in_order(order->size());
  std::iota(in_order.begin(), in_order.end(), 0);
  if (std::equal(order->rbegin(), order->rend(), in_order.begin()))
    candidates.push_back(as_claimed(claim, "rows-reversed"));
  if (candidates.empty() || candidates.front().second_cause) return std::nullopt;
  std::vector<Positions> coordinates;
  for (const Positions& all : q.coordinates) {
    std::vector<Position> list;
    for (const std::int64_t held : *order) list.push_back(all[static_cast<std::uint64_t>(held)]);
    coordinates.push_back(Positions::of(std::move(list), all.parts));
  }
  const auto all = accepted(q, claim.formats, [&](const recipe::ComputeFormats& formats) {
    return table_sections(q.encoding, q.part, whole, coordinates, formats);
  });
  if (!all) return std::nullopt;
  return Finding{candidates.front().fault, candidates.front().parameters, match(all->sections)};
}

/// Whether all rows of a section have one coordinate: it says little of any fault.
bool is_constant(const TableSection& section) {
  for (std::uint64_t row = 1; row < section.source.rows; ++row)
    if (section.source.positions[row] != section.source.positions[0]) return false;
  return true;
}

/// The finding about a section, with the rows and columns of the whole table.
Finding put(Finding finding, const TableSection& section) {
  auto& p = finding.parameters;
  if (!p.contains("places")) {
    p["axes"] = letters({section.axis});
    return finding;
  }
  for (Parameters& at : std::get<std::vector<Parameters>>(p["places"])) {
    if (at.contains("row")) at["position"] = to_text(std::get<Position>(at.at("row")));
    for (const char* column : {"channel", "holds"}) {
      if (!at.contains(column)) continue;
      at[column] = section.columns[static_cast<std::size_t>(std::get<Position>(at.at(column)))];
    }
  }
  return finding;
}

/// The faults of a section.  If rows with the same coordinate are equal, it is diagnosed with each
/// coordinate once.  Otherwise, or if that finds only corrupt entries, with its rows as they are.
/// If `alone`, only faults that explain it alone are tried.
std::vector<Finding> of_section(const TableSection& section, bool alone) {
  const auto of = [&](const Source& rows) {
    return alone ? diagnose_whole(rows, section.claim)
                 : diagnose(rows, section.claim, *section.oracle);
  };
  const auto once = distinct_rows(section.source);
  auto found = of(once ? *once : section.source);
  const bool damaged = once && !found.empty() && found.front().fault == "corrupt-entry";
  return damaged ? of(section.source) : found;
}

/// Adds a finding.  If other sections have the same finding, their axes are joined.
void add(Finding finding, std::vector<Finding>& findings) {
  for (Finding& known : findings) {
    Parameters theirs = known.parameters;
    Parameters mine = finding.parameters;
    if (!theirs.contains("axes") || !mine.contains("axes")) continue;
    theirs.erase("axes");
    mine.erase("axes");
    if (known.fault != finding.fault || theirs != mine) continue;
    known.parameters["axes"] =
        known.parameters.text("axes") + "," + finding.parameters.text("axes");
    return;
  }
  findings.push_back(std::move(finding));
}

/// Whether one of some findings has the fault of another, or has it among its equals.
bool also_elsewhere(const Finding& finding, const std::vector<Finding>& known) {
  return std::any_of(known.begin(), known.end(), [&](const Finding& other) {
    return other.fault == finding.fault ||
           std::any_of(finding.equals.begin(), finding.equals.end(),
                       [&](const Cause& cause) { return cause.fault == other.fault; });
  });
}

/// The rows of zeros that should hold other numbers.
IndexRanges wrong_zeros(const Source& whole, const Sections& sections) {
  IndexRanges wrong;
  const IndexRanges zeros = rows_of_zeros(whole);
  for (const IndexRanges::Range& range : zeros.ranges()) {
    for (std::uint64_t row = range.first; row <= range.last; ++row) {
      const auto meant = [&](const TableSection& one) {
        return vanishes(*one.oracle, whole.format, one.source.positions[row]);
      };
      if (!std::all_of(sections.begin(), sections.end(), meant)) wrong.add(row);
    }
  }
  return wrong;
}

/// Whether every entry is a sine or zero, so that rows of other coordinates may be all zeros.
bool all_sines(const Sections& sections) {
  return std::all_of(sections.begin(), sections.end(),
                     [](const TableSection& one) { return sines_alone(one.claim.chart); });
}

/// What is wrong with each section.  A constant section has the faults of others or is unexplained.
Diagnosis of_sections(const Source& whole, const Sections& sections) {
  Diagnosis diagnosis{{}, true, true};
  double same = 0;
  std::vector<const TableSection*> order;
  for (const TableSection& one : sections) order.push_back(&one);
  const auto last = std::stable_partition(
      order.begin(), order.end(), [](const TableSection* one) { return !is_constant(*one); });
  const auto varying = static_cast<std::size_t>(last - order.begin());
  for (std::size_t k = 0; k < order.size(); ++k) {
    const TableSection& one = *order[k];
    const auto entries = static_cast<double>(one.source.rows * one.source.columns);
    if (accepted(one)) {
      same += entries * match(one.source, one.claim);
      continue;
    }
    diagnosis.accepted_separately = false;
    // Where one section is unexplained the table is: the others are then asked for little.
    auto found = of_section(one, !diagnosis.complete);
    if (k >= varying && varying > 0) {
      std::erase_if(found, [&](const Finding& finding) {
        return finding.fault != "corrupt-entry" && !also_elsewhere(finding, diagnosis.findings);
      });
    }
    diagnosis.complete &= !found.empty();
    for (const Finding& finding : found) add(put(finding, one), diagnosis.findings);
    if (!found.empty()) same += entries * found.front().match;
  }
  diagnosis.complete &= !diagnosis.findings.empty();
  const auto all = static_cast<double>(whole.rows * whole.columns);
  for (Finding& finding : diagnosis.findings) finding.match = same / all;
  return diagnosis;
}

/// The diagnosis of a table with wrong rows of zeros: these rows alone, a fault that makes them
/// too, or these rows and the faults of the others.
Diagnosis with_zeros(const AxialQuestion& q, const Source& whole, const Sections& sections,
                     const IndexRanges& zeros) {
  const IndexRanges kept = zeros.others(whole.rows);
  if (kept.empty()) return {{zeros_finding(zeros, whole.rows, 0)}, true, false};
  const recipe::ComputeFormats& formats = sections.front().claim.formats;
  AxialQuestion asked = q;
  for (Positions& positions : asked.coordinates) positions = rows_of(positions, kept);
  const Source rest = rows_of(whole, kept);
  const auto read = [&](const recipe::ComputeFormats& computed) {
    return table_sections(q.encoding, q.part, rest, asked.coordinates, computed);
  };
  if (const auto all = accepted(q, formats, read))
    return {{zeros_finding(zeros, whole.rows, match(all->sections))}, true, false};
  if (auto found = rows_elsewhere(q, whole, sections)) return {{std::move(*found)}, true, false};
  const bool sines = all_sines(sections);
  Diagnosis whole_table = sines ? of_sections(whole, sections) : Diagnosis();
  if (whole_table.complete) return whole_table;
  Diagnosis others = diagnose(asked, rest, read(formats));
  if (sines && !others.complete) return whole_table;
  const double same = others.findings.empty() ? 0 : others.findings.front().match;
  others.findings.insert(others.findings.begin(), zeros_finding(zeros, whole.rows, same));
  return others;
}

}  // namespace

Diagnosis diagnose(const AxialQuestion& q, const Source& whole, const Sections& sections) {
  if (auto found = read_otherwise(q, whole, sections)) return {{std::move(*found)}, true, false};
  if (const auto zeros = wrong_zeros(whole, sections); !zeros.empty())
    return with_zeros(q, whole, sections, zeros);
  if (auto found = rows_elsewhere(q, whole, sections)) return {{std::move(*found)}, true, false};
  return of_sections(whole, sections);
}

}  // namespace sextant::verify
