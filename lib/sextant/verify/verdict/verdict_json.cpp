#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sextant/verify/candidate/fault.hpp"
#include "sextant/verify/rows/number_json.hpp"
#include "sextant/verify/verdict/verdict.hpp"

namespace sextant::verify {
namespace {

using nlohmann::json;

/// The value as JSON; null if it is nullopt.
template <class T, class ToJson = std::identity>
json or_null(const std::optional<T>& value, const ToJson& to_json = {}) {
  return value ? json(to_json(*value)) : json(nullptr);
}

json number_or_null(double value) { return std::isfinite(value) ? json(value) : json(nullptr); }

/// An entry with its errors.  If it is NaN or infinite, the errors are null.
json witness_json(const Verdict& v, const measure::Witness& w) {
  json object = {{"position", position_json(w.position, v.parts)},
                 {"channel", w.channel},
                 {"got", number_json(v.format, w.got)},
                 {"want", number_json(v.format, w.error.want)}};
  if (v.vectors) object["indices"] = v.vectors->indices(w.row);
  for (const char* key : {"ulps", "steps", "absolute", "phase", "positions_off"})
    object[key] = nullptr;
  if (!std::isfinite(w.got)) return object;
  object["ulps"] = w.error.ulps;
  object["absolute"] = w.error.absolute;
  object["steps"] = static_cast<std::uint64_t>(std::min(w.error.steps, 0x1p64 - 2048));
  if (!w.phase) return object;
  object["phase"] = w.phase->radians;
  object["positions_off"] = number_or_null(w.phase->positions);
  return object;
}

json max_error_json(const Verdict& v, const measure::MaxError& max_error) {
  return max_error.empty() ? json(nullptr) : witness_json(v, max_error.witness);
}

/// The entry with the largest absolute error.  If no entry is finite, the first entry.
json worst_json(const Verdict& v) {
  const measure::ErrorStatistics& t = v.statistics;
  return t.absolute.empty() && t.first_non_finite ? witness_json(v, *t.first_non_finite)
                                                  : max_error_json(v, t.absolute);
}

json drift_json(const Drift& drift) {
  return {{"radians", kOffByMuch},
          {"from", position_json(drift.from, drift.parts)},
          {"pair", drift.pair},
          {"always", drift.always}};
}

json finding_json(const Finding& finding, std::uint64_t parts) {
  const Fault& known = fault(finding.fault);
  json object = {{"fault", finding.fault},
                 {"mechanism", known.mechanism},
                 {"effect", known.effect},
                 {"drift", or_null(finding.drift, drift_json)},
                 {"remedy", known.remedy},
                 {"reference", known.reference},
                 {"match", finding.match},
                 {"parameters", to_json(finding.parameters)},
                 {"certainty", finding.residual ? "likely" : "proved"},
                 {"equals", json::array()}};
  for (const Cause& other : finding.equals)
    object["equals"].push_back({{"fault", other.fault}, {"parameters", to_json(other.parameters)}});
  if (const auto& r = finding.residual) {
    object["residual"] = {{"absolute", r->absolute},
                          {"ulps", r->ulps},
                          {"median", r->median},
                          {"position", position_json(r->position, parts)},
                          {"channel", r->channel}};
    object["accounts_for"] = r->accounts_for;
  }
  return object;
}

json ranges_json(const IndexRanges& some) {
  json list = json::array();
  for (const auto& [first, last] : some.ranges()) list.push_back({first, last});
  return list;
}

json where_json(const Where& where) {
  return {{"rows", ranges_json(where.rows)},
          {"columns", ranges_json(where.columns)},
          {"heads", or_null(where.heads, ranges_json)},
          {"fraction", where.fraction},
          {"what", fmt::format("{}", fmt::join(where.what, "; "))}};
}

json inspection_json(const Observations& seen) {
  json pairs = json::array();
  for (const ObservedPair& pair : seen.pairs) {
    pairs.push_back({{"pair", pair.pair},
                     {"columns", pair.columns},
                     {"fits", pair.fits},
                     {"claimed_frequency", pair.claimed},
                     {"frequency", or_null(pair.frequency)},
                     {"constant", or_null(pair.constant)},
                     {"amplitude", or_null(pair.amplitude)},
                     {"phase", or_null(pair.phase)}});
  }
  return {{"rows", seen.rows},
          {"fitting", seen.columns(true)},
          {"others", seen.columns(false)},
          {"pairs", std::move(pairs)}};
}

json acceptance_json(const Acceptance& by) {
  return {{"recipe", by.recipe},
          {"hypothesis", by.hypothesis},
          {"library", by.library},
          {"fraction", by.margin.fraction},
          {"computed_in", by.computed_in.name()},
          {"bound", by.margin.bound}};
}

struct AsJson {
  json operator()(Position whole) const {
    return whole < 0 ? json(static_cast<std::int64_t>(whole))
                     : json(static_cast<std::uint64_t>(whole));
  }
  json operator()(const std::vector<Parameters>& places) const {
    json list = json::array();
    for (const Parameters& place : places) list.push_back(to_json(place));
    return list;
  }
  template <class T>
  json operator()(const T& value) const {
    return value;
  }
};

template <class Json>
std::string text_of(const Json& object, int indent) {
  return object.dump(indent, ' ', false, json::error_handler_t::replace);
}

}  // namespace

json to_json(const Parameters& parameters) {
  json object = json::object();
  for (const auto& [name, value] : parameters.values())
    object[name] = std::visit(AsJson{}, static_cast<const Parameters::Variant&>(value));
  return object;
}

json to_json(const Verdict& v) {
  json object = {{"grade", word(v.grade)},
                 {"passes", v.passes()},
                 {"entries", v.statistics.entries},
                 {"misrounded", v.statistics.misrounded},
                 {"undecided", v.statistics.undecided},
                 {"non_finite", v.statistics.non_finite},
                 {"worst", worst_json(v)},
                 {"worst_by",
                  {{"ulps", max_error_json(v, v.statistics.ulps)},
                   {"steps", max_error_json(v, v.statistics.steps)},
                   {"phase", max_error_json(v, v.statistics.phase)}}},
                 {"first_difference",
                  or_null(v.first_difference, [&](const auto& w) { return witness_json(v, w); })},
                 {"recipe", or_null(v.recipe)},
                 {"granted_by", or_null(v.accepted_by, acceptance_json)},
                 {"warnings", v.warnings},
                 {"findings", json::array()},
                 {"encoding", v.encoding},
                 {"part", name(v.part)},
                 {"identified", !v.identity.empty()},
                 {"positions", v.positions},
                 {"format", v.holds},
                 {"layout", v.heads_first ? json("heads-first") : json(nullptr)},
                 {"required", word(v.required)},
                 {"limits", json::array()},
                 {"ended_early", v.ended_early},
                 {"seen", or_null(v.seen, inspection_json)},
                 {"where", or_null(v.where, where_json)},
                 {"closest", nullptr}};
  for (const ExceededLimit& l : v.exceeded_limits())
    object["limits"].push_back(
        {{"limit", l.limit}, {"allowed", l.allowed}, {"found", number_or_null(l.found)}});
  for (const Finding& finding : v.findings)
    object["findings"].push_back(finding_json(finding, v.parts));
  if (const Finding* closest = v.closest()) object["closest"] = finding_json(*closest, v.parts);
  if (v.nearest_difference) object["nearest_difference"] = *v.nearest_difference;
  if (const auto& t = v.vectors)
    object.update({{"input_format", t->given},
                   {"axis", t->axis},
                   {"axis_found", t->axis_found},
                   {"left_out", t->left_out},
                   {"application", or_null(t->application)}});
  return object;
}

std::string json_text(const Parameters& parameters) { return text_of(to_json(parameters), -1); }

std::string json_text(const Verdict& verdict, const std::string& file) {
  nlohmann::ordered_json object = {
      {"schema", "sextant-verdict"}, {"version", 2}, {"file", nullptr}};
  if (!file.empty()) object["file"] = file;
  object.update(nlohmann::ordered_json(to_json(verdict)));
  return text_of(object, 2);
}

}  // namespace sextant::verify
