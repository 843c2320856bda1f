#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

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

json worst_json(const Verdict& v, const measure::Worst& worst) {
  return worst.empty() ? json(nullptr) : witness_json(v, worst.witness);
}

/// The largest absolute error; where no entry is finite, the first of them.
json worst_json(const Verdict& v) {
  const measure::Tally& tally = v.tally;
  if (!tally.absolute.empty() || !tally.first_non_finite) return worst_json(v, tally.absolute);
  return witness_json(v, *tally.first_non_finite);
}

json drift_json(const std::optional<Drift>& drift) {
  if (!drift) return nullptr;
  return {{"radians", kOffByMuch},
          {"from", position_json(drift->from, drift->parts)},
          {"pair", drift->pair},
          {"always", drift->always}};
}

json finding_json(const Finding& finding) {
  const Fault& known = fault(finding.fault);
  return {{"fault", finding.fault}, {"mechanism", known.mechanism},
          {"effect", known.effect}, {"drift", drift_json(finding.drift)},
          {"remedy", known.remedy}, {"reference", known.reference},
          {"match", finding.match}, {"parameters", to_json(finding.parameters)}};
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

std::string text_of(const json& object, int indent) {
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
                 {"entries", v.tally.entries},
                 {"misrounded", v.tally.misrounded},
                 {"undecided", v.tally.undecided},
                 {"non_finite", v.tally.non_finite},
                 {"worst", worst_json(v)},
                 {"worst_by",
                  {{"ulps", worst_json(v, v.tally.ulps)},
                   {"steps", worst_json(v, v.tally.steps)},
                   {"phase", worst_json(v, v.tally.phase)}}},
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
                 {"required", word(v.required)}};
  if (v.turnings) {
    object["input_format"] = v.turnings->given;
    object["left_out"] = v.turnings->left_out;
    object["application"] =
        v.turnings->application ? json(*v.turnings->application) : json(nullptr);
  }
  if (v.granted_by) {
    object["granted_by"] = {{"recipe", v.granted_by->recipe},
                            {"hypothesis", v.granted_by->hypothesis},
                            {"fraction", v.granted_by->slack.fraction},
                            {"computed_in", v.granted_by->computed_in.name()},
                            {"bound", v.granted_by->slack.bound}};
  }
  object["seen"] = v.seen ? inspection_json(*v.seen) : json(nullptr);
  for (const Finding& finding : v.findings) object["findings"].push_back(finding_json(finding));
  return object;
}

std::string json_text(const Parameters& parameters) { return text_of(to_json(parameters), -1); }

std::string json_text(const Verdict& verdict, const std::string& file) {
  json object = to_json(verdict);
  if (!file.empty()) object["file"] = file;
  return text_of(object, 2);
}

}  // namespace sextant::verify
