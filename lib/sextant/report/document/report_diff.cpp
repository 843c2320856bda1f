#include "sextant/report/document/report_diff.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sextant/encoding/real/error.hpp"
#include "sextant/report/document/metrics.hpp"
#include "sextant/report/document/result_file.hpp"
#include "sextant/report/document/schema.hpp"

namespace sextant {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

/// A report of every recipe over 62 octaves has some 3 MB.
constexpr std::uint64_t kLargestReport = std::uint64_t{1} << 26;

ordered_json heading(const json& report) {
  return {{"sextant", report["sextant"]},
          {"commit", report["commit"]},
          {"created", report["created"]},
          {"command", report["command"]}};
}

/// The factor of growth; for a first position that came nearer, the inverse ratio.
double factor(const Metric& before, const Metric& after) {
  if (before.least) return after.value > 0 ? before.value / after.value : HUGE_VAL;
  return after.value / before.value;
}

json finite(double value) { return std::isfinite(value) ? json(value) : json(); }

ordered_json change(const Metric& before, const Metric& after, bool grew) {
  ordered_json one = {{"part", after.part}, {"series", *after.series}, {"measure", after.measure}};
  if (!after.from.empty()) one["from"] = after.from;
  if (!after.to.empty()) one["to"] = after.to;
  one["before"] = finite(before.value);
  one["after"] = finite(after.value);
  one["factor"] = finite(factor(before, after));
  one["grew"] = grew;
  one["shrank"] = before.worse_than(after);
  one["searched_longer"] = after.searched_longer_than(before);
  if (after.least) one["searched_to"] = {before.searched_to, after.searched_to};
  if (after.place) one["place"] = *after.place;
  return one;
}

/// The series that only one report measures, each once; for common series, the octaves or the
/// measures of an octave that only one has.
ordered_json alone(const std::vector<Metric>& here, const std::vector<Metric>& there) {
  std::set<std::string> known, listed;
  const auto of = [](const Metric& one, bool octave) {
    return one.part + one.series->dump() + (octave ? " " + one.from + " " + one.to : "");
  };
  for (const Metric& one : there) known.insert({one.subject(), of(one, false), of(one, true)});
  ordered_json list = ordered_json::array();
  for (const Metric& one : here) {
    if (known.contains(one.subject())) continue;
    ordered_json line = {{"part", one.part}, {"series", *one.series}};
    const bool in_both = known.contains(of(one, false));
    if (in_both && known.contains(of(one, true))) line["measure"] = one.measure;
    if (!listed.insert(line.dump() + (in_both ? one.from : "")).second) continue;
    if (in_both && !one.from.empty()) line["from"] = one.from;
    if (in_both && !one.to.empty()) line["to"] = one.to;
    list.push_back(std::move(line));
  }
  return list;
}

std::unordered_map<std::string, const Metric*> by_subject(const std::vector<Metric>& all) {
  std::unordered_map<std::string, const Metric*> map;
  for (const Metric& one : all) map.emplace(one.subject(), &one);
  return map;
}

ordered_json verdicts(const json& before, const json& after) {
  std::unordered_map<std::string, json> known;
  for (const json& claim : before.value("claims", json::array()))
    known[claim["id"]] = claim["verdict"];
  ordered_json changed = ordered_json::array();
  for (const json& claim : after.value("claims", json::array())) {
    const auto was = known.find(claim["id"]);
    if (was == known.end() || was->second == claim["verdict"]) continue;
    changed.push_back({{"id", claim["id"]}, {"before", was->second}, {"after", claim["verdict"]}});
  }
  return changed;
}

/// The row of an answer for the same recipe and formats; null if there is none.
const json* same_row(const json& answer, const json& row) {
  for (const json& other : answer["rows"]) {
    if (other["recipe"] == row["recipe"] && other["computed_in"] == row["computed_in"] &&
        other["format"] == row["format"])
      return &other;
  }
  return nullptr;
}

/// The sentences of both answers, and the recipes that hold half an ulp of 1 in only one of them,
/// if both are about the same context.
ordered_json answers(const json& before, const json& after) {
  ordered_json hold = ordered_json::array();
  for (const json& row : after["rows"]) {
    const json* was = before["context"] == after["context"] ? same_row(before, row) : nullptr;
    if (was == nullptr || (*was)["holds"] == row["holds"]) continue;
    hold.push_back({{"recipe", row["recipe"]},
                    {"computed_in", row["computed_in"]},
                    {"format", row["format"]},
                    {"holds", row["holds"]}});
  }
  return {{"before", before["sentence"]}, {"after", after["sentence"]}, {"holds", hold}};
}

/// Other differences that may have changed a figure.
ordered_json circumstances(const json& before, const json& after) {
  ordered_json changed = ordered_json::object();
  const auto see = [&](const std::string& name, const json& was, const json& is) {
    if (was != is) changed[name] = {was, is};
  };
  see("seeds", before["seeds"], after["seeds"]);
  for (const auto& [name, value] : after["environment"].items())
    see(name, before["environment"].value(name, json()), value);
  return changed;
}

}  // namespace

json read_report(const std::string& path) {
  const auto require = [](const json& report) {
    require_report(report);
    (void)metrics(report);
  };
  return read_result(path, "reports", require, kLargestReport);
}

ordered_json report_diff(const json& before, const json& after, const DiffTolerance& tolerance) {
  if (before["encoding"] != after["encoding"])
    throw Error(fmt::format("the reports are of different encodings, '{}' and '{}'",
                            before["encoding"].get<std::string>(),
                            after["encoding"].get<std::string>()));
  const std::vector<Metric> old = metrics(before);
  const std::vector<Metric> now = metrics(after);
  const auto known = by_subject(old);
  std::uint64_t compared = 0, grew = 0, shrank = 0, longer = 0;
  std::vector<ordered_json> found;
  for (const Metric& one : now) {
    const auto at = known.find(one.subject());
    if (at == known.end()) continue;
    const Metric& was = *at->second;
    ++compared;
    const bool searched_longer = one.searched_longer_than(was);
    if (was.value == one.value) continue;
    if (searched_longer) ++longer;
    const bool worse = one.worse_than(was) && !(factor(was, one) <= tolerance.factor) &&
                       !(searched_longer && tolerance.longer_searches);
    if (worse) ++grew;
    found.push_back(change(was, one, worse));
    if (found.back()["shrank"] == true) ++shrank;
  }
  if (compared == 0) throw Error("the reports have no measurement in common");
  // The worst first; an invalid factor means a change from 0, or from no failure.
  const auto badness = [](const ordered_json& c) {
    const double times = c["factor"].is_null() ? HUGE_VAL : c["factor"].get<double>();
    return c["grew"].get<bool>() ? times : -times;
  };
  std::stable_sort(found.begin(), found.end(),
                   [&](const auto& a, const auto& b) { return badness(a) > badness(b); });
  return {{"schema", "sextant-report-diff"},
          {"version", 2},
          {"encoding", after["encoding"]},
          {"answer", answers(before["answer"], after["answer"])},
          {"before", heading(before)},
          {"after", heading(after)},
          {"allowed", tolerance.factor},
          {"longer_searches_allowed", tolerance.longer_searches},
          {"compared", compared},
          {"grew", grew},
          {"shrank", shrank},
          {"searched_longer", longer},
          {"changes", found},
          {"only_before", alone(old, now)},
          {"only_after", alone(now, old)},
          {"verdicts", verdicts(before, after)},
          {"circumstances", circumstances(before, after)}};
}

}  // namespace sextant
