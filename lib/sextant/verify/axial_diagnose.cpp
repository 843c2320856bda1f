#include "sextant/verify/axial_diagnose.hpp"

#include <algorithm>
#include <numeric>

#include "sextant/encoding/axial/axial_grid.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/axial_text.hpp"
#include "sextant/verify/axial_columns.hpp"
#include "sextant/verify/diagnosis/diagnose.hpp"
#include "sextant/verify/diagnosis/zero_rows.hpp"
#include "sextant/verify/rows/distinct_rows.hpp"

namespace sextant::verify {
namespace {

/// Another reading of the same table.
struct Other {
  std::string fault;
  Parameters parameters;
  Axial encoding;
  std::vector<Positions> coordinates;
};

std::string letters(const std::vector<Axis>& axes) {
  std::string text;
  for (const Axis axis : axes) text += (text.empty() ? "" : ",") + std::string(1, letter(axis));
  return text;
}

/// The coordinates of a grid, where they are a grid's.
std::vector<Positions> of_grid(const Axial& e) {
  std::vector<Positions> list;
  for (const Axis axis : axes_of(e)) list.push_back(indices(e.grid, axis));
  return list;
}

class Others {
 public:
  explicit Others(const AxialQuestion& q)
      : q_(q), grid_(q.encoding.grid.height > 0 && q.encoding.grid.width > 0) {}

  std::vector<Other> all() {
    exchanged();
    if (grid_) rows();
    spread();
    if (of_text(q_.encoding)) {
      split();
      sections();
    }
    return std::move(others_);
  }

 private:
  /// Blocks of the row in another order, height and width exchanged first of all.
  void exchanged() {
    std::vector<Axis> claimed = q_.encoding.axes;
    std::vector<Axis> order = claimed;
    const auto swap = [](Axis axis) {
      return axis == Axis::height ? Axis::width : axis == Axis::width ? Axis::height : axis;
    };
    std::transform(claimed.begin(), claimed.end(), order.begin(), swap);
    add_order(order);
    const std::vector<Axis> first = order;
    std::sort(order.begin(), order.end());
    do {
      if (order != claimed && order != first) add_order(order);
    } while (std::next_permutation(order.begin(), order.end()));
  }

  void add_order(const std::vector<Axis>& order) {
    Axial other = q_.encoding;
    other.axes = order;
    others_.push_back({"axes-swapped",
                       {{"axes", letters(order)}, {"claimed", letters(q_.encoding.axes)}},
                       other,
                       q_.coordinates});
  }

  /// Rows that go down the columns of the grid, and a grid as high as it should be wide.
  void rows() {
    Axial other = q_.encoding;
    other.grid.down = !other.grid.down;
    if (other.grid.merge == 1)
      add(other, {{"rows", other.grid.down ? "down the columns" : "along the lines"}});
    other = q_.encoding;
    std::swap(other.grid.height, other.grid.width);
    if (other.grid.height != other.grid.width)
      add(other, {{"height", other.grid.height}, {"width", other.grid.width}});
  }

  void add(const Axial& other, Parameters parameters) {
    others_.push_back({"axes-swapped", std::move(parameters), other, of_grid(other)});
  }

  /// Halves of each axis for those of the whole row, and the reverse: with the axes exchanged, MAE
  /// for timm.
  void spread() {
    const auto* sinusoids = std::get_if<Sinusoidal>(&q_.encoding.along);
    if (sinusoids == nullptr || sinusoids->layout == Layout::interleaved) return;
    Axial other = q_.encoding;
    const bool blocks = other.spread == Spread::blocks;
    other.spread = blocks ? Spread::row : Spread::blocks;
    for (const bool exchanged : {false, true}) {
      if (exchanged) std::reverse(other.axes.begin(), other.axes.end());
      others_.push_back({"layout",
                         {{"spread", blocks ? "row" : "blocks"}, {"axes", letters(other.axes)}},
                         other,
                         q_.coordinates});
    }
  }

  /// The other way of splitting, with these sections and with those of its own model.
  void split() {
    Axial other = q_.encoding;
    const bool chunked = other.split == Split::chunked;
    other.split = chunked ? Split::alternating : Split::chunked;
    add_split(other);
    other.sections = find_axial(chunked ? "mrope-interleaved" : "mrope")->sections;
    const auto pairs = [](const Axial& e) {
      return std::accumulate(e.sections.begin(), e.sections.end(), 0);
    };
    if (other.sections != q_.encoding.sections && pairs(other) == pairs(q_.encoding))
      add_split(other);
  }

  void add_split(const Axial& other) {
    others_.push_back({"section-order",
                       {{"order", other.split == Split::chunked ? "chunked" : "interleaved"},
                        {"sections", other.sections}},
                       other,
                       q_.coordinates});
  }

  /// The sizes of sections in another order, and with their axes.
  void sections() {
    std::vector<int> sizes = q_.encoding.sections;
    std::sort(sizes.begin(), sizes.end());
    do {
      if (sizes == q_.encoding.sections) continue;
      Axial other = q_.encoding;
      other.sections = sizes;
      others_.push_back({"section-order", {{"sections", sizes}}, other, q_.coordinates});
      for (std::vector<Axis> order = axes_of(other);
           std::next_permutation(order.begin(), order.end());) {
        other.axes = order;
        others_.push_back({"section-order",
                           {{"sections", sizes}, {"axes", letters(order)}},
                           other,
                           q_.coordinates});
      }
    } while (std::next_permutation(sizes.begin(), sizes.end()));
  }

  const AxialQuestion& q_;
  bool grid_;
  std::vector<Other> others_;
};

std::optional<Finding> read_otherwise(const AxialQuestion& q, const Source& whole,
                                      const recipe::ComputeFormats& formats) {
  for (const Other& other : Others(q).all()) {
    if (q.deadline.passed()) break;
    const auto sections = table_sections(other.encoding, q.part, whole, other.coordinates, formats);
    if (may_be(whole, sections) && acceptance(sections))
      return Finding{other.fault, other.parameters, match(sections)};
  }
  return std::nullopt;
}

/// What is said of a section's places, as places of the whole table.
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

/// What is wrong with a section: with its coordinates one by one, where rows of the same one are
/// the same; else with its rows as they stand.
std::vector<Finding> of_section(const TableSection& section) {
  if (const auto once = distinct_rows(section.source)) {
    auto found = diagnose(*once, section.claim, *section.oracle);
    if (!found.empty() && found.front().fault != "corrupt-entry") return found;
  }
  return diagnose(section.source, section.claim, *section.oracle);
}

/// Adds a finding to those that say the same of other sections, or as a new one.
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

/// The rows of zeros that should hold other numbers.
IndexRanges wrong_zeros(const Source& whole, const std::vector<TableSection>& sections) {
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

/// What is wrong with a table some of whose rows are zeros: these, and what is wrong with the
/// others.
Diagnosis with_zeros(const AxialQuestion& q, const Source& whole, const IndexRanges& zeros,
                     const recipe::ComputeFormats& formats) {
  const IndexRanges kept = zeros.others(whole.rows);
  if (kept.empty()) return {{zeros_finding(zeros, whole.rows, 0)}, true, false};
  AxialQuestion asked = q;
  for (Positions& positions : asked.coordinates) positions = rows_of(positions, kept);
  const Source rest = rows_of(whole, kept);
  for (const Format& compute : {formats.compute, kFloat64}) {
    if (compute != formats.compute && q.computed_in) continue;
    recipe::ComputeFormats computed = formats;
    computed.compute = compute;
    const auto sections = table_sections(q.encoding, q.part, rest, asked.coordinates, computed);
    if (acceptance(sections))
      return {{zeros_finding(zeros, whole.rows, match(sections))}, true, false};
  }
  const auto sections = table_sections(q.encoding, q.part, rest, asked.coordinates, formats);
  Diagnosis others = diagnose(asked, rest, sections);
  const double same = others.findings.empty() ? 0 : others.findings.front().match;
  others.findings.insert(others.findings.begin(), zeros_finding(zeros, whole.rows, same));
  return others;
}

}  // namespace

Diagnosis diagnose(const AxialQuestion& q, const Source& whole,
                   const std::vector<TableSection>& sections) {
  const recipe::ComputeFormats& formats = sections.front().claim.formats;
  if (auto found = read_otherwise(q, whole, formats)) return {{std::move(*found)}, true, false};
  if (auto found = turned_by_others(q, whole, sections)) return {{std::move(*found)}, true, false};
  if (const auto zeros = wrong_zeros(whole, sections); !zeros.empty())
    return with_zeros(q, whole, zeros, formats);
  Diagnosis diagnosis{{}, true, true};
  double same = 0;
  for (const TableSection& one : sections) {
    const auto entries = static_cast<double>(one.source.rows * one.source.columns);
    const Piece piece = one.piece();
    if (acceptance(std::span(&piece, 1))) {
      same += entries * match(one.source, one.claim);
      continue;
    }
    diagnosis.accepted_separately = false;
    const auto found = of_section(one);
    diagnosis.complete &= !found.empty();
    for (const Finding& finding : found) add(put(finding, one), diagnosis.findings);
    if (!found.empty()) same += entries * found.front().match;
  }
  diagnosis.complete &= !diagnosis.findings.empty();
  const auto all = static_cast<double>(whole.rows * whole.columns);
  for (Finding& finding : diagnosis.findings) finding.match = same / all;
  return diagnosis;
}

}  // namespace sextant::verify
