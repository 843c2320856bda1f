#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "sextant/encoding/axial/axial_grid.hpp"
#include "sextant/encoding/text/field.hpp"
#include "sextant/verify/axial_readings.hpp"
#include "sextant/verify/observation/approximate.hpp"
#include "sextant/verify/observation/approximate_reference.hpp"
#include "sextant/verify/observation/expected.hpp"
#include "sextant/verify/rows/index_ranges.hpp"

namespace sextant::verify {
namespace {

/// Some rows of a section, which are compared with waves of other coordinates.
class ObservedRows {
 public:
  explicit ObservedRows(const TableSection& section)
      : section_(section), frequencies_(approximate_frequencies(section.claim.chart.waves)) {
    constexpr std::uint64_t kRows = 24;
    std::set<std::uint64_t> rows;
    for (const std::uint64_t row : spread(section.source.rows, kRows)) rows.insert(row);
    for (const Position index : {Position{0}, extremes(section.source.positions).second})
      if (const auto row = row_of(index)) rows.insert(*row);
    for (const std::uint64_t row : rows)
      rows_.push_back({section.source.positions[row], section.source.row(row)});
  }

  /// Whether the rows agree with the coordinates factor·index + offset.
  bool agree(const Rational& factor, const Rational& offset) const {
    const auto by = static_cast<double>(factor), from = static_cast<double>(offset);
    return std::all_of(rows_.begin(), rows_.end(), [&](const Row& row) {
      return agrees(row, by * static_cast<double>(row.index) + from);
    });
  }
  /// Whether a row of this index is known, and agrees with a coordinate.
  bool agrees(Position index, const Rational& coordinate) const {
    return std::any_of(rows_.begin(), rows_.end(), [&](const Row& row) {
      return row.index == index && agrees(row, static_cast<double>(coordinate));
    });
  }

 private:
  struct Row {
    Position index;
    std::vector<double> values;
  };

  std::optional<std::uint64_t> row_of(Position index) const {
    for (std::uint64_t row = 0; row < section_.source.rows; ++row)
      if (section_.source.positions[row] == index) return row;
    return std::nullopt;
  }

  bool agrees(const Row& row, double coordinate) const {
    const auto& channels = section_.claim.chart.channels;
    for (std::size_t c = 0; c < channels.size(); ++c) {
      const double angle = frequencies_[static_cast<std::size_t>(channels[c].pair)] * coordinate;
      const auto within =
          allowance(section_.source.format, section_.claim.formats.compute, std::abs(angle));
      const double want =
          channels[c].function == Function::sine ? std::sin(angle) : std::cos(angle);
      if (within && !(std::abs(row.values[c] - want) <= *within)) return false;
    }
    return true;
  }

  const TableSection& section_;
  std::vector<double> frequencies_;  ///< in radians, without the scale
  std::vector<Row> rows_;
};

/// Another coordinate along one axis.
struct Other {
  Axial encoding;
  Finding finding;
};

/// Tries the coordinates along the axis of one section.
class AxisReader {
 public:
  AxisReader(const AxialQuestion& asked, const Sections& sections, std::size_t section)
      : asked_(asked), claimed_(asked.encoding), section_(section), rows_(sections[section]) {
    const std::vector<Axis> axes = axes_of(claimed_);
    axis_ = sections[section].axis;
    place_ = static_cast<std::size_t>(std::find(axes.begin(), axes.end(), axis_) - axes.begin());
  }

  /// Whether the table agrees with an encoding along this axis.
  bool fits(const Axial& e) const {
    const Waves waves = exact_waves(e);
    return rows_.agree(waves.scale, waves.scale * waves.origin);
  }

  /// The first other coordinate that agrees with the table; nullopt if none does.
  std::optional<Other> other() const {
    const bool cropped = claimed_.coordinate == Coordinate::cropped;
    return cropped ? other_ends() : other_factor();
  }

 private:
  Waves exact_waves(const Axial& e) const { return sections(e, asked_.part)[section_].chart.waves; }

  Rational of_list(const std::vector<Rational>& list) const {
    return list.empty() ? Rational(1) : list[place_];
  }

  /// Factors by which programs may multiply indices: without the claimed scale or divisor, of
  /// another frame rate, and powers of two.
  std::vector<Rational> factors() const {
    const Rational scale = of_list(claimed_.scales), divisor = of_list(claimed_.divisors);
    std::vector<Rational> found = {divisor / scale, 1 / scale, divisor};
    const auto rates = {8, 12, 15, 16, 24, 25, 30, 48, 50, 60, 100};
    if (axis_ == Axis::time)
      for (const int rate : rates)
        for (const int claimed : rates) found.emplace_back(claimed, rate);
    for (Integer two = 2; two <= 64; two *= 2)
      found.emplace_back(two), found.emplace_back(Rational(1) / Rational(two));
    std::erase(found, Rational(1));
    return found;
  }

  std::optional<Other> other_factor() const {
    const Waves waves = exact_waves(claimed_);
    for (const Rational& factor : factors()) {
      if (!rows_.agree(waves.scale * factor, waves.scale * waves.origin)) continue;
      Axial e = claimed_;
      e.scales.resize(axes_of(e).size(), 1);
      e.scales[place_] *= factor;
      return Other{std::move(e), {"position-scale", {{"scale", to_text(factor)}}}};
    }
    Axial e = claimed_;
    e.coordinate = Coordinate::index;
    const bool doubled = claimed_.coordinate == Coordinate::doubled;
    if (!doubled || !fits(e)) return std::nullopt;
    return Other{std::move(e), {"coordinate-range", {{"coordinate", "x"}, {"claimed", "2 x - 1"}}}};
  }

  /// The coordinates of the first and the last token, and the edges of a crop that explains them.
  struct Ends {
    Rational first, last;
    std::string crop = {};  ///< empty: no crop does
  };

  std::optional<Other> other_ends() const {
    const int size = size_of(claimed_.grid, axis_);
    const bool across = axis_ == Axis::width;
    const bool of_image = across || axis_ == Axis::height;
    if (!of_image || size < 2 || !claimed_.start.empty()) return std::nullopt;
    const Waves waves = exact_waves(claimed_);
    const Rational first = waves.scale * waves.origin;
    const Rational last = waves.scale * (waves.origin + size - 1);
    const int edge = claimed_.crop.empty() ? size : claimed_.crop[across ? 3 : 2];
    const auto found = ends(size, 2 * std::max(edge, size), waves.scale);
    if (!found) return std::nullopt;
    Axial e = claimed_;
    e.coordinate = Coordinate::spanning;
    e.crop.clear();
    e.range = {found->first, found->last};
    e.grid.frames = e.grid.height = e.grid.width = size;  // a line along every axis
    Parameters said = {{"range", Numerals{}.write(e.range)},
                       {"claimed", Numerals{}.write({first, last})}};
    if (!found->crop.empty()) said["crop"] = found->crop;
    return Other{std::move(e), {"coordinate-range", std::move(said)}};
  }

  /// The ends of the lines that agree with the table: of a crop, of steps that divide it by the
  /// number of tokens, or of the edges themselves.  Lines of the claimed step are an offset.
  /// nullopt if there are none among the first 65,536.
  std::optional<Ends> ends(int size, int most, const Rational& claimed) const {
    constexpr int kMostTried = 1 << 16;
    const Rational part(size - 1, size);
    int tried = 0;
    for (int from = 0; from < most && tried < kMostTried; ++from, ++tried) {
      if (!rows_.agrees(0, from)) continue;
      for (int to = from + 1; to <= most && tried < kMostTried; ++to, ++tried) {
        if (asked_.deadline.passed()) return std::nullopt;
        const std::string crop = fmt::format("{} to {}", from, to);
        for (const Ends& one :
             {Ends{from, to * part, crop}, Ends{from, from + (to - from) * part}, Ends{from, to}}) {
          const Rational step = (one.last - one.first) / (size - 1);
          if (step != 0 && step != claimed && rows_.agrees(size - 1, one.last) &&
              rows_.agree(step, one.first))
            return one;
        }
      }
    }
    return std::nullopt;
  }

  const AxialQuestion& asked_;
  const Axial& claimed_;
  std::size_t section_;
  Axis axis_ = Axis::time;
  std::size_t place_ = 0;  ///< of the axis, in lists of numbers for each axis
  ObservedRows rows_;
};

/// Adds the finding about an axis, or the axis to the same finding about others.
void add(Finding finding, char axis, std::vector<Finding>& findings) {
  for (Finding& known : findings) {
    finding.parameters["axes"] = known.parameters.text("axes");
    if (known.fault != finding.fault || !(known.parameters == finding.parameters)) continue;
    known.parameters["axes"] = known.parameters.text("axes") + "," + axis;
    return;
  }
  finding.parameters["axes"] = std::string(1, axis);
  findings.push_back(std::move(finding));
}

}  // namespace

bool is_constant(const TableSection& section) {
  for (std::uint64_t row = 1; row < section.source.rows; ++row)
    if (section.source.positions[row] != section.source.positions[0]) return false;
  return true;
}

std::optional<Claim> claim_at_zero(const TableSection& section) {
  Claim claim = section.claim;
  Waves& waves = claim.chart.waves;
  const Rational at = to_rational(section.source.positions[0]) + waves.origin;
  const bool turns = is_wave(claim.chart.channels.front().function);
  if (at == 0 || !turns || !is_constant(section)) return std::nullopt;
  waves.origin -= at;
  waves.coordinate = {};
  return claim;
}

Finding offset_to_zero(const TableSection& section) {
  const Waves& waves = section.claim.chart.waves;
  const Rational at = to_rational(section.source.positions[0]) + waves.origin;
  Finding found{"position-offset",
                {{"offset", position_value(Rational(-at / Rational(waves.parts)))}}};
  found.equals.push_back({"uninitialised", {{"frequencies", "0"}}});
  return found;
}

std::optional<OtherCoordinates> forgotten_starts(const AxialQuestion& q, const Source& whole,
                                                 const Sections& sections) {
  OtherCoordinates found;
  std::set<std::size_t> moved;
  for (std::size_t k = 0; k < sections.size(); ++k) {
    if (!claim_at_zero(sections[k]) || !ObservedRows(sections[k]).agree(0, 0)) continue;
    moved.insert(k);
    add(offset_to_zero(sections[k]), letter(sections[k].axis), found.findings);
  }
  if (moved.empty()) return std::nullopt;
  found.sections = [&whole, claimed = sections_of(q, whole), moved](const auto& formats) {
    Sections made = claimed(formats);
    for (const std::size_t k : moved) {
      TableSection& one = made[k];
      const Positions positions = one.source.positions;
      one = table_section(whole, one.axis, one.columns, positions, *claim_at_zero(one));
    }
    return made;
  };
  return found;
}

std::optional<OtherCoordinates> other_coordinates(const AxialQuestion& q, const Source& whole,
                                                  const Sections& sections) {
  const Coordinate coordinate = q.encoding.coordinate;
  if (coordinate != Coordinate::cropped && coordinate != Coordinate::doubled &&
      coordinate != Coordinate::midpoint)
    return std::nullopt;
  std::vector<AxialQuestion> questions;  // section k of the table is that of question k
  OtherCoordinates found;
  for (std::size_t k = 0; k < sections.size(); ++k) {
    const AxisReader reader(q, sections, k);
    questions.push_back(q);
    if (sections[k].source.positions.parts != 1) return std::nullopt;
    if (reader.fits(q.encoding)) continue;
    auto other = reader.other();
    if (!other) return std::nullopt;
    questions.back().encoding = std::move(other->encoding);
    add(std::move(other->finding), letter(sections[k].axis), found.findings);
  }
  if (found.findings.empty()) return std::nullopt;
  found.sections = [&whole, questions](const recipe::ComputeFormats& formats) {
    Sections made;
    for (std::size_t k = 0; k < questions.size(); ++k)
      made.push_back(std::move(sections_of(questions[k], whole)(formats)[k]));
    return made;
  };
  return found;
}

}  // namespace sextant::verify
