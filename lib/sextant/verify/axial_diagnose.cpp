#include "sextant/verify/axial_diagnose.hpp"

#include <algorithm>
#include <utility>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/verify/axial_readings.hpp"
#include "sextant/verify/candidate/fault.hpp"
#include "sextant/verify/candidate/order_candidates.hpp"
#include "sextant/verify/diagnosis/diagnose.hpp"
#include "sextant/verify/diagnosis/zero_rows.hpp"
#include "sextant/verify/rows/distinct_rows.hpp"

namespace sextant::verify {
namespace {

/// Which faults of sections are searched: all; or only those that explain a section alone, and only
/// until a section stays unexplained.
enum class Depth : unsigned char { all_faults, one_fault };

/// Returns the same sections, but none of them if some rows certainly do not match.
SectionsOf if_likely(SectionsOf sections) {
  return [sections = std::move(sections)](const recipe::ComputeFormats& formats) {
    Sections made = sections(formats);
    return may_be(made) ? std::move(made) : Sections();
  };
}

/// The row numbers, in the whole table, of some rows of a source.  Its positions are row numbers.
IndexRanges numbers(const Source& source, const IndexRanges& rows) {
  IndexRanges found;
  for (std::uint64_t k = 0; k < rows.count(); ++k)
    found.add(static_cast<std::uint64_t>(source.positions[rows[k]]));
  return found;
}

/// The finding about a section, with the axis, or with places in the whole table.  The positions of
/// `rows`, the section's rows, are row numbers of the whole table.
Finding put(Finding finding, const Source& rows, const TableSection& section) {
  auto& p = finding.parameters;
  if (!p.contains("places")) {
    std::vector<Axis> axes = {section.axis};
    axes.insert(axes.end(), section.also.begin(), section.also.end());
    p["axes"] = letters(axes);
    return finding;
  }
  for (Parameters& at : std::get<std::vector<Parameters>>(p["places"])) {
    if (at.contains("row")) {
      const auto row = static_cast<std::uint64_t>(std::get<Position>(at.at("row")));
      at["row"] = rows.positions[row];
      at["position"] = to_text(rows.positions[row]);
    }
    for (const char* column : {"channel", "holds"}) {
      if (!at.contains(column)) continue;
      at[column] = section.columns[static_cast<std::size_t>(std::get<Position>(at.at(column)))];
    }
  }
  return finding;
}

/// The offset of a section that should have one coordinate other than 0, and holds the row of
/// coordinate 0; nullopt otherwise.
std::optional<Finding> at_zero(const TableSection& section) {
  auto claim = claim_at_zero(section);
  if (!claim) return std::nullopt;
  const exact::Oracle oracle(claim->chart);
  const Piece piece{&section.source, &oracle, &claim->chart, claim->formats};
  if (!acceptance(std::span(&piece, 1))) return std::nullopt;
  Finding found = offset_to_zero(section);
  found.match = match(section.source, *claim);
  return found;
}

/// The faults of a section; empty if none is found.  If rows with the same coordinate are equal,
/// one row of each coordinate is diagnosed.  Otherwise, or if this finds damaged entries, all rows
/// are; also if it finds a fault of some rows, and all rows show one.  If `alone`, only faults that
/// explain the section alone are tried.
std::vector<Finding> of_section(const TableSection& section, bool alone) {
  if (auto offset = at_zero(section)) return {*std::move(offset)};
  const auto of = [&](const Source& rows) {
    return alone ? diagnose_whole(rows, section.claim)
                 : diagnose(rows, section.claim, *section.oracle);
  };
  const auto once = distinct_rows(section.source);
  auto found = of(once ? *once : section.source);
  if (!once || found.empty()) return found;
  if (has(found.front().fault, Trait::kDamage)) return of(section.source);
  if (!has(found.front().fault, Trait::kRows)) return found;
  auto of_all = of(section.source);
  return of_all.empty() ? found : of_all;
}

/// The fault of a finding about one axis, without the axis.
Cause of_axis(const Finding& finding) {
  Cause cause{finding.fault, finding.parameters};
  cause.parameters.erase("axes");
  return cause;
}

/// Whether a finding about one axis is this fault, or equals it there.
bool may_be(const Finding& finding, const Cause& cause) {
  return of_axis(finding) == cause ||
         std::find(finding.equals.begin(), finding.equals.end(), cause) != finding.equals.end();
}

/// Adds a finding.  If another section has the same one, or one of the two equals the other in its
/// section, and both or neither are proved, the known finding gets this axis instead.  Damaged
/// entries of all sections are one finding.
void add(Finding finding, std::vector<Finding>& findings) {
  for (Finding& known : findings) {
    if (known.fault == finding.fault && has(known.fault, Trait::kDamage) &&
        known.parameters.contains("places") && finding.parameters.contains("places"))
      return join(finding, known);
    if (!known.parameters.contains("axes") || !finding.parameters.contains("axes") ||
        known.residual.has_value() != finding.residual.has_value())
      continue;
    const std::string before = known.parameters.text("axes"),
                      more = finding.parameters.text("axes");
    const std::string axes = before == more ? before : before + "," + more;
    const bool ours = may_be(known, of_axis(finding));
    if (!ours && !may_be(finding, of_axis(known))) continue;
    if (ours) known.fault = finding.fault, known.parameters = finding.parameters;
    known.parameters["axes"] = axes;
    return;
  }
  findings.push_back(std::move(finding));
}

/// Whether one of the known findings has the fault of this finding, or one of its equals.
bool also_elsewhere(const Finding& finding, const std::vector<Finding>& known) {
  return std::any_of(known.begin(), known.end(), [&](const Finding& other) {
    return other.fault == finding.fault ||
           std::any_of(finding.equals.begin(), finding.equals.end(),
                       [&](const Cause& cause) { return cause.fault == other.fault; });
  });
}

/// The rows of zeros that should hold other numbers.
IndexRanges wrong_zeros(const Source& whole, const Sections& sections) {
  return zeros_unless(whole, [&](std::uint64_t row) {
    return std::all_of(sections.begin(), sections.end(), [&](const TableSection& one) {
      return vanishes(*one.oracle, whole.format, one.source.positions[row]);
    });
  });
}

/// Whether every entry is a sine or zero, so that rows of other coordinates may be all zeros.
bool all_sines(const Sections& sections) {
  return std::all_of(sections.begin(), sections.end(),
                     [](const TableSection& one) { return sines_alone(one.claim.chart); });
}

/// What is wrong with each section.  If all rows of a section have one coordinate, only damage, an
/// offset, and faults of other sections may explain it.
Diagnosis of_sections(const Source& whole, const Sections& sections, Depth depth) {
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
    // If one section is unexplained, so is the table: the others are then searched less.
    if (depth == Depth::one_fault && !diagnosis.complete) break;
    std::vector<Finding> found;
    if (depth == Depth::one_fault) found = damaged_alone(one.source, one.claim);
    if (found.empty()) found = of_section(one, depth == Depth::one_fault || !diagnosis.complete);
    if (k >= varying && varying > 0) {
      std::erase_if(found, [&](const Finding& finding) {
        return !has(finding.fault, Trait::kDamage) && !finding.parameters.contains("offset") &&
               !also_elsewhere(finding, diagnosis.findings);
      });
    }
    const bool proved = std::none_of(found.begin(), found.end(), [](const Finding& finding) {
      return finding.residual.has_value();
    });
    diagnosis.complete &= proved && !found.empty();
    for (const Finding& finding : found) add(put(finding, whole, one), diagnosis.findings);
    if (!found.empty()) same += entries * found.front().match;
  }
  diagnosis.complete &= !diagnosis.findings.empty();
  const auto all = static_cast<double>(whole.rows * whole.columns);
  for (Finding& finding : diagnosis.findings) finding.match = same / all;
  return diagnosis;
}

/// The finding that the prefix of a grid is wrong; nullopt if it is right.  `held` are the rows
/// with the tokens.  The prefix is wrong if they do not begin right after it, or if another row is
/// not zeros.  `same` is the fraction of bitwise matches in the rows with tokens.
std::optional<Finding> prefix_finding(const Grid& grid, const Source& whole,
                                      const IndexRanges::Range& held, double same) {
  const IndexRanges others = IndexRanges({held}).others(whole.rows);
  IndexRanges wrong;
  if (!others.empty()) {
    const Source rows = rows_of(whole, others);
    wrong = numbers(rows, rows_of_zeros(rows).others(rows.rows));
  }
  Parameters said = {{"claimed", whole.positions[0] + grid.prefix}};
  if (held.first != static_cast<std::uint64_t>(grid.prefix))
    said["prefix"] = whole.positions[held.first];
  if (!wrong.empty()) said["rows"] = wrong.text();
  if (said.values().size() == 1) return std::nullopt;
  const auto zeros = static_cast<double>(others.count() - wrong.count());
  const double matched = same * static_cast<double>(held.count()) + zeros;
  return Finding{"prefix-rows", std::move(said), matched / static_cast<double>(whole.rows)};
}

/// The question about some rows of tokens, without a prefix.
AxialQuestion about_tokens(AxialQuestion q, const IndexRanges& rows) {
  q.encoding.grid.prefix = 0;
  for (Positions& positions : q.coordinates) positions = rows_of(positions, rows);
  return q;
}

/// The finding about the prefix of a grid whose tokens are right; nullopt if there is none.  The
/// tokens are searched behind the claimed prefix and behind shorter ones.  If no prefix is claimed,
/// they are searched behind up to 16 rows; the last tokens are then missing.
std::optional<Finding> wrong_prefix(const AxialQuestion& q, const Source& whole,
                                    const recipe::ComputeFormats& formats) {
  constexpr std::uint64_t kMostMore = 16;
  const Grid& grid = q.encoding.grid;
  const auto prefix = static_cast<std::uint64_t>(grid.prefix);
  const std::uint64_t tokens = whole.rows - prefix;
  const bool of_grid = grid.height > 0 && grid.width > 0 && rows_of(grid) == whole.rows;
  const std::uint64_t most = of_grid ? std::min(kMostMore, tokens / 2) : 0;
  for (std::uint64_t k = 0; k <= (prefix > 0 ? prefix : most) && !q.deadline.passed(); ++k) {
    const std::uint64_t first = prefix > 0 ? prefix - k : k;
    const std::uint64_t count = std::min(tokens, whole.rows - first);
    const IndexRanges::Range held{first, first + count - 1};
    const AxialQuestion asked = about_tokens(q, IndexRanges({{prefix, prefix + count - 1}}));
    const Source tokens_held = rows_of(whole, IndexRanges({held}));
    const auto all = accepted(asked, formats, if_likely(sections_of(asked, tokens_held)));
    if (!all) continue;
    if (auto found = prefix_finding(grid, whole, held, match(all->sections))) return found;
  }
  return std::nullopt;
}

/// The diagnosis of a table with a prefix.  The rows of the prefix are judged separately, so that
/// no fault of the tokens has to explain them.
Diagnosis with_prefix(const AxialQuestion& q, const Source& whole,
                      const recipe::ComputeFormats& formats) {
  if (auto found = wrong_prefix(q, whole, formats)) return {{std::move(*found)}, true, false};
  const IndexRanges::Range held{static_cast<std::uint64_t>(q.encoding.grid.prefix), whole.rows - 1};
  const IndexRanges rows({held});
  const Source tokens = rows_of(whole, rows);
  const AxialQuestion asked = about_tokens(q, rows);
  Diagnosis others = diagnose(asked, tokens, sections_of(asked, tokens)(formats));
  const double same = others.findings.empty() ? 0 : others.findings.front().match;
  if (auto found = prefix_finding(q.encoding.grid, whole, held, same))
    others.findings.insert(others.findings.begin(), std::move(*found));
  return others;
}

/// The faults that explain the whole table by another reading of its columns; empty if there is
/// none.
std::vector<Finding> columns_read_otherwise(const AxialQuestion& q, const Source& whole,
                                            const Sections& sections) {
  std::vector<Finding> found;
  for_each_reading(q, whole, sections, [&](const std::vector<Finding>& faults, const auto& read) {
    if (q.deadline.passed()) return true;
    const auto all = accepted(q, sections.front().claim.formats, if_likely(read));
    if (!all) return false;
    found = faults;
    for (Finding& one : found) one.match = match(all->sections);
    return true;
  });
  return found;
}

/// Another reading of the columns, together with one fault that all varying sections have, or with
/// damaged entries; nullopt if no such pair explains the table.  If `near`, only readings that most
/// entries agree with are tried; otherwise the first few of the others.
std::optional<Diagnosis> reading_and_fault(const AxialQuestion& q, const Source& whole,
                                           const Sections& sections, bool near) {
  constexpr int kMostReadings = 8;
  std::optional<Diagnosis> both;
  int tried = 0;
  for_each_reading(q, whole, sections, [&](const std::vector<Finding>& faults, const auto& read) {
    if (q.deadline.passed()) return true;
    const Sections made = read(sections.front().claim.formats);
    if (may_be(made, true) != near) return false;
    if (++tried > kMostReadings) return true;
    Diagnosis found = of_sections(whole, made, Depth::one_fault);
    const auto as_first = [&](const Finding& one) {
      return one.fault == found.findings.front().fault;
    };
    if (!found.complete || !std::all_of(found.findings.begin(), found.findings.end(), as_first))
      return false;
    const double same = found.findings.front().match;
    found.findings.insert(found.findings.begin(), faults.begin(), faults.end());
    for (Finding& one : found.findings) one.match = same;
    both = std::move(found);
    return true;
  });
  return both;
}

/// The coordinates with an offset in all rows from `first` on.
std::vector<Positions> moved_from(std::vector<Positions> coordinates, std::uint64_t first,
                                  Position offset) {
  for (Positions& all : coordinates) {
    std::vector<Position> list;
    for (std::uint64_t row = 0; row < all.count; ++row)
      list.push_back(all[row] + (row < first ? 0 : static_cast<Position>(all.parts) * offset));
    all = Positions::of(std::move(list), all.parts);
  }
  return coordinates;
}

/// The question about a table in which all axes have the fault of a finding: with those of its
/// parameters that are fields of the encoding, such as `base`, with the opposite coordinates, or
/// with an offset from a row on.  nullopt if they change nothing.
std::optional<AxialQuestion> with_fault(AxialQuestion q, const Sections& sections,
                                        const Finding& finding) {
  const Parameters& said = finding.parameters;
  constexpr std::string_view kRow = "row ";
  const auto* offset =
      said.contains("offset") ? std::get_if<Position>(&said.at("offset")) : nullptr;
  if (offset != nullptr && said.contains("from") && said.text("from").starts_with(kRow)) {
    const std::uint64_t first = std::stoull(said.text("from").substr(kRow.size()));
    q.coordinates = moved_from(std::move(q.coordinates), first, *offset);
    return q;
  }
  const bool backward = said.contains("of") && said.text("of") == "the angle";
  const bool from_zero = std::all_of(sections.begin(), sections.end(), [](const auto& one) {
    return one.claim.chart.waves.origin == 0;
  });
  if (backward && !from_zero) return std::nullopt;
  if (backward) {
    for (Positions& all : q.coordinates)
      all = mapped(all, all.parts, [](Position p) { return -p; });
    return q;
  }
  const Encoding claimed = q.encoding.along;
  for (const auto& [name, value] : said.values()) {
    if (!std::holds_alternative<std::string>(value)) continue;
    try {
      set_field(q.encoding.along, name, said.text(name));
    } catch (const Error&) {  // it is no field
    }
  }
  return q.encoding.along == claimed ? std::nullopt : std::optional(std::move(q));
}

/// A fault that is proved for some sections, and explains all, alone or with another reading of the
/// columns; nullopt if there is none.  A section with few coordinates may not prove it.
std::optional<Diagnosis> fault_of_all(const AxialQuestion& q, const Source& whole,
                                      const Sections& sections, const Diagnosis& found) {
  const recipe::ComputeFormats& formats = sections.front().claim.formats;
  for (const Finding& finding : found.findings) {
    const auto other = finding.residual ? std::nullopt : with_fault(q, sections, finding);
    if (!other || q.deadline.passed()) continue;
    const auto read = sections_of(*other, whole);
    std::vector<Finding> reading;
    const auto all = accepted(q, formats, read);
    if (!all) reading = columns_read_otherwise(*other, whole, read(formats));
    if (!all && reading.empty()) continue;
    Finding of_all = finding;
    of_all.parameters["axes"] = letters(q.encoding.axes);
    of_all.match = all ? match(all->sections) : reading.front().match;
    Diagnosis both{{std::move(of_all)}, true, false};
    both.findings.insert(both.findings.end(), reading.begin(), reading.end());
    return both;
  }
  return std::nullopt;
}

/// The finding that the last rows repeat one before, with the faults of the others; nullopt if they
/// do not, or if nothing explains the others.  If `all_differ`, the claimed rows must differ in
/// every coordinate: those that differ in some are also equal if the others are dropped.
std::optional<Diagnosis> overrun(const AxialQuestion& q, const Source& whole,
                                 const recipe::ComputeFormats& formats, bool all_differ) {
  const auto row = repeated_from(whole);
  const auto differ = [&](const Positions& all) {
    for (std::uint64_t k = *row + 1; k < whole.rows; ++k)
      if (all[k] != all[*row]) return true;
    return false;
  };
  if (!row) return std::nullopt;
  const auto differing = std::count_if(q.coordinates.begin(), q.coordinates.end(), differ);
  const auto all_of_them = static_cast<std::ptrdiff_t>(q.coordinates.size());
  if (differing < (all_differ ? all_of_them : 1)) return std::nullopt;
  const IndexRanges rows({{0, *row}});
  const Source others = rows_of(whole, rows);
  const AxialQuestion asked = about_tokens(q, rows);
  const auto read = sections_of(asked, others);
  Diagnosis found{{}, true, false};
  const auto all = accepted(asked, formats, read);
  if (!all) found = diagnose(asked, others, read(formats));
  if (!found.complete) return std::nullopt;
  const double same = all ? match(all->sections) : found.findings.front().match;
  const auto part = static_cast<double>(others.rows) / static_cast<double>(whole.rows);
  found.findings.push_back({"table-overrun", {{"rows", *row + 1}}, same * part});
  return found;
}

/// Returns the diagnosis of a table with wrong rows of zeros.  The other rows may be right.  Or a
/// fault of all rows may cause the zeros: one such row or, if all entries are sines, rows of
/// coordinate 0.  Otherwise the zeros are one fault, and the other rows have faults of their own.
Diagnosis with_zeros(const AxialQuestion& q, const Source& whole, const Sections& sections,
                     const IndexRanges& zeros) {
  const IndexRanges kept = zeros.others(whole.rows);
  const auto finding = [&](double rest) {
    const auto rows = static_cast<std::uint64_t>(whole.positions[whole.rows - 1]) + 1;
    return zeros_finding(numbers(whole, zeros), rows, rest);
  };
  if (kept.empty()) return {{finding(0)}, true, false};
  const recipe::ComputeFormats& formats = sections.front().claim.formats;
  const AxialQuestion asked = about_tokens(q, kept);
  const Source rest = rows_of(whole, kept);
  const auto read = sections_of(asked, rest);
  if (const auto all = accepted(q, formats, read))
    return {{finding(match(all->sections))}, true, false};
  Diagnosis of_all;
  if (zeros.count() == 1 || all_sines(sections)) {
    of_all = of_sections(whole, sections, Depth::all_faults);
    if (of_all.complete) return of_all;
    if (auto one = fault_of_all(q, whole, sections, of_all)) return *std::move(one);
  }
  if (auto found = rows_elsewhere(q, whole, sections)) return {{std::move(*found)}, true, false};
  if (auto found = wrong_prefix(q, whole, formats)) return {{std::move(*found)}, true, false};
  Diagnosis others = diagnose(asked, rest, read(formats));
  const double same = others.findings.empty() ? 0 : others.findings.front().match;
  others.findings.insert(others.findings.begin(), finding(same));
  return others.complete || of_all.findings.empty() ? others : of_all;
}

/// Returns the diagnosis of the rows whose entries are all finite.  Not complete if the claim
/// accepts them, and if all rows are such, or none.
Diagnosis of_finite_rows(const AxialQuestion& q, const Source& whole,
                         const recipe::ComputeFormats& formats) {
  const IndexRanges finite = finite_rows(whole);
  if (finite.empty() || finite.count() == whole.rows) return {};
  const AxialQuestion asked = about_tokens(q, finite);
  const Source rest = rows_of(whole, finite);
  const auto sections = sections_of(asked, rest);
  if (accepted(asked, formats, sections)) return {};
  Diagnosis found = diagnose(asked, rest, sections(formats));
  for (Finding& one : found.findings)
    one.match *= static_cast<double>(rest.rows) / static_cast<double>(whole.rows);
  return found;
}

}  // namespace

Diagnosis diagnose(const AxialQuestion& q, const Source& whole, const Sections& sections) {
  if (q.encoding.grid.prefix > 0) return with_prefix(q, whole, sections.front().claim.formats);
  if (Diagnosis rest = of_finite_rows(q, whole, sections.front().claim.formats); rest.complete)
    return rest;
  if (auto found = columns_read_otherwise(q, whole, sections); !found.empty())
    return {std::move(found), true, false};
  const recipe::ComputeFormats& formats = sections.front().claim.formats;
  if (auto found = overrun(q, whole, formats, true)) return *std::move(found);
  const IndexRanges zeros = wrong_zeros(whole, sections);
  if (!zeros.empty()) return with_zeros(q, whole, sections, zeros);
  if (auto found = rows_elsewhere(q, whole, sections)) return {{std::move(*found)}, true, false};
  Diagnosis found = of_sections(whole, sections, Depth::one_fault);
  if (!found.complete) {
    if (auto both = reading_and_fault(q, whole, sections, true)) return *std::move(both);
    found = of_sections(whole, sections, Depth::all_faults);
  }
  if (found.findings.size() > 1 || !found.complete)
    if (auto one = fault_of_all(q, whole, sections, found)) return *std::move(one);
  if (!found.complete && !found.accepted_separately) {
    if (auto prefix = wrong_prefix(q, whole, formats)) return {{std::move(*prefix)}, true, false};
    if (auto both = reading_and_fault(q, whole, sections, false)) return *std::move(both);
    if (auto last = overrun(q, whole, formats, false)) return *std::move(last);
  }
  return found;
}

}  // namespace sextant::verify
