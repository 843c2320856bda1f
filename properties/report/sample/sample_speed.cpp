#include "report/sample/sample.hpp"

namespace sextant::properties {

using nlohmann::json;

namespace {

json ratio(const char* text, const char* better, const json& needed, const json& measured,
           const json& met) {
  return {{"text", text},   {"better", better},     {"needed", needed},
          {"aim", nullptr}, {"measured", measured}, {"met", met},
          {"who", "peer"},  {"format", "float32"},  {"size", "8x4"}};
}

}  // namespace

json sample_speed() {
  return {{"schema", "sextant-speed"},
          {"version", 1},
          {"date", "2000-01-02T00:00:00+00:00"},
          {"command", "scripts/bench --sample"},
          {"commit", nullptr},
          {"cpu", "sample"},
          {"target", "AVX0"},
          {"options", "none"},
          {"compiler", "sample 1"},
          {"glibc", "2.0"},
          {"load", {0.5, 1, 2}},
          {"ratios",
           {ratio("against a peer", "faster", 20, 17.24, false),
            ratio("against a fill", "at most", 1.5, 1.25, true),
            ratio("against one left out", "faster", nullptr, nullptr, nullptr)}},
          {"layouts", {ratio("halves", "at most", 1.3, 1.0625, true)}},
          {"makers",
           {{{"who", "sextant"}, {"format", "float32"}, {"size", "8x4"}, {"nanoseconds", 0.1875}},
            {{"who", "peer"}, {"format", "float32"}, {"size", "8x4"}, {"nanoseconds", 3.25}},
            {{"who", "peer"}, {"format", "float64"}, {"size", "8x4"}, {"nanoseconds", 2345.6}}}},
          {"values", {{{"who", "sextant"}, {"format", "float32"}, {"nanoseconds", 4.5}}}},
          {"setups",
           {{{"text", "from nothing"}, {"format", "float32"}, {"microseconds", 975.5}},
            {{"text", "from nothing"}, {"format", "float64"}, {"microseconds", nullptr}}}}};
}

}  // namespace sextant::properties
