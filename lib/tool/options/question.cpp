#include "tool/options/question.hpp"

#include <fmt/core.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/tensor/axes_error.hpp"
#include "tool/options/axial.hpp"

namespace sextant::tool {
namespace {

/// Throws Error if a table of one axis holds several rows, one after the other.
void expect_rows(const Table& table, const verify::Question& asked) {
  if (table.shape().size() != 1 || !asked.dim_given) return;
  const auto columns = table.columns();
  const auto width = chart(*asked.encoding, asked.part).width();
  const bool repeated = columns == static_cast<std::uint64_t>(dim(*asked.encoding));
  if (columns == width || repeated || width < 2 || columns % width != 0) return;
  throw Error(
      fmt::format("{}: one row of {} columns does not agree with dim={}; give it rows: "
                  "np.save(name, array.reshape(-1, {}))",
                  table.name(), columns, dim(*asked.encoding), width));
}

}  // namespace

QuestionOptions::QuestionOptions(Command& subcommand) : encoding(subcommand) {}

void QuestionOptions::add(Command& subcommand) {
  positions.add(subcommand);
  subcommand.add_option(
      "--computed-in", &computed_in,
      "float32 | float64: the table was computed in it (float32; float64 for float64 tables)",
      {.value = "F"});
  add_library(subcommand);
  subcommand.add_option(
      "--require", &require,
      "worst grade that passes: correctly-rounded | faithful | rounding | explained (rounding)",
      {.value = "GRADE"});
  subcommand.add_option("--max-error", &max_error,
                        "the largest absolute error that passes, whatever the grade (any)",
                        {.value = "X"});
  subcommand.add_option("--max-phase", &max_phase,
                        "the largest phase error that passes, of a sine and cosine stored "
                        "together (any)",
                        {.value = "RADIANS"});
  subcommand.add_option("--strict", &strict, "a table with a warning does not pass");
  add_time_limit(subcommand);
}

void QuestionOptions::add_library(Command& subcommand) {
  subcommand.add_option("--library", &library,
                        "the bounds of recipes stand on its functions (the strictest that covers "
                        "the table; sextant list libraries)",
                        {.value = "NAME"});
}

void QuestionOptions::add_time_limit(Command& subcommand) {
  subcommand.add_option("--time-limit", &time_limit,
                        "end the search for a fault after this time; whether a table passes is "
                        "always found out (none)",
                        {.value = "SECONDS"});
}

verify::Question QuestionOptions::question() const {
  verify::Question q;
  if (encoding.given()) q.encoding = encoding.encoding();
  q.dim_given = encoding.dim_given();
  q.layout_of_vectors = encoding.layout_of_vectors();
  q.rows = encoding.rows();
  q.part = encoding.part();
  if (q.part != Part::table && !q.encoding) q.encoding = encoding.encoding();
  positions.ask(q);
  ask(q);
  return q;
}

template <class Question>
void QuestionOptions::ask(Question& q) const {
  if (!computed_in.empty()) q.computed_in = read_computing_format("--computed-in", computed_in);
  if constexpr (requires { q.library; })
    if (!library.empty())
      q.library = read_option("--library", [&] { return &recipe::library(library); });
  q.required = read_option("--require", [&] { return verify::read_grade(require); });
  if (!max_error.empty()) q.limits.max_error = read_amount("--max-error", max_error);
  if (!max_phase.empty()) q.limits.max_phase = read_amount("--max-phase", max_phase);
  q.limits.strict = strict;
  if (!time_limit.empty())
    q.deadline = read_option("--time-limit", [&] {
      return verify::deadline_after(read_amount("--time-limit", time_limit), q.required);
    });
}

verify::ResampledQuestion QuestionOptions::resampled(const resample::Resampling& how) const {
  if (!library.empty())
    throw Error("--library does not go with --part resampled, which calls no such functions");
  if (positions.given())
    throw Error("--part resampled has cells of a grid, not positions: say --size");
  verify::ResampledQuestion q{.how = how};
  ask(q);
  return q;
}

std::optional<verify::AxialQuestion> QuestionOptions::axial_question() const {
  const auto several = encoding.axial();
  if (!several || of_frequencies(encoding.part())) return std::nullopt;
  positions.expect_one();
  const auto at =
      coordinates(*several, {positions.file, positions.positions, !positions.first.empty()});
  if (!at) return std::nullopt;
  verify::AxialQuestion q{.encoding = *several, .dim_given = encoding.dim_given()};
  q.part = encoding.part();
  if (positions.given()) q.coordinates = *at;
  ask(q);
  return q;
}

namespace {

/// Opens the table of a grid.  If its channels come first, as in an array [channels, height,
/// width], the Error says how to save rows.
Table of_grid(const QuestionOptions::Opened& open, const Grid& grid) {
  try {
    return open(false);
  } catch (const AxesError& error) {
    const auto is = [&](std::size_t axis, int size) {
      return size > 0 && error.axes[axis] == static_cast<std::uint64_t>(size);
    };
    if (error.axes.size() != 3 || !is(1, grid.height) || !is(2, grid.width)) throw;
    const std::string what = error.what();
    throw Error(what.substr(0, what.find(';') + 2) +
                fmt::format("its channels come first: np.save(name, array.reshape({}, -1).T)",
                            error.axes[0]));
  }
}

}  // namespace

verify::Verdict QuestionOptions::judge(const Opened& open, const verify::Progress& progress) const {
  verify::Verdict verdict;
  const auto several = axial_question();
  if (several) {
    verdict = verify::verify(of_grid(open, several->encoding.grid), *several, progress);
  } else {
    const One one = opened(open);
    verdict = verify::verify(one.table, one.question, progress);
  }
  return warned(std::move(verdict), several.has_value());
}

namespace {

/// The commands that judge a bias of shape [heads, queries, keys].  They save its entries with
/// their distances, without the entries of later keys, which are masked.
std::string advice_on_bias(const std::vector<std::uint64_t>& axes) {
  const auto heads = axes[0], queries = axes[1], keys = axes[2];
  const auto later = static_cast<std::int64_t>(keys) - static_cast<std::int64_t>(queries);
  return fmt::format(
      "a bias of {0} heads, {1} queries and {2} keys is judged by its distances; save them: "
      "i, j = np.tril_indices({1}, {3}, {2}); np.save('bias.npy', array.reshape({0}, {1}, {2})[:, "
      "i, j]); np.save('distances.npy', i - j + {3}); then say sextant verify bias.npy "
      "--positions-file distances.npy, with the same options; with --form keys, save j instead of "
      "the distances",
      heads, queries, keys, later);
}

}  // namespace

QuestionOptions::One QuestionOptions::opened(const Opened& open) const {
  verify::Question asked = question();
  const bool integers = asked.encoding && is_integral(*asked.encoding, asked.part);
  try {
    Table table = open(integers);
    expect_rows(table, asked);
    return {std::move(table), std::move(asked)};
  } catch (const AxesError& error) {
    const bool heads = asked.encoding && (std::holds_alternative<Alibi>(*asked.encoding) ||
                                          std::holds_alternative<Kerple>(*asked.encoding));
    if (!heads || error.axes.size() != 3) throw;
    const std::string what = error.what();
    throw Error(what.substr(0, what.find(';') + 2) + advice_on_bias(error.axes));
  }
}

QuestionOptions::One QuestionOptions::one(const Opened& open, const std::string& what) const {
  const Part asked = encoding.part();
  if (asked == Part::rotated || asked == Part::resampled || axial_question())
    throw Error(what + " is for tables of one coordinate, not for this encoding or part");
  return opened(open);
}

verify::Verdict QuestionOptions::warned(verify::Verdict verdict, bool several) const {
  for (const std::string& warning : encoding.warnings(several)) verdict.warnings.push_back(warning);
  return verdict;
}

}  // namespace sextant::tool
