#include "report/sample/sample.hpp"

namespace sextant::properties {

using nlohmann::json;

namespace {

json mutant(const char* name, const char* kind, const json& killed_by) {
  return {{"name", name},
          {"kind", kind},
          {"layer", "exact"},
          {"file", "sample.cpp"},
          {"edit", "a → b"},
          {"why", "b | c"},
          {"control", false},
          {"killed_by", killed_by},
          {"witness", killed_by.empty() ? "" : "1 is not 2"},
          {"seconds", 1.5}};
}

}  // namespace

json sample_mutants() {
  return {{"schema", "sextant-mutants"},
          {"version", 1},
          {"date", "2000-01-02T00:00:00+00:00"},
          {"commit", "0000000"},
          {"mutants",
           {mutant("dead", "edit", {"Turn.IsRight", "Ball.IsRight"}),
            mutant("dead-too", "fault", {"norm"}), mutant("alive", "edit", json::array())}},
          {"controls", {mutant("sound", "fault", json::array())}}};
}

}  // namespace sextant::properties
