#include "report/sample/sample.hpp"

namespace sextant::properties {

using nlohmann::json;

namespace {

json row(const char* truth, const char* with, int tables, const json& mistaken_for) {
  return {{"truth", truth},   {"with", with},
          {"tables", tables}, {"invisible", 1},
          {"named", 7},       {"equal", 2},
          {"unexplained", 3}, {"wrong", 4},
          {"passes", 0},      {"mistaken_for", mistaken_for}};
}

}  // namespace

json sample_confusion() {
  json faulty = row("", "alone", 17, json::array());
  for (const char* key : {"truth", "with", "mistaken_for"}) faulty.erase(key);
  return {
      {"schema", "sextant-confusion"},
      {"version", 1},
      {"date", "2000-01-02T00:00:00+00:00"},
      {"command", "scripts/confusion --sample"},
      {"commit", nullptr},
      {"sextant", "0.1.0"},
      {"cpu", "sample"},
      {"cores", 2},
      {"python", "3"},
      {"numpy", "1"},
      {"seed", 5},
      {"count", 8},
      {"seconds", 1.5},
      {"sound", {{"tables", 8}, {"passed", 6}, {"accused", 1}, {"unexplained", 1}, {"guessed", 0}}},
      {"faulty", faulty},
      {"alone", faulty},
      {"in_pairs", faulty},
      {"matrix",
       {row("layout", "alone", 17, {{{"name", "sign"}, {"count", 4}}}),
        row("sign", "another", 17, json::array())}},
      {"misses",
       {{{"truth", "layout"},
         {"found", "sign"},
         {"outcome", "wrong"},
         {"command", "scripts/confusion --show one:9"}}}}};
}

}  // namespace sextant::properties
