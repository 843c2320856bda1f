#include "sextant/verify/verdict/verdict_words.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "sextant/encoding/real/readable.hpp"
#include "sextant/number/text.hpp"
#include "sextant/verify/verdict/fault.hpp"
#include "sextant/verify/verdict/next_step.hpp"

namespace sextant::verify {

std::string claim_words(const Verdict& v) {
  std::string part;
  if (v.part != Part::table) part = ", part " + std::string(name(v.part));
  if (v.part == Part::cos_repeated || v.part == Part::sin_repeated) part += " (columns repeated)";
  if (v.heads_first) part += ", heads first";
  const std::string positions = one_row(v.part) ? std::string() : ", positions " + v.positions;
  return readable_fractions(v.encoding + part + positions);
}

constexpr double kUlpsSaid = 1e6;  // more are of an entry near a zero, and say nothing

std::string finding_words(const Finding& finding) {
  const Fault& known = fault(finding.fault);
  if (const auto& left = finding.residual) {
    const std::string ulps = left->ulps < kUlpsSaid ? fmt::format("{:.2g} ulps", left->ulps)
                                                    : fmt::format("{:.2g}", left->absolute);
    return fmt::format(
        "  closest   {} {}: {}; {}\n            not proved: accounts for {:.4g} % of the entries, "
        "and leaves {} at most, {:.2g} in the median\n",
        finding.fault, readable_fractions(json_text(finding.parameters)), known.mechanism,
        known.remedy, 100 * left->accounts_for, ulps, left->median);
  }
  std::string text =
      fmt::format("  fault     {} {}: {}\n            {}\n", finding.fault,
                  readable_fractions(json_text(finding.parameters)), known.mechanism, known.effect);
  if (finding.drift) text += "            " + drift_words(*finding.drift) + "\n";
  for (const Cause& other : finding.equals)
    text +=
        fmt::format("            or {} {}, which explains the table as well: {}\n", other.fault,
                    readable_fractions(json_text(other.parameters)), fault(other.fault).mechanism);
  // Libraries round differently: the rest of the entries may be as well explained.
  const std::string others = finding.match < 1 ? " (another library rounds others)" : "";
  return text +
         fmt::format(
             "            remedy: {}\n            made again with this fault, {:.2f} % of the "
             "entries have every bit the same{}; seen in {}\n",
             known.remedy, 100 * finding.match, others, known.reference);
}

namespace {

/// Ulps of zero say nothing, and those near a zero of a sine nothing that matters.
std::string ulps_words(const Verdict& v, const measure::EntryError& error,
                       const std::string& truth) {
  constexpr double kNearZero = 1.0 / 64;  // of the amplitude
  if (error.absolute > 0 && truth == "0") return "the truth is 0";
  const bool near_zero = std::abs(error.want) < kNearZero * v.amplitude;
  const bool harmless = v.grade <= v.required && near_zero && error.ulps > 2;
  return fmt::format("{:.3g} ulps{}", error.ulps, harmless ? ", harmless near a zero" : "");
}

std::string position_words(const Verdict& v, Position position) {
  return readable_fractions(to_text(position, v.parts));
}

std::string max_error_words(const Verdict& v, std::string_view label,
                            const measure::MaxError& max_error, const std::string& truth) {
  if (max_error.empty()) return {};
  const measure::Witness& w = max_error.witness;
  std::string text =
      fmt::format("  {:<9} {:.3g} ({}) at position {}, channel {}: got {}, truth {}\n", label,
                  w.error.absolute, ulps_words(v, w.error, truth), position_words(v, w.position),
                  w.channel, stored_decimal(v.format, from_double(w.got)), truth);
  if (w.phase)
    text.insert(text.size() - 1, fmt::format(", {:.3g} positions off", w.phase->positions));
  if (v.turnings && v.turnings->shape.size() > 2) {
    text.insert(text.size() - 1,
                fmt::format(", vector [{}]", fmt::join(v.turnings->indices(w.row), ", ")));
  }
  return text;
}

std::string judged_words(const Verdict& v) {
  std::string axis, given;
  if (v.turnings) given = " of " + v.turnings->given;
  if (v.turnings && v.turnings->shape.size() > 2)
    axis =
        fmt::format(" along axis {}{}", v.turnings->axis, v.turnings->axis_found ? " (found)" : "");
  return fmt::format("  judged as {}{}, {}{}\n", claim_words(v), axis, v.holds, given);
}

std::string counts_words(const Verdict& v) {
  const measure::ErrorStatistics& t = v.statistics;
  std::string text = fmt::format("  {} entries{}, ", t.entries,
                                 v.transposed ? " of the table with rows for columns" : "");
  if (v.judged() == 0) return text + "none of them finite\n";
  const std::uint64_t wrong = t.entries - v.judged();
  if (wrong > 0) text += fmt::format("{} not finite, of the others ", wrong);
  text += fmt::format("{} not correctly rounded ({:.2f} %)", t.misrounded,
                      100.0 * static_cast<double>(t.misrounded) / static_cast<double>(v.judged()));
  if (t.undecided > 0) text += fmt::format(", {} undecided", t.undecided);
  if (v.turnings && v.turnings->left_out > 0)
    text += fmt::format(", {} not judged: made of input that is not finite", v.turnings->left_out);
  return text + "\n";
}

std::string where_words(const Where& where) {
  std::string text;
  for (const std::string& line : where.what)
    text += fmt::format("  {:<9} {}\n", text.empty() ? "where" : "", line);
  return text;
}

/// The pairs whose columns are all among some.
Inspection seen_at(Inspection seen, const Stretches& columns) {
  const auto among = [&](std::size_t column) {
    return std::any_of(columns.begin(), columns.end(),
                       [&](const Stretch& s) { return s.first <= column && column <= s.last; });
  };
  std::erase_if(seen.pairs, [&](const PairSeen& pair) {
    return !std::all_of(pair.columns.begin(), pair.columns.end(), among);
  });
  return seen;
}

std::string acceptance_words(const Verdict& v) {
  const Acceptance& acceptance = *v.accepted_by;
  return fmt::format("  granted   {}: every {}entry within its bound, {:.3g} of it at most; {}\n",
                     acceptance.recipe, v.all_finite() ? "" : "finite ", acceptance.margin.fraction,
                     acceptance.hypothesis);
}

/// Whether it passes, and which limit it exceeds where the grade alone would pass.
std::string passing_words(const Verdict& v, const std::vector<ExceededLimit>& limits) {
  if (v.passes()) return "passes";
  std::string text = "does not pass";
  for (const ExceededLimit& l : limits) {
    text += l.limit == limits.front().limit ? ": " : ", ";
    text += l.limit == "strict" ? "warnings" : "beyond " + std::string(l.limit);
  }
  return text;
}

}  // namespace

std::string to_words(const Verdict& v, const std::string& file) {
  const std::vector<ExceededLimit> limits = v.exceeded_limits();
  std::string text = fmt::format("{}: {} ({})\n", file, word(v.grade), passing_words(v, limits)) +
                     limit_words(limits);
  if (!v.identity.empty()) text += "  identified, not checked: " + v.identity + "\n";
  text += judged_words(v) + counts_words(v) +
          max_error_words(v, "worst", v.statistics.absolute, v.truths.absolute) +
          max_error_words(v, "in ulps", v.statistics.ulps, v.truths.ulps) +
          max_error_words(v, "in phase", v.statistics.phase, v.truths.phase);
  if (v.first_difference) {
    const measure::Witness& w = *v.first_difference;
    text += fmt::format("  first     difference at position {}, channel {}: got {}, truth {}\n",
                        position_words(v, w.position), w.channel,
                        stored_decimal(v.format, from_double(w.got)),
                        stored_decimal(v.format, from_double(w.error.want)));
    if (v.nearest_difference)
      text += fmt::format("  nearest   difference at distance {}\n", *v.nearest_difference);
  }
  if (v.recipe) {
    const bool applied = v.turnings && v.turnings->application;
    text += fmt::format("  made by   {}{}: every bit the same\n", *v.recipe,
                        applied ? ", " + *v.turnings->application : "");
  }
  if (v.accepted_by) text += acceptance_words(v);
  if (v.where) text += where_words(*v.where);
  if (v.where && v.seen && !v.where->common && v.closest() == nullptr)
    text += inspection_words(seen_at(*v.seen, v.where->columns));
  for (const Finding& finding : v.findings) text += finding_words(finding);
  for (const std::string& warning : v.warnings) {
    if (warning != v.identity) text += "  warning   " + warning + "\n";
  }
  if (v.ended_early)
    text += "  ended     early: at the time limit not every known fault had been tried\n";
  const std::string next = next_step(v);
  if (!next.empty()) text += "  next      " + next + "\n";
  return text;
}

}  // namespace sextant::verify
