#include "report/sample/sample.hpp"

namespace sextant::properties {

using nlohmann::json;

namespace {

json kernel() {
  json offsets = json::array(), values = json::array();
  for (int k = 0; k < 64; ++k) {
    offsets.push_back(std::to_string(k));
    values.push_back(32.0 / (k + 1) - 0.125 * (k % 3));
  }
  return {
      {"encoding", "sinusoidal dim=64"}, {"pairs", 32}, {"offsets", offsets}, {"values", values}};
}

json lost_bits() {
  const auto series = [](const char* recipe, bool sound, const char* format, int precision,
                         const json& rows) {
    return json{{"recipe", recipe}, {"sound", sound},         {"computed_in", "float32"},
                {"format", format}, {"precision", precision}, {"rows", rows}};
  };
  return {{"channels", 4},
          {"positions", {"1", "65535", "131071"}},
          {"patterns", {"0*4", "A210", "OC10", "1000", "8100"}},
          {"series",
           {series("exp-log", true, "float32", 24, {0, 1, 2}),
            series("rotation-sample", false, "float32", 24, {0, 0, 0}),
            series("exp-log", true, "bfloat16", 8, {0, 3, 4})}}};
}

}  // namespace

json sample_explorer() { return {{"kernel", kernel()}, {"lost_bits", lost_bits()}}; }

}  // namespace sextant::properties
