#include "report/sample/sample.hpp"

namespace sextant::properties {

using nlohmann::json;

namespace {

json worst(const json& value, const char* position, int channel) {
  return {{"value", value}, {"position", position}, {"channel", channel}};
}

json sweep(const char* model, const char* format, const json& absolute) {
  return {{"command", std::string("sextant sweep --sample --format ") + format},
          {"model", model ? json(model) : json(nullptr)},
          {"commit", "1111111"},
          {"encoding", "rope dim=8"},
          {"recipe", "exp-log"},
          {"format", format},
          {"positions", "0:1048576"},
          {"entries", 8388608},
          {"misrounded", 2097152},
          {"unfaithful", 4194304},
          {"undecided", 0},
          {"non_finite", 0},
          {"worst", {{"absolute", absolute}, {"ulps", absolute}, {"phase", nullptr}}},
          {"beyond",
           {{"faithful", "3"},
            {"half-ulp-of-1", "4"},
            {"1e-3", "4099"},
            {"half-bfloat16-ulp", nullptr}}},
          {"defects", nullptr},
          {"library", "0f"},
          {"checksum", "aa"}};
}

}  // namespace

json sample_sweeps() {
  const json found = worst(0.03125, "1048573", 1);
  json none = sweep(nullptr, "float32", nullptr);
  none["positions"] = "0:0";
  none["entries"] = none["misrounded"] = none["unfaithful"] = 0;
  none["beyond"]["1e-3"] = nullptr;
  json narrow = sweep("one-8b", "float16", worst("inf", "70000", 0));
  narrow["defects"] = {{"norm", worst(0.0625, "70001", 1)},
                       {"shift", worst(0.125, "70002", 0)},
                       {"rotation", nullptr}};
  return {{"schema", "sextant-sweeps"},
          {"version", 1},
          {"date", "2000-01-02T00:00:00+00:00"},
          {"command", "scripts/sweeps --sample"},
          {"commit", "0000000"},
          {"sextant", "0.0.0"},
          {"cpu", "sample | x"},
          {"cores", 2},
          {"load", {0.5, 1, 2}},
          {"largest",
           {{{"recipe", "exp-log"},
             {"format", "float32"},
             {"positions", "0:1048576"},
             {"models", 1},
             {"model", "one-8b"},
             {"worst", found}}}},
          {"refused", {{{"command", "sextant sweep --none"}, {"why", "it has | no waves"}}}},
          {"sweeps", {sweep("one-8b", "float32", found), none, narrow}}};
}

}  // namespace sextant::properties
