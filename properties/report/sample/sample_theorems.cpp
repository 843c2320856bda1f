#include "report/sample/sample.hpp"

namespace sextant::properties {

using nlohmann::json;

namespace {

/// One that was proved by the tool, and confirmed.
json theorem(const char* name, int dim, const char* outcome) {
  return {
      {"command", std::string("sextant prove ") + name + " --sample"},
      {"theorem", name},
      {"about", {{"dim", dim}, {"base", "10000"}, {"positions", "0:2^40"}, {"format", nullptr}}},
      {"outcome", outcome},
      {"statement", "It is."},
      {"result", "so it is"},
      {"method", "sampled"},
      {"seconds", 1.5},
      {"check", {{"confirmed", true}, {"what", "so it is"}, {"seconds", 0.25}}},
      {"offsets", json::array()},
      {"collision", nullptr}};
}

json with(json one, const char* key, const json& value) {
  one[json::json_pointer(key)] = value;
  return one;
}

/// One that came to nothing.
json nothing(const char* name, int dim, const char* outcome) {
  json one = theorem(name, dim, outcome);
  for (const char* key : {"statement", "method", "seconds", "check"}) one[key] = nullptr;
  return one;
}

json offset(const char* k, double distance) { return {{"offset", k}, {"distance", distance}}; }

}  // namespace

json sample_theorems() {
  const json alike = {{"earlier", "2"}, {"later", "712"}};
  const json threshold = {
      {"base", "10000"}, {"positions", "0:2^40"}, {"from", 46}, {"to", 128}, {"fails", 44}};
  const json doubted = {{"confirmed", false}, {"what", "too long"}, {"seconds", nullptr}};
  json float16 = with(theorem("distinct-rows", 4, "fails"), "/collision", alike);
  json float64 = with(theorem("distinct-rows", 4, "open"), "/check", doubted);
  float16["about"]["format"] = "float16";
  float64["about"]["format"] = "float64";
  json identity = theorem("norm", 0, "holds");
  for (auto& one : identity["about"]) one = nullptr;
  return {{"schema", "sextant-theorems"},
          {"version", 1},
          {"date", "2000-01-02T00:00:00+00:00"},
          {"command", "scripts/theorems --sample"},
          {"commit", "0000000"},
          {"sextant", "0.0.0"},
          {"cpu", "sample | x"},
          {"cores", 2},
          {"load", {0.5, 1, 2}},
          {"thresholds", json::array({threshold})},
          {"theorems",
           {with(theorem("uniqueness", 4, "holds"), "/offsets", json::array({offset("77", 0.125)})),
            nothing("uniqueness", 8, "refused"),
            with(theorem("neighbours", 44, "fails"), "/offsets",
                 json::array({offset("1", 0.5), offset("99", 0.25)})),
            with(theorem("near-collisions", 4, "holds"), "/offsets",
                 json::array({offset("77", 0.125), offset("88", 0.25)})),
            float16, float64, with(theorem("sixteen-bit", 64, "holds"), "/check", nullptr),
            nothing("near-collisions", 16, "unfinished"), identity}}};
}

}  // namespace sextant::properties
