#include <utility>

#include "report/sample/sample.hpp"

namespace sextant::properties {

using nlohmann::json;

json sample_attention() {
  const auto query = [](const char* position, double change) {
    return json{{"position", position},
                {"score", {{"value", change}, {"offset", 3}}},
                {"score_bound", 4 * change},
                {"fraction", 0.25},
                {"weight", {{"value", change / 8}, {"offset", 5}}},
                {"variation", change / 4},
                {"variation_bound", change}};
  };
  json all = json::array();
  for (const char* table : {"exact, rounded", "sample"}) {
    all.push_back({{"encoding", "rope dim=4"},
                   {"table", table},
                   {"format", "float32"},
                   {"largest_score", 3.5},
                   {"largest_weight", 0.5},
                   {"queries", {query("1000", 0.0078125), query("4096", 0.03125)}}});
  }
  return {{"keys", 7}, {"sentence", "Sampled changes."}, {"series", all}};
}

json sample_engines() {
  const auto cell = [](const char* context, const char* kind, json value) {
    return json{{"context", context}, {"kind", kind}, {"value", std::move(value)}, {"found", 0.5}};
  };
  return {{{"engine", "sample engine"},
           {"recipe", "pow-divide"},
           {"library", "cuda"},
           {"source", "sample.py"},
           {"accuracy", "sin, cos within 2.5 ulp"},
           {"format", "float32"},
           {"contexts",
            {cell("4096", "measured", 0.03125), cell("8192", "derived bound", 0.0625),
             cell("131072", "no bound", nullptr)}}}};
}

json sample_encodings() {
  const auto series = [](const char* recipe, double first) {
    return json{{"recipe", recipe},
                {"computed_in", "float32"},
                {"format", "bfloat16"},
                {"absolute", {first, 2 * first, nullptr}},
                {"positions_off", {first, nullptr, nullptr}}};
  };
  return {{{"name", "sample-model"},
           {"encoding", "rope dim=4"},
           {"below", "8"},
           {"series", {series("turns", 0.00390625), series("exp-log", 0.125)}}}};
}

json sample_answer() {
  return {{"context", "131072"},
          {"recipe", "exp-log"},
          {"computed_in", "float32"},
          {"format", "bfloat16"},
          {"library", "glibc"},
          {"sentence", "SAMPLE, not measured: exp-log errs by 0.01."},
          {"rows",
           {{{"recipe", "exp-log"},
             {"sound", true},
             {"computed_in", "float32"},
             {"format", "bfloat16"},
             {"largest", 0.01},
             {"position", "131071"},
             {"positions_off", 0.02},
             {"holds", false},
             {"matters_from", "1093"},
             {"kind", "exhaustive"}},
            {{"recipe", "float64-angle"},
             {"sound", true},
             {"computed_in", "float64"},
             {"format", "bfloat16"},
             {"largest", 0.002},
             {"position", "7"},
             {"positions_off", nullptr},
             {"holds", true},
             {"matters_from", nullptr},
             {"kind", "none found"}}}}};
}

json sample_library_bounds() {
  const json series = {{"recipe", "exp-log"},
                       {"computed_in", "float32"},
                       {"format", "bfloat16"},
                       {"bounds", {0.25, nullptr}}};
  return {{{"library", "cuda"},
           {"what", "sample functions"},
           {"fast", false},
           {"series", json::array({series})}}};
}

json sample_bounds() {
  return {{{"property", "sampled"},
           {"term", "whole"},
           {"equation", 11},
           {"format", "float16"},
           {"arithmetic", "float32, fused"},
           {"ratio", 0.625},
           {"value", 0.000610352},
           {"bound", 0.000976563},
           {"recipe", "turns"},
           {"position", "4097"},
           {"offset", "16"},
           {"pair", nullptr}},
          {{"property", "sampled"},
           {"term", "entries"},
           {"equation", 8},
           {"format", "float16"},
           {"arithmetic", ""},
           {"ratio", 0.5},
           {"value", 0.25},
           {"bound", 0.5},
           {"recipe", "exp-log"},
           {"position", "64"},
           {"offset", "1"},
           {"pair", 3}}};
}

json sample_claims() {
  return {{{"id", "sample-one"},
           {"subject", "Samples"},
           {"statement", "Sample one | true"},
           {"heard", "samples"},
           {"verdict", "proved"},
           {"because", "It is."},
           {"property", "Sample.One"}},
          {{"id", "sample-two"},
           {"subject", "Other samples"},
           {"statement", "Sample two"},
           {"heard", "samples"},
           {"verdict", "refuted"},
           {"because", "It is not."},
           {"property", "Sample.Two"}}};
}

}  // namespace sextant::properties
