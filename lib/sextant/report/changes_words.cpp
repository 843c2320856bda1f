#include <algorithm>

#include <fmt/format.h>

#include "sextant/report/changes.hpp"

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

/// First positions are whole numbers, errors are not.
std::string figure(const ordered_json& value, bool of_position) {
  if (value.is_null()) return of_position ? "nowhere" : "infinite";
  return of_position ? fmt::format("position {:.0f}", value.get<double>())
                     : fmt::format("{:.6g}", value.get<double>());
}

std::string line(const ordered_json& change) {
  const std::string measure = change["measure"];
  const bool of_position = measure == "first_violation";
  std::string text = fmt::format("{}: {}", series(change), measure);
  if (change.contains("to"))
    text += fmt::format(" in [{}, {})", bare(change["from"]), bare(change["to"]));
  else if (change.contains("from"))
    text += " at " + bare(change["from"]);
  text += fmt::format(" {} -> {}", figure(change["before"], of_position),
                      figure(change["after"], of_position));
  if (!change["factor"].is_null())
    text += fmt::format(" (x{:.4g})", change["factor"].get<double>());
  if (change.contains("entries"))
    text += fmt::format(", among {:.0f} -> {:.0f} entries", change["entries"][0].get<double>(),
                        change["entries"][1].get<double>());
  else if (change["searched_longer"] == true)
    text += ", of every position now";
  if (of_position || !change.contains("place")) return text;
  std::string at;
  for (const auto& [name, value] : change["place"].items()) {
    if (!value.is_null()) at += (at.empty() ? ", now at " : ", ") + name + " " + bare(value);
  }
  return text + at;
}

/// The first of a list, each on a line, and how many more there are.
template <class Line>
std::string lines(const std::string& head, const ordered_json& list, std::size_t most,
                  const Line& of) {
  std::string text;
  for (std::size_t i = 0; i < std::min(most, list.size()); ++i) text += head + of(list[i]) + "\n";
  if (list.size() > most) text += fmt::format("{}{} more\n", head, list.size() - most);
  return text;
}

std::string heading(const char* which, const ordered_json& report) {
  return fmt::format("{} {}, sextant {}{}\n", which, bare(report["created"]),
                     bare(report["sextant"]),
                     report["commit"].is_null() ? "" : ", commit " + bare(report["commit"]));
}

}  // namespace

std::string to_words(const ordered_json& changes, std::size_t most) {
  std::string text = heading("before:", changes["before"]) + heading("after: ", changes["after"]);
  const std::uint64_t compared = changes["compared"], grew = changes["grew"],
                      shrank = changes["shrank"];
  text += fmt::format("{}: of {} maxima in both {} grew, {} shrank\n", bare(changes["encoding"]),
                      compared, grew, shrank);
  const std::uint64_t longer = changes["searched_longer"];
  if (longer > 0)
    text += fmt::format("{} of them are of a longer search now{}\n", longer,
                        changes["longer_searches_allowed"] == true
                            ? ", and what it found has not grown (--allow-longer-searches)"
                            : "; --allow-longer-searches takes what it found for no growth");
  ordered_json worse = ordered_json::array(), better = worse, other = worse;
  for (const ordered_json& change : changes["changes"])
    (change["grew"] == true ? worse : change["shrank"] == true ? better : other).push_back(change);
  text += lines("grew: ", worse, most, line);
  text += lines("shrank: ", better, most, line);
  text += lines("changed: ", other, most, line);
  text += lines("no longer measured: ", changes["only_before"], most, series);
  text += lines("measured now: ", changes["only_after"], most, series);
  for (const ordered_json& claim : changes["verdicts"])
    text += fmt::format("claim {}: {} -> {}\n", bare(claim["id"]), bare(claim["before"]),
                        bare(claim["after"]));
  for (const auto& [name, both] : changes["circumstances"].items())
    text += fmt::format("made with another {}: {} -> {}\n", name, bare(both[0]), bare(both[1]));
  return text;
}

}  // namespace sextant
