#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sextant/audit/audit.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/verify/observation/approximate.hpp"
#include "sextant/verify/verdict/verdict.hpp"

namespace sextant::audit {
namespace {

using json = nlohmann::ordered_json;

json or_null(const std::string& text) { return text.empty() ? json(nullptr) : json(text); }

json frequencies_json(const Waves& waves) {
  if (waves.frequencies.empty()) return nullptr;
  const std::vector<double> all = verify::approximate_frequencies(waves);
  return {{"first", all.front()}, {"last", all.back()}};
}

std::string_view word(LayerPositions positions) {
  constexpr std::string_view kWords[] = {"computed", "learned", "absent", "unknown"};
  return kWords[static_cast<std::size_t>(positions)];
}

json encoding_json(const LayerEncoding& layers, const ModelSource& source) {
  json from = json::array();
  for (const ConfigKey& key : layers.from)
    from.push_back({{"path", source.path}, {"key", key.key}, {"value", or_null(key.value)}});
  json object = {{"layers", or_null(layers.layers)},
                 {"numbers", layers.numbers},
                 {"positions", word(layers.positions)},
                 {"text", or_null(encoding_text(layers))},
                 {"words", or_null(layers.words)},
                 {"from", std::move(from)},
                 {"amplitude", nullptr},
                 {"frequencies", nullptr},
                 {"query_scale", nullptr}};
  if (const auto& scale = layers.query_scale)
    object["query_scale"] = {
        {"text", to_text(*scale)},
        {"beta", scale->form == QueryScale::Form::steps ? json(static_cast<double>(scale->beta))
                                                        : json(nullptr)},
        {"original", static_cast<double>(scale->original)},
        {"shift", static_cast<double>(scale->origin)}};
  if (!layers.encoding) return object;
  const Chart table = chart(*layers.encoding);
  if (!table.waves.frequencies.empty())
    object["amplitude"] = verify::approximate(table.waves.amplitude);
  object["frequencies"] = frequencies_json(table.waves);
  return object;
}

std::string_view word(StoredOutcome outcome) {
  constexpr std::string_view kWords[] = {"passes", "fails", "not judged"};
  return kWords[static_cast<std::size_t>(outcome)];
}

json stored_json(const StoredVerdict& one) {
  json same = json::array(), same_tensors = json::array(), keys = json::array();
  for (const NamedTensor& other : one.same) {
    same.push_back(other.path == one.path ? other.tensor : other.path + " " + other.tensor);
    same_tensors.push_back({{"path", other.path}, {"tensor", other.tensor}});
  }
  for (const ConfigKey& key : one.keys)
    keys.push_back({{"key", key.key}, {"value", or_null(key.value)}});
  json verdict = one.verdict ? json(verify::to_json(*one.verdict)) : json(nullptr);
  // Frequencies in 16 bits fail here, even if each is correctly rounded.
  if (one.verdict) verdict["passes"] = one.outcome == StoredOutcome::passes;
  return {{"path", one.path},
          {"tensor", one.tensor},
          {"same", std::move(same)},
          {"same_tensors", std::move(same_tensors)},
          {"layers", or_null(one.layers)},
          {"part", name(one.part)},
          {"format", one.format},
          {"shape", one.shape},
          {"outcome", word(one.outcome)},
          {"why", or_null(one.why)},
          {"remark", or_null(one.remark)},
          {"claim", or_null(one.claim)},
          {"keys", std::move(keys)},
          {"identified", one.identified},
          {"verdict", std::move(verdict)}};
}

json disagreement_json(const ModelDisagreement& one) {
  json between = json::array();
  for (const Side& side : one.between) {
    json entry = {{"path", side.path}, {"value", or_null(side.value)}};
    entry[side.tensor.empty() ? "key" : "tensor"] =
        or_null(side.tensor.empty() ? side.key : side.tensor);
    between.push_back(std::move(entry));
  }
  json object = {{"layers", or_null(one.layers)},
                 {"what", one.what},
                 {"words", or_null(one.words)},
                 {"between", std::move(between)},
                 {"at", nullptr}};
  if (one.at)
    object["at"] = {{"position", static_cast<std::int64_t>(one.at->position)},
                    {"phase", one.at->phase},
                    {"positions_off", one.at->positions_off},
                    {"cosine", one.at->cosine}};
  return object;
}

}  // namespace

std::string json_text(const Audit& audit) {
  json object = {{"schema", "sextant-check"},      {"version", 1},
                 {"passes", audit.passes()},       {"sources", json::array()},
                 {"encodings", json::array()},     {"stored", json::array()},
                 {"disagreements", json::array()}, {"warnings", audit.warnings},
                 {"notes", audit.notes()}};
  for (const ModelSource& source : audit.sources)
    object["sources"].push_back({{"path", source.path}, {"kind", word(source.kind)}});
  const ModelSource& claiming = audit.sources[audit.claiming];
  for (const LayerEncoding& layers : claiming.encodings)
    object["encodings"].push_back(encoding_json(layers, claiming));
  for (const StoredVerdict& one : audit.stored) object["stored"].push_back(stored_json(one));
  for (const ModelDisagreement& one : audit.disagreements)
    object["disagreements"].push_back(disagreement_json(one));
  return object.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace sextant::audit
