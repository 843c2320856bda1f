#include "sextant/report/experiment/answer.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sextant/report/experiment/experiments.hpp"
#include "sextant/sweep/criteria.hpp"

namespace sextant {
namespace {

using nlohmann::json;

std::string text(const json& object, const char* key) { return object[key].get<std::string>(); }

const json* range_of(const json& ranges, const json& series, std::string_view criterion) {
  const auto found = std::find_if(ranges.begin(), ranges.end(), [&](const json& range) {
    return range["recipe"] == series["recipe"] && range["computed_in"] == series["computed_in"] &&
           range["format"] == series["format"] && range["criterion"] == criterion;
  });
  return found == ranges.end() ? nullptr : &*found;
}

/// The first failure below a position; null if there is none.
json failure_below(const json& range, Position end) {
  const json& first = range["first_violation"];
  if (first.is_null() || parse_position(text(first, "position")) >= end) return {};
  return first["position"];
}

/// The series of the same recipe in the widest storage format.  There, storage adds the least to
/// the phase errors of the angles.
const json& widest(const json& drift, const json& series) {
  const json* widest = &series;
  for (const json& other : drift) {
    if (other["recipe"] == series["recipe"] && other["computed_in"] == series["computed_in"] &&
        other["steps"] == series["steps"] &&
        Format::named(text(other, "format")).precision >
            Format::named(text(*widest, "format")).precision)
      widest = &other;
  }
  return *widest;
}

json row_of(const json& series, const json& drift, const json& ranges, Position context) {
  const Format format = Format::named(text(series, "format"));
  const json* held = range_of(ranges, series, "half-ulp-of-1");
  const json* mattering = range_of(ranges, series, criterion_that_matters(format));
  if (held == nullptr || mattering == nullptr) return {};
  const json worst = worst_below(series, context);
  const json phase = worst_below(widest(drift, series), context, "positions_off");
  const bool tried = parse_position(text(*mattering, "exhaustive_to")) >= context;
  const json first = failure_below(*mattering, context);
  json kind = (*mattering)["kind"];
  if (first.is_null()) kind = tried || kind == "exhaustive" ? "exhaustive" : "none found";
  return {{"recipe", series["recipe"]},
          {"sound", series["sound"]},
          {"computed_in", series["computed_in"]},
          {"format", series["format"]},
          {"largest", worst.is_null() ? json() : worst["value"]},
          {"position", worst.is_null() ? json() : worst["position"]},
          {"positions_off", phase.is_null() ? json() : phase["value"]},
          {"holds", failure_below(*held, context).is_null()},
          {"matters_from", first},
          {"kind", kind}};
}

/// The recipes that programs use most, the preferred ones first.
constexpr std::array kInUse = {"pow-reciprocal", "exp-log", "pow-multiply", "pow-divide"};
constexpr std::array kStoredIn = {"bfloat16", "float32", "float16", "float64"};

const json* row_in_use(const json& rows) {
  for (const char* format : kStoredIn) {
    for (const char* recipe : kInUse) {
      for (const json& row : rows)
        if (row["format"] == format && row["recipe"] == recipe) return &row;
    }
  }
  return rows.empty() ? nullptr : &rows[0];
}

/// The row of the same format that holds and has the smallest error; null if none holds.
const json* better_row(const json& rows, const json& used) {
  const json* best = nullptr;
  for (const json& row : rows) {
    if (row["format"] != used["format"] || row["sound"] == false || row["holds"] == false) continue;
    if (row["largest"].is_null()) continue;
    if (best == nullptr || row["largest"] < (*best)["largest"]) best = &row;
  }
  return best;
}

std::string limit_in_words(const Format& format) {
  const std::string_view name = criterion_that_matters(format);
  for (const sweep::Criterion& criterion : sweep::usual_criteria(format)) {
    if (criterion.name != name) continue;
    return error_in_words(*criterion.limit) +
           (name == "half-ulp-of-1" ? " (half an ulp of 1)" : " (half an ulp of bfloat16 below 1)");
  }
  return {};
}

/// The answer for a context: the largest error found, the first error that matters, and a recipe
/// with smaller errors.  The largest errors are those of whole octaves, which may end beyond the
/// context.
std::string sentence_of(const json& used, const json& rows, Position context) {
  if (used["largest"].is_null()) return "No error was measured below " + to_text(context) + ".";
  Position octaves_end = 1;
  while (octaves_end < context) octaves_end *= 2;
  const std::string below =
      octaves_end == context ? "" : fmt::format(" below position {}", to_text(context));
  std::string words = fmt::format(
      "Up to position {}, {} computed in {} and stored in {} errs by {}, the largest error found "
      "(at position {}).",
      to_text(octaves_end - 1), text(used, "recipe"), text(used, "computed_in"),
      text(used, "format"), error_in_words(used["largest"].get<double>()), text(used, "position"));
  const std::string limit = limit_in_words(Format::named(text(used, "format")));
  const bool tried = used["kind"] == "exhaustive";
  if (used["matters_from"].is_null())
    words += fmt::format(" No error above {} was found{}{}.", limit, below,
                         tried ? ", and every position was tried" : " in a sample");
  else
    words += fmt::format(" The first error above {} {} at position {}.", limit,
                         tried ? "is" : "found is", text(used, "matters_from"));
  if (used["holds"] == true) return words;
  const json* better = better_row(rows, used);
  if (better == nullptr)
    return words + " No recipe that was measured stays within half an ulp of 1.";
  return words + fmt::format(" By {} in {}, the largest error found is {}.",
                             text(*better, "recipe"), text(*better, "computed_in"),
                             error_in_words((*better)["largest"].get<double>()));
}

}  // namespace

std::string_view criterion_that_matters(const Format& format) {
  return format.precision < kFloat32.precision ? "half-ulp-of-1" : "half-bfloat16-ulp";
}

std::string error_in_words(double error) {
  if (error == 0) return "0";
  if (error >= 1e-4 && error < 1e4) return fmt::format("{:.3g}", error);
  const std::string text = fmt::format("{:.2e}", error);  // 5.96e-08
  const auto at = text.find('e');
  constexpr std::array kDigits = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string power;
  for (const char c : std::to_string(std::stoi(text.substr(at + 1))))
    power += c == '-' ? "⁻" : kDigits[static_cast<std::size_t>(c - '0')];
  return text.substr(0, at) + " × 10" + power;
}

json worst_below(const json& series, Position end, const char* measure) {
  json worst;
  for (const json& octave : series["octaves"]) {
    const json& seen = octave[measure];
    if (parse_position(text(octave, "from")) >= end || seen.is_null() || !seen["value"].is_number())
      continue;
    if (worst.is_null() || seen["value"] > worst["value"])
      worst = {{"value", seen["value"]}, {"position", seen["position"]}};
  }
  return worst;
}

json answer(const ExperimentConfig& experiment, const json& drift, const json& safe_ranges) {
  const Position searched = Position{1} << experiment.octaves;
  const Position context = experiment.context > 0 ? std::min(experiment.context, searched)
                                                  : std::min(searched, Position{1} << 17);
  json rows = json::array();
  for (const json& series : drift) {
    if (series["steps"] == true) continue;
    json row = row_of(series, drift, safe_ranges, context);
    if (!row.is_null()) rows.push_back(std::move(row));
  }
  json result = {{"context", to_text(context)}, {"library", "glibc"}, {"rows", json::array()}};
  const json* used = row_in_use(rows);
  for (const char* key : {"recipe", "computed_in", "format"})
    result[key] = used == nullptr ? json("") : (*used)[key];
  result["sentence"] = used == nullptr ? "Only sequential recipes were measured: see their drift."
                                       : sentence_of(*used, rows, context);
  result["rows"] = std::move(rows);
  return result;
}

std::vector<std::vector<std::string>> answer_table(const json& answer) {
  std::vector<std::vector<std::string>> cells = {{"recipe", "computed in", "largest error",
                                                  "at position", "matters from position",
                                                  "half an ulp of 1"}};
  for (const json& row : answer["rows"]) {
    if (row["format"] != answer["format"]) continue;
    const bool none = row["largest"].is_null();
    cells.push_back({text(row, "recipe") + (row["sound"] == true ? "" : " *"),
                     text(row, "computed_in"),
                     none ? "–" : error_in_words(row["largest"].get<double>()),
                     none ? "–" : text(row, "position"),
                     row["matters_from"].is_null() ? "nowhere" : text(row, "matters_from"),
                     row["holds"] == true ? "holds" : "exceeded"});
  }
  return cells;
}

}  // namespace sextant
