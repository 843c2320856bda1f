#include "sextant/verify/verdict/verdict_words.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "sextant/encoding/real/readable.hpp"
#include "sextant/number/text.hpp"
#include "sextant/number/ulp.hpp"
#include "sextant/verify/candidate/fault.hpp"

namespace sextant::verify {

namespace {

/// The text of an encoding, in which lists of more than 16 numbers are cut to the first three.
std::string without_long_lists(const std::string& encoding) {
  std::string text;
  for (std::size_t at = 0; at < encoding.size();) {
    const std::size_t end = std::min(encoding.find(' ', at), encoding.size() - 1) + 1;
    const std::string word = encoding.substr(at, end - at);
    const auto numbers = std::count(word.begin(), word.end(), ',') + 1;
    std::size_t third = 0;
    for (int k = 0; k < 3 && numbers > 16; ++k) third = word.find(',', third) + 1;
    text +=
        numbers > 16 ? fmt::format("{}... ({} numbers) ", word.substr(0, third), numbers) : word;
    at = end;
  }
  while (text.ends_with(' ')) text.pop_back();
  return text;
}

}  // namespace

std::string claim_words(const Verdict& v) {
  std::string part;
  if (v.part != Part::table) part = ", part " + std::string(name(v.part));
  if (v.part == Part::cos_repeated || v.part == Part::sin_repeated) part += " (columns repeated)";
  if (v.heads_first) part += ", heads first";
  const std::string positions = one_row(v.part) ? std::string() : ", positions " + v.positions;
  return readable_fractions(without_long_lists(v.encoding) + part + positions);
}

std::string line(std::string_view label, std::string_view text) {
  return fmt::format("  {:<9} {}\n", label, text);
}

std::string percent_words(double fraction) {
  const double rounded = std::round(1e4 * fraction) / 100;
  if (fraction > 0 && rounded == 0) return "under 0.01 %";
  return fmt::format("{:.2f} %", fraction < 1 ? std::min(rounded, 99.99) : rounded);
}

/// The parameters as JSON in one line.  A long list is cut to its first few values and dots.
std::string parameter_words(const Parameters& all) {
  constexpr std::size_t kMostNumbers = 8, kMostPlaces = 3;
  constexpr std::string_view kEmpty = ",{}]";  // as the dots are written first
  Parameters parameters = all;
  for (const auto& [name, value] : all.values()) {
    if (const auto* numbers = std::get_if<std::vector<int>>(&value);
        numbers != nullptr && numbers->size() > kMostNumbers)
      parameters[name] = fmt::format(
          "{}, ...", fmt::join(numbers->begin(), numbers->begin() + kMostNumbers, ", "));
    if (const auto* places = std::get_if<std::vector<Parameters>>(&value);
        places != nullptr && places->size() > kMostPlaces) {
      std::vector<Parameters> some(places->begin(), places->begin() + kMostPlaces);
      some.emplace_back();
      parameters[name] = std::move(some);
    }
  }
  std::string text = readable_fractions(json_text(parameters));
  if (const auto dots = text.find(kEmpty); dots != std::string::npos)
    text.replace(dots, kEmpty.size(), ",...]");
  return text;
}

std::string finding_words(const Finding& finding) {
  constexpr double kUlpsSaid = 1e6;  // larger errors occur near zeros of a sine, and mean nothing
  const Fault& known = fault(finding.fault);
  const std::string what =
      fmt::format("{} {}: {}", finding.fault, parameter_words(finding.parameters), known.mechanism);
  if (const auto& left = finding.residual) {
    const std::string ulps = left->ulps < kUlpsSaid ? fmt::format("{:.2g} ulps", left->ulps)
                                                    : fmt::format("{:.2g}", left->absolute);
    return line("closest", fmt::format("{}; {}", what, known.remedy)) +
           line("", fmt::format("not proved: accounts for {} of the entries, and leaves {} "
                                "at most, {:.2g} in the median",
                                percent_words(left->accounts_for), ulps, left->median));
  }
  std::string equals;
  for (const Cause& other : finding.equals)
    equals += line("", fmt::format("or {} {}, which explains the table as well:", other.fault,
                                   parameter_words(other.parameters))) +
              line("", fmt::format("  {}", fault(other.fault).mechanism));
  // The other entries may also be explained, because libraries round differently.
  const std::string others = finding.match < 1 ? " (another library rounds others)" : "";
  const std::string seen =
      known.reference.empty() ? std::string() : fmt::format("; seen in {}", known.reference);
  const std::string text = line("fault", what) + line("", known.effect) +
                           (finding.drift ? line("", drift_words(*finding.drift)) : "") + equals +
                           line("", fmt::format("remedy: {}", known.remedy));
  // No program makes damage again.
  if (has(finding.fault, Trait::kDamage | Trait::kNotCompared)) return text;
  return text + line("", fmt::format("made again with this fault, {} of the entries have every bit "
                                     "the same{}{}",
                                     percent_words(finding.match), others, seen));
}

namespace {

/// The error in ulps, in words.  It is meaningless if the truth is 0, and harmless near a zero of a
/// sine.
std::string ulps_words(const Verdict& v, const measure::EntryError& error,
                       const std::string& truth) {
  constexpr double kNearZero = 1.0 / 64;  // of the amplitude
  if (error.absolute > 0 && truth == "0") return "the truth is 0";
  const bool near_zero = std::abs(error.want) < kNearZero * v.amplitude;
  const bool harmless = v.grade <= v.required && near_zero && error.ulps > 2;
  return fmt::format("{:.3g} ulps{}", error.ulps, harmless ? ", harmless near a zero" : "");
}

std::string place_words(const Verdict& v, const measure::Witness& w, const std::string& truth) {
  return fmt::format("at position {}, channel {}: got {}, truth {}",
                     readable_fractions(to_text(w.position, v.parts)), w.channel,
                     stored_decimal(v.format, from_double(w.got)), truth);
}

std::string max_error_words(const Verdict& v, std::string_view label,
                            const measure::MaxError& max_error, const std::string& truth) {
  if (max_error.empty()) return {};
  const measure::Witness& w = max_error.witness;
  const bool of_phase = w.phase && &max_error == &v.statistics.phase;
  const bool of_integers = v.holds.starts_with("int");  // which have no ulps
  if (of_integers && &max_error == &v.statistics.ulps) return {};
  const bool in_positions = w.phase && std::isfinite(w.phase->positions);
  const std::string positions =
      in_positions ? fmt::format(" ({:.3g} positions)", std::abs(w.phase->positions)) : "";
  const std::string size =
      of_phase      ? fmt::format("{:.3g} radians{}", std::abs(w.phase->radians), positions)
      : of_integers ? fmt::format("{:.3g}", w.error.absolute)
                    : fmt::format("{:.3g} ({})", w.error.absolute, ulps_words(v, w.error, truth));
  std::string text = size + " " + place_words(v, w, truth);
  if (in_positions && !of_phase) text += fmt::format(", {:.3g} positions off", w.phase->positions);
  if (v.vectors && v.vectors->shape.size() > 2)
    text += fmt::format(", vector [{}]", fmt::join(v.vectors->indices(w.row), ", "));
  return line(label, text);
}

std::string judged_words(const Verdict& v) {
  std::string text = "  judged as " + claim_words(v);
  if (v.vectors && v.vectors->shape.size() > 2)
    text +=
        fmt::format(" along axis {}{}", v.vectors->axis, v.vectors->axis_found ? " (found)" : "");
  return text + ", " + v.holds + (v.vectors ? " of " + v.vectors->given : "") + "\n";
}

std::string counts_words(const Verdict& v) {
  const measure::ErrorStatistics& t = v.statistics;
  std::string text = fmt::format("  {} entries{}, ", t.entries,
                                 v.transposed ? " of the table with rows for columns" : "");
  if (v.judged() == 0) return text + "none of them finite\n";
  const std::uint64_t wrong = t.entries - v.judged();
  if (wrong > 0) text += fmt::format("{} not finite, of the others ", wrong);
  const double part = static_cast<double>(t.misrounded) / static_cast<double>(v.judged());
  text += fmt::format("{} not correctly rounded ({})", t.misrounded, percent_words(part));
  if (t.undecided > 0) text += fmt::format(", {} undecided", t.undecided);
  if (v.vectors && v.vectors->left_out > 0)
    text += fmt::format(", {} not judged: made of input that is not finite", v.vectors->left_out);
  return text + "\n";
}

/// The lines that describe where a table is wrong.  They include the pairs observed there, unless
/// something else explains these.
std::string where_words(const Verdict& v) {
  std::string text;
  for (const std::string& said : v.where->what) text += line(text.empty() ? "where" : "", said);
  if (!v.seen || v.where->common || v.closest() != nullptr) return text;
  Observations there = *v.seen;
  std::erase_if(there.pairs, [&](const ObservedPair& pair) {
    return !std::all_of(pair.columns.begin(), pair.columns.end(),
                        [&](std::size_t column) { return v.where->columns.contains(column); });
  });
  return text + observation_words(there);
}

/// Whether the largest error is limited to less than storing the exact values may err by: then no
/// table of the format can be relied on to pass.
std::string storing_words(const Verdict& v, const std::vector<ExceededLimit>& limits) {
  const auto limited = std::find_if(limits.begin(), limits.end(),
                                    [](const ExceededLimit& l) { return l.limit == "max-error"; });
  if (limited == limits.end() || !(v.amplitude > 0)) return {};
  const double storing = std::ldexp(0.5, ulp_exponent(v.format, std::nextafter(v.amplitude, 0)));
  if (limited->allowed >= storing) return {};
  return line("",
              fmt::format("rounding exact values to {} errs by up to {:.3g}: allow at least that",
                          v.format.name(), storing));
}

std::string acceptance_words(const Verdict& v) {
  const Acceptance& by = *v.accepted_by;
  return line("granted",
              fmt::format("{}: every {}entry within its bound, {:.3g} of it at most; {}", by.recipe,
                          v.all_finite() ? "" : "finite ", by.margin.fraction, by.hypothesis));
}

/// Whether the table passes; if not, also the limits that it exceeds.
std::string passing_words(const Verdict& v, const std::vector<ExceededLimit>& limits) {
  if (v.passes()) return "passes";
  std::vector<std::string> beyond;
  for (const ExceededLimit& l : limits)
    beyond.push_back(l.limit == "strict" ? "warnings" : "beyond " + std::string(l.limit));
  return fmt::format("does not pass{}{}", beyond.empty() ? "" : ": ", fmt::join(beyond, ", "));
}

/// What to try next if nothing explains the table; empty if something does.
std::string next_step(const Verdict& v) {
  if (v.grade != Grade::unexplained) return {};
  if (v.judged() == 0)
    return "no entry is a number: look at the program that filled the table, or at --format";
  if (v.ended_early) return "give the search more time with a larger --time-limit, or none";
  if (!v.identity.empty()) {
    return "say what the table should be, with --model NAME, --config config.json or --encoding "
           "NAME (sextant list models, sextant list encodings)";
  }
  if (v.part == Part::rotated)
    return "check --first, --layout and the order of the axes; judge the tables that turn the "
           "vectors with --part table, cos or sin";
  if (v.part == Part::resampled)
    return "check --mode (sextant list modes), --size, --input-size, --prefix, --merge and "
           "--scale-factor, and that --input is the source of this table";
  return "check --part, --first and --dim; leave the encoding out to see what the table looks "
         "like; or hold it against a table that you trust: sextant compare TRUSTED FILE";
}

}  // namespace

std::string warning_words(const std::vector<std::string>& warnings, const std::string& whose) {
  std::string text;
  for (const std::string& warning : warnings) text += line("warning", whose + warning);
  return text;
}

std::string to_words(const Verdict& v, const std::string& file) {
  const std::vector<ExceededLimit> limits = v.exceeded_limits();
  std::string text = fmt::format("{}: {} ({})\n", file, word(v.grade), passing_words(v, limits)) +
                     limit_words(limits) + storing_words(v, limits);
  if (!v.identity.empty()) text += "  identified, not checked: " + v.identity + "\n";
  text += judged_words(v) + counts_words(v) +
          max_error_words(v, "worst", v.statistics.absolute, v.truths.absolute) +
          max_error_words(v, "in ulps", v.statistics.ulps, v.truths.ulps) +
          max_error_words(v, "in phase", v.statistics.phase, v.truths.phase);
  if (const auto& w = v.first_difference) {
    const std::string truth = stored_decimal(v.format, from_double(w->error.want));
    text += line("first", "difference " + place_words(v, *w, truth));
    if (v.nearest_difference)
      text += line("nearest", fmt::format("difference at distance {}", *v.nearest_difference));
  }
  if (v.recipe) {
    const bool applied = v.vectors && v.vectors->application;
    text += line("made by", *v.recipe + (applied ? ", " + *v.vectors->application : "") +
                                ": every bit the same");
  }
  if (v.accepted_by) text += acceptance_words(v);
  if (v.where) text += where_words(v);
  for (const Finding& finding : v.findings) text += finding_words(finding);
  std::vector<std::string> warnings = v.warnings;
  std::erase(warnings, v.identity);
  text += warning_words(warnings);
  if (v.ended_early)
    text += line("ended", "early: at the time limit not every known fault had been tried");
  const std::string next = next_step(v);
  return next.empty() ? text : text + line("next", next);
}

}  // namespace sextant::verify
