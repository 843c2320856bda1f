#include <algorithm>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sextant/report/document/report_diff.hpp"

namespace sextant {
namespace {

using nlohmann::ordered_json;

std::string bare(const ordered_json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

std::string series(const ordered_json& one) {
  std::string text = one["part"].get<std::string>() + " of";
  for (const auto& [name, value] : one["series"].items()) {
    if (value == false || value == "") continue;
    const bool first = text.ends_with(" of");
    text += (first ? " " : ", ") + (value == true ? name : (first ? "" : name + " ") + bare(value));
  }
  std::replace(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(text.find(' ')), '_', ' ');
  return text;
}

/// The two figures of a change, with enough digits to distinguish them.
std::string figures(const ordered_json& before, const ordered_json& after) {
  const auto both = [&](int digits) {
    const auto one = [digits](const ordered_json& value) {
      return value.is_null() ? "infinite" : fmt::format("{:.{}g}", value.get<double>(), digits);
    };
    return std::pair(one(before), one(after));
  };
  auto [was, is] = both(6);
  if (was == is) std::tie(was, is) = both(17);
  return was + " -> " + is;
}

/// First positions are integers.
std::string position(const ordered_json& value, const ordered_json& searched_to) {
  return value.is_null() ? fmt::format("nowhere below {:.0f}", searched_to.get<double>())
                         : fmt::format("position {:.0f}", value.get<double>());
}

/// The place of a line: an octave, or a query.
std::string where(const ordered_json& one) {
  if (one.contains("to")) return fmt::format(" in [{}, {})", bare(one["from"]), bare(one["to"]));
  return one.contains("from") ? " at " + bare(one["from"]) : "";
}

std::string line_of(const ordered_json& change) {
  const std::string measure = change["measure"];
  const bool of_position = measure == "first_violation";
  std::string text = fmt::format("{}: {}{} ", series(change), measure, where(change));
  if (of_position)
    text += position(change["before"], change["searched_to"][0]) + " -> " +
            position(change["after"], change["searched_to"][1]);
  else
    text += figures(change["before"], change["after"]);
  if (!change["factor"].is_null() && change["factor"] > 0)
    text += fmt::format(" (x{:.4g})", change["factor"].get<double>());
  if (change["searched_longer"] == true) text += ", among more entries than before";
  if (of_position || !change.contains("place")) return text;
  std::string at;
  for (const auto& [name, value] : change["place"].items()) {
    if (!value.is_null()) at += (at.empty() ? ", now at " : ", ") + name + " " + bare(value);
  }
  return text + at;
}

/// The first items of a list, one a line, and the number of the others.
template <class Line>
std::string lines(const std::string& head, const ordered_json& list, std::size_t most,
                  const Line& of) {
  std::string text;
  for (std::size_t i = 0; i < std::min(most, list.size()); ++i) text += head + of(list[i]) + "\n";
  if (list.size() > most) text += fmt::format("{}{} more\n", head, list.size() - most);
  return text;
}

std::string answer(const ordered_json& answer) {
  if (answer["before"] == answer["after"] && answer["holds"].empty())
    return "answer: the same: " + bare(answer["after"]) + "\n";
  std::string text = fmt::format("answer before: {}\nanswer after:  {}\n", bare(answer["before"]),
                                 bare(answer["after"]));
  for (const ordered_json& row : answer["holds"])
    text += fmt::format("{} computed in {} and stored in {} {} half an ulp of 1 now\n",
                        bare(row["recipe"]), bare(row["computed_in"]), bare(row["format"]),
                        row["holds"] == true ? "holds" : "exceeds");
  return text;
}

std::string heading(const char* which, const ordered_json& report) {
  return fmt::format("{} {}, sextant {}{}\n", which, bare(report["created"]),
                     bare(report["sextant"]),
                     report["commit"].is_null() ? "" : ", commit " + bare(report["commit"]));
}

}  // namespace

std::string to_words(const ordered_json& diff, std::size_t most) {
  std::string text = answer(diff["answer"]) + heading("before:", diff["before"]) +
                     heading("after: ", diff["after"]);
  const std::uint64_t compared = diff["compared"], grew = diff["grew"], shrank = diff["shrank"];
  text += fmt::format("{}: of {} maxima in both {} grew, {} shrank\n", bare(diff["encoding"]),
                      compared, grew, shrank);
  const std::uint64_t longer = diff["searched_longer"];
  if (longer > 0)
    text += fmt::format("{} of them may have been found by a longer search alone{}\n", longer,
                        diff["longer_searches_allowed"] == true
                            ? ", and have not grown then (--allow-longer-searches)"
                            : "; --allow-longer-searches takes that for no growth");
  ordered_json worse = ordered_json::array(), better = worse, other = worse;
  for (const ordered_json& change : diff["changes"])
    (change["grew"] == true ? worse : change["shrank"] == true ? better : other).push_back(change);
  text += lines("grew: ", worse, most, line_of);
  text += lines("shrank: ", better, most, line_of);
  text += lines("changed: ", other, most, line_of);
  const auto measured = [](const ordered_json& one) {
    return series(one) + (one.contains("measure") ? ": " + bare(one["measure"]) : "") + where(one);
  };
  text += lines("no longer measured: ", diff["only_before"], most, measured);
  text += lines("measured now: ", diff["only_after"], most, measured);
  for (const ordered_json& claim : diff["verdicts"])
    text += fmt::format("claim {}: {} -> {}\n", bare(claim["id"]), bare(claim["before"]),
                        bare(claim["after"]));
  for (const auto& [name, both] : diff["circumstances"].items())
    text += fmt::format("made with another {}: {} -> {}\n", name, bare(both[0]), bare(both[1]));
  return text;
}

}  // namespace sextant
