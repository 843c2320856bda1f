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
  return {{{"engine", "sample engine"},
           {"recipe", "pow-divide"},
           {"source", "sample.py"},
           {"format", "float32"},
           {"absolute", 0.03125},
           {"position", "131071"},
           {"below", "2^17"},
           {"sentence", "Sample by its recipe is off by 0.031."}}};
}

json sample_families() {
  return {{{"name", "sample-model"},
           {"encoding", "rope dim=4"},
           {"format", "bfloat16"},
           {"below", "131072"},
           {"recipes", 2},
           {"best",
            {{"recipe", "turns"}, {"absolute", 0.0078125}, {"position", "4097"}, {"channel", 1}}},
           {"worst",
            {{"recipe", "exp-log"}, {"absolute", 0.25}, {"position", "99999"}, {"channel", 3}}}}};
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
