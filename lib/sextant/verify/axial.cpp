#include "sextant/verify/axial.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "sextant/encoding/axial/axial_grid.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/axial_text.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/verify/axial_diagnose.hpp"
#include "sextant/verify/axial_readings.hpp"
#include "sextant/verify/candidate/storing_candidates.hpp"
#include "sextant/verify/observation/expected.hpp"
#include "sextant/verify/reading.hpp"
#include "sextant/verify/sections.hpp"
#include "sextant/verify/verdict/grading.hpp"
#include "sextant/verify/verdict/warnings.hpp"

namespace sextant::verify {
namespace {

/// The question with the dim and part that the number of columns determines.  Throws Error if they
/// do not agree.
AxialQuestion fitted(const Table& table, AxialQuestion q) {
  const std::uint64_t columns = table.columns();
  const bool one_function = q.part == Part::cos || q.part == Part::sin;
  const std::uint64_t raw = raw_columns(q.encoding, q.part);
  if (!q.dim_given && !one_function && columns > raw)
    set_field(q.encoding, "dim", std::to_string(dim_of(q.part, columns - raw)));
  q.part = fitting(q.part, dim(q.encoding.along), columns);
  const std::size_t wanted = width(q.encoding, q.part);
  if (wanted == columns) return q;
  throw Error(fmt::format("{}: {} columns do not agree with dim={} (which has {}); shape {}",
                          table.name(), columns, dim(q.encoding.along), wanted,
                          shape_text(table.shape())));
}

/// The columns of −sin.
std::vector<std::size_t> negated_columns(const AxialQuestion& q) {
  std::vector<std::size_t> negated;
  for (const Section& one : sections(q.encoding, q.part))
    for (const std::size_t j : sextant::negated_columns(one.chart))
      negated.push_back(one.columns[j]);
  return negated;
}

/// The table with −sin read as sin.
Table without_signs(const Table& table, const std::vector<std::size_t>& negated) {
  if (negated.empty()) return table;
  std::vector<Table::Reading> readings(table.columns(), Table::Reading::stored);
  for (const std::size_t j : negated) readings[j] = Table::Reading::negated;
  return table.read_as(std::move(readings));
}

std::string grid_words(const Grid& g) {
  std::string text = fmt::format("of a grid of {} x {}", g.height, g.width);
  if (g.frames > 1) text = fmt::format("of {} frames of {} x {}", g.frames, g.height, g.width);
  if (g.prefix == 0) return text;
  return text + (g.prefix == 1 ? " after a row of zeros"
                               : fmt::format(" after {} rows of zeros", g.prefix));
}

/// The end of a message about a table whose number of rows is not that of its grid: what to pass
/// or to leave out.  Empty if it has fewer rows than tokens, or more than twice as many.
std::string prefix_hint(const AxialQuestion& q, std::uint64_t rows) {
  Grid grid = q.encoding.grid;
  grid.prefix = 0;
  const std::uint64_t tokens = rows_of(grid);
  if (rows < tokens || rows > 2 * tokens) return {};
  if (rows == tokens) return ": without --prefix they do";
  const std::uint64_t more = rows - tokens;
  if (std::holds_alternative<Rotary>(q.encoding.along))
    return fmt::format(
        ": {} more than the grid has; leave them out, or give the coordinates of "
        "every row by --positions-file",
        more);
  return fmt::format(": if the first {} zeros, as of a class token, pass --prefix {}",
                     more == 1 ? "row is" : fmt::format("{} rows are", more), more);
}

/// Sets the coordinates of the rows in the question, and returns them in words.  Throws Error if
/// they do not agree with the number of rows.
std::string place(const Table& table, AxialQuestion& q) {
  const bool of_grid = q.coordinates.empty();
  const std::uint64_t rows = of_grid ? rows_of(q.encoding.grid) : q.coordinates.front().count;
  const std::string words = of_grid ? grid_words(q.encoding.grid) : "of coordinates listed";
  if (rows != table.rows())
    throw Error(fmt::format("{}: {} rows do not agree with the {} {}{}", table.name(), table.rows(),
                            rows, words, of_grid ? prefix_hint(q, table.rows()) : ""));
  if (!of_grid) return words;
  for (const Axis axis : axes_of(q.encoding)) q.coordinates.push_back(indices(q.encoding, axis));
  return words;
}

recipe::ComputeFormats formats_of(const AxialQuestion& q, const Format& format) {
  return {.compute = computed_in(q.computed_in, format), .store = format, .library = q.library};
}

/// The true value, as a decimal, at the place of a maximum error, whose row and channel are those
/// of the whole table.
std::string truth(const Sections& sections, const Format& format, measure::MaxError max_error) {
  for (const TableSection& one : sections) {
    const auto& columns = one.columns;
    const auto at = std::find(columns.begin(), columns.end(), max_error.witness.channel);
    if (max_error.empty() || at == columns.end()) continue;
    max_error.witness.channel = static_cast<std::size_t>(at - columns.begin());
    max_error.witness.position = one.source.positions[max_error.witness.row];
    // The position and the angles of this chart are both in units of 1/parts.
    return decimal_truth(one.claim.chart, format, max_error);
  }
  return {};
}

/// The places where a table disagrees with its sections.
Where place_of_errors(const Source& source, const Sections& sections) {
  std::vector<Expected> expected;
  for (const TableSection& one : sections)
    expected.emplace_back(one.claim.chart, one.claim.formats);
  ComparedRows rows{source.rows, source.columns, source.format, {}};
  rows.read = [&](std::uint64_t first, std::uint64_t count, std::span<double> got,
                  std::span<double> want, std::span<double> within) {
    source.read(first, count, got);
    for (std::size_t k = 0; k < sections.size(); ++k) {
      const auto& columns = sections[k].columns;
      std::vector<double> truth(columns.size()), allowed(columns.size());
      for (std::uint64_t row = 0; row < count; ++row) {
        expected[k].row(sections[k].source.positions[first + row], truth, allowed);
        for (std::size_t j = 0; j < columns.size(); ++j) {
          want[row * source.columns + columns[j]] = truth[j];
          within[row * source.columns + columns[j]] = allowed[j];
        }
      }
    }
  };
  return where(rows, false);
}

/// Adds `start` to findings of integer offsets along axes: the --start that includes all of them.
void add_start(const Axial& encoding, std::vector<Finding>& findings) {
  const std::vector<Axis> axes = axes_of(encoding);
  std::vector<int> start = encoding.start;
  start.resize(axes.size());
  std::vector<Finding*> moved;
  for (Finding& one : findings) {
    const Parameters& p = one.parameters;
    if (!p.contains("axes") || !p.contains("offset") || p.contains("from")) continue;
    const auto* offset = std::get_if<Position>(&p.at("offset"));
    if (offset == nullptr || one.residual) continue;
    bool whole = true;  // of tokens
    std::vector<int> with = start;
    for (std::size_t k = 0; k < axes.size(); ++k) {
      if (p.text("axes").find(letter(axes[k])) == std::string::npos) continue;
      const Position token =
          counts_half_frames(encoding, axes[k]) ? Position{2} * encoding.stride : 1;
      whole = whole && *offset % token == 0;
      with[k] += static_cast<int>(*offset / token);
    }
    if (!whole) continue;
    start = std::move(with);
    moved.push_back(&one);
  }
  for (Finding* one : moved) one->parameters["start"] = start;
}

void grade(const AxialQuestion& q, const Source& whole, const Sections& sections, Verdict& v,
           const Progress& progress) {
  const auto accepted_by = [&] {
    auto all = accepted(q, sections.front().claim.formats, sections_of(q, whole), progress);
    return all ? std::optional(std::move(all->by)) : std::nullopt;
  };
  const auto cut = [&] {
    return std::all_of(sections.begin(), sections.end(),
                       [](const auto& one) { return truncated(one.source, *one.oracle); });
  };
  if (graded({[&] { return match(sections); }, accepted_by, cut}, v)) return;
  Diagnosis found = diagnose(q, whole, sections);
  add_start(q.encoding, found.findings);
  v.findings.insert(v.findings.end(), found.findings.begin(), found.findings.end());
  v.grade = found.complete ? Grade::explained : Grade::unexplained;
  if (found.accepted_separately)
    v.warnings.emplace_back("every section is covered by some recipe, but none covers them all");
}

/// Whether a table has the rows and columns of a question.
bool fits(const Table& table, const AxialQuestion& asked) {
  try {
    AxialQuestion q = fitted(table, asked);
    place(table, q);
    return true;
  } catch (const Error&) {
    return false;
  }
}

/// Judges a table.  If it had to be changed before it could be read, `altered` says how: a program
/// that reads it as stored gets wrong numbers.
Verdict judge(const Table& stored, const AxialQuestion& asked, std::optional<Finding> altered,
              const Progress& progress) {
  AxialQuestion q = fitted(stored, asked);
  const std::vector<std::size_t> negated = negated_columns(q);
  const Table table = without_signs(stored, negated);
  if (!q.coordinates.empty())
    q.encoding.grid.prefix = 0;  // listed coordinates are only those of tokens
  Verdict v;
  v.positions = place(table, q);
  const Source source = held(whole(table, Positions::from(0, table.rows())));
  auto sections = sections_of(q, source)(formats_of(q, table.format()));
  q.deadline = asked.deadline.fresh();
  for (TableSection& one : sections) one.claim.deadline = q.deadline;
  v.format = table.format();
  v.required = q.required;
  v.limits = q.limits;
  expect_phases(q.limits, sections.front().claim.chart);
  v.encoding = to_text(q.encoding);
  v.part = q.part;
  v.amplitude = amplitude_of(sections.front().claim.chart);
  v.holds = table.holds();
  v.statistics = statistics(sections, progress);
  v.truths = {truth(sections, v.format, v.statistics.absolute),
              truth(sections, v.format, v.statistics.ulps),
              truth(sections, v.format, v.statistics.phase)};
  restore_signs(negated, v);
  grade(q, source, sections, v, progress);
  v.ended_early = q.deadline.ended();
  v.recipe = bitwise_matching_recipe(sections);
  if (!v.passes()) v.where = place_of_errors(source, sections);
  const auto more = warnings(sections.front().claim, v);
  v.warnings.insert(v.warnings.end(), more.begin(), more.end());
  if (altered) {
    altered->match = match(sections);
    add_alteration(*std::move(altered), v);
  }
  return v;
}

/// Returns the verdict by another question, with the finding that this is a fault; nullopt if the
/// table does not fit that question, or stays unexplained.
std::optional<Verdict> explained_as(const Table& stored, const AxialQuestion& q, Finding fault,
                                    const Progress& progress) {
  if (!fits(stored, q)) return std::nullopt;
  Verdict v = judge(stored, q, std::move(fault), progress);
  return v.grade == Grade::unexplained ? std::nullopt : std::optional(std::move(v));
}

/// The verdict on features whose columns of coordinates are missing or added, by the place that
/// leaves the fewest findings; nullopt if no such place explains the table.
std::optional<Verdict> with_raw_columns_elsewhere(const Table& stored, const AxialQuestion& asked,
                                                  const Progress& progress) {
  std::optional<Verdict> best;
  if (fits(stored, asked)) return best;
  for (const OtherDefinition& other : with_other_width(asked.encoding)) {
    AxialQuestion q = asked;
    q.encoding = other.encoding;
    auto v = explained_as(stored, q, other.findings.front(), progress);
    if (v && (!best || v->findings.size() < best->findings.size())) best = std::move(v);
  }
  return best;
}

/// The verdict on a table of a grid with fewer rows before its tokens than are claimed; nullopt if
/// it has another number of rows, or if that does not explain it.
std::optional<Verdict> with_shorter_prefix(const Table& stored, const AxialQuestion& asked,
                                           const Progress& progress) {
  if (!asked.coordinates.empty()) return std::nullopt;
  AxialQuestion q = asked;
  q.encoding.grid.prefix = 0;
  const std::uint64_t tokens = rows_of(q.encoding.grid), rows = stored.rows();
  const auto claimed = static_cast<std::uint64_t>(asked.encoding.grid.prefix);
  if (rows < tokens || rows >= tokens + claimed) return std::nullopt;
  const auto held = static_cast<Position>(rows - tokens);
  q.encoding.grid.prefix = static_cast<int>(held);
  const Position prefix = asked.encoding.grid.prefix;
  return explained_as(stored, q, {"prefix-rows", {{"claimed", prefix}, {"prefix", held}}},
                      progress);
}

}  // namespace

Verdict verify(const Table& stored, const AxialQuestion& asked, const Progress& progress) {
  const auto judge_altered = [&](const Table& table, Finding change) {
    return judge(table, asked, std::move(change), progress);
  };
  if (auto swapped = judged_swapped(stored, judge_altered)) return *std::move(swapped);
  if (auto other = with_raw_columns_elsewhere(stored, asked, progress)) return *std::move(other);
  if (auto other = with_shorter_prefix(stored, asked, progress)) return *std::move(other);
  if (stored.shape().size() == 2 && !fits(stored, asked) && fits(stored.transposed(), asked))
    return judged_transposed(stored, judge_altered);
  return judge(stored, asked, std::nullopt, progress);
}

}  // namespace sextant::verify
