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

#include "sextant/verify/rows/number_json.hpp"
#include "sextant/verify/verdict/fault.hpp"
#include "sextant/verify/verdict/verdict.hpp"

namespace sextant::verify {
namespace {

using nlohmann::json;

/// A witness; NaN and infinities have null fields.
json witness_json(const Verdict& v, const measure::Witness& w) {
  const Format& format = v.format;
  json object = {{"position", position_json(w.position, v.parts)},
                 {"channel", w.channel},
                 {"got", number_json(format, w.got)},
                 {"want", number_json(format, w.error.want)},
                 {"ulps", nullptr},
                 {"steps", nullptr},
                 {"absolute", nullptr},
                 {"phase", nullptr},
                 {"positions_off", nullptr}};
  if (v.turnings) object["indices"] = v.turnings->indices(w.row);
  if (!std::isfinite(w.got)) return object;
  object["ulps"] = w.error.ulps;
  object["absolute"] = w.error.absolute;
  object["steps"] = static_cast<std::uint64_t>(std::min(w.error.steps, 0x1p64 - 2048));
  if (w.phase) {
    object["phase"] = w.phase->radians;
    object["positions_off"] = w.phase->positions;
  }
  return object;
}

json max_error_json(const Verdict& v, const measure::MaxError& max_error) {
  return max_error.empty() ? json(nullptr) : witness_json(v, max_error.witness);
}

/// The largest absolute error; where no entry is finite, the first of them.
json max_error_json(const Verdict& v) {
  const measure::ErrorStatistics& statistics = v.statistics;
  if (!statistics.absolute.empty() || !statistics.first_non_finite)
    return max_error_json(v, statistics.absolute);
  return witness_json(v, *statistics.first_non_finite);
}

json drift_json(const std::optional<Drift>& drift) {
  if (!drift) return nullptr;
  return {{"radians", kOffByMuch},
          {"from", position_json(drift->from, drift->parts)},
          {"pair", drift->pair},
          {"always", drift->always}};
}

json residual_json(const Residual& r, std::uint64_t parts) {
  return {{"absolute", r.absolute},
          {"ulps", r.ulps},
          {"median", r.median},
          {"position", position_json(r.position, parts)},
          {"channel", r.channel}};
}

json finding_json(const Finding& finding, std::uint64_t parts) {
  const Fault& known = fault(finding.fault);
  json object = {{"fault", finding.fault}, {"mechanism", known.mechanism},
                 {"effect", known.effect}, {"drift", drift_json(finding.drift)},
                 {"remedy", known.remedy}, {"reference", known.reference},
                 {"match", finding.match}, {"parameters", to_json(finding.parameters)}};
  object["certainty"] = finding.residual ? "likely" : "proved";
  object["equals"] = json::array();
  for (const Cause& other : finding.equals)
    object["equals"].push_back({{"fault", other.fault}, {"parameters", to_json(other.parameters)}});
  if (!finding.residual) return object;
  object["residual"] = residual_json(*finding.residual, parts);
  object["accounts_for"] = finding.residual->accounts_for;
  return object;
}

json stretches_json(const Stretches& stretches) {
  json list = json::array();
  for (const Stretch& s : stretches) list.push_back({s.first, s.last});
  return list;
}

json where_json(const Where& where) {
  return {{"rows", stretches_json(where.rows)},
          {"columns", stretches_json(where.columns)},
          {"heads", where.heads ? stretches_json(*where.heads) : json(nullptr)},
          {"fraction", where.fraction},
          {"what", fmt::format("{}", fmt::join(where.what, "; "))}};
}

json figure(const std::optional<double>& value) { return value ? json(*value) : json(nullptr); }

json inspection_json(const Inspection& seen) {
  json pairs = json::array();
  for (const PairSeen& pair : seen.pairs) {
    pairs.push_back({{"pair", pair.pair},
                     {"columns", pair.columns},
                     {"fits", pair.fits},
                     {"claimed_frequency", pair.claimed},
                     {"frequency", figure(pair.frequency)},
                     {"constant", figure(pair.constant)},
                     {"amplitude", figure(pair.amplitude)},
                     {"phase", figure(pair.phase)}});
  }
  return {{"rows", seen.rows},
          {"fitting", seen.columns(true)},
          {"others", seen.columns(false)},
          {"pairs", std::move(pairs)}};
}

/// A number that JSON does not have is null.
json limits_json(const Verdict& v) {
  json list = json::array();
  for (const ExceededLimit& l : v.exceeded_limits()) {
    list.push_back({{"limit", l.limit},
                    {"allowed", l.allowed},
                    {"found", std::isfinite(l.found) ? json(l.found) : json(nullptr)}});
  }
  return list;
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
                 {"worst", max_error_json(v)},
                 {"worst_by",
                  {{"ulps", max_error_json(v, v.statistics.ulps)},
                   {"steps", max_error_json(v, v.statistics.steps)},
                   {"phase", max_error_json(v, v.statistics.phase)}}},
                 {"first_difference",
                  v.first_difference ? witness_json(v, *v.first_difference) : json(nullptr)},
                 {"recipe", v.recipe ? json(*v.recipe) : json(nullptr)},
                 {"granted_by", nullptr},
                 {"warnings", v.warnings},
                 {"findings", json::array()},
                 {"encoding", v.encoding},
                 {"part", name(v.part)},
                 {"identified", !v.identity.empty()},
                 {"positions", v.positions},
                 {"format", v.holds},
                 {"layout", v.heads_first ? json("heads-first") : json(nullptr)},
                 {"required", word(v.required)},
                 {"limits", limits_json(v)},
                 {"ended_early", v.ended_early}};
  if (v.nearest_difference) object["nearest_difference"] = *v.nearest_difference;
  if (v.turnings) {
    object["input_format"] = v.turnings->given;
    object["axis"] = v.turnings->axis;
    object["axis_found"] = v.turnings->axis_found;
    object["left_out"] = v.turnings->left_out;
    object["application"] =
        v.turnings->application ? json(*v.turnings->application) : json(nullptr);
  }
  if (v.accepted_by) {
    object["granted_by"] = {{"recipe", v.accepted_by->recipe},
                            {"hypothesis", v.accepted_by->hypothesis},
                            {"library", v.accepted_by->library},
                            {"fraction", v.accepted_by->margin.fraction},
                            {"computed_in", v.accepted_by->computed_in.name()},
                            {"bound", v.accepted_by->margin.bound}};
  }
  object["seen"] = v.seen ? inspection_json(*v.seen) : json(nullptr);
  object["where"] = v.where ? where_json(*v.where) : json(nullptr);
  object["closest"] = nullptr;
  for (const Finding& finding : v.findings)
    object["findings"].push_back(finding_json(finding, v.parts));
  if (const Finding* closest = v.closest()) object["closest"] = finding_json(*closest, v.parts);
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
