#include "report/sample/sample.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace sextant::properties {
namespace {

using nlohmann::json;

struct Kind {
  const char* computed_in;
  const char* format;
  int computed_bits;
  int stored_bits;
};

constexpr Kind kinds[] = {{"float32", "float32", 24, 24},
                          {"float64", "float64", 53, 53},
                          {"float32", "float16", 24, 11},
                          {"float32", "bfloat16", 24, 8},
                          {"bfloat16", "bfloat16", 8, 8}};

constexpr std::pair<const char*, double> recipes[] = {
    {"pow-divide", 1.5},  {"pow-multiply", 1.8},        {"exp-log", 6},
    {"log-timescale", 9}, {"frequency-recurrence", 60}, {"float64-angle", 1e-6},
    {"turns", 1e-9},      {"quarter-turn-cosine", 12},  {"rotation-recurrence", 30}};

class Invention {
 public:
  explicit Invention(std::uint64_t seed) : random_(seed) {}

  double share() { return std::uniform_real_distribution<double>(0.2, 0.95)(random_); }

  std::string position(int k) {
    const std::uint64_t low = std::uint64_t{1} << k;
    return std::to_string(std::uniform_int_distribution<std::uint64_t>(low, 2 * low - 1)(random_));
  }

  json worst(int k, double value) {
    return {{"value", value}, {"position", position(k)}, {"channel", int(random_() % 128)}};
  }

  json drift_octave(const Kind& kind, double factor, int k) {
    const double bound = std::min(
        2.0, std::ldexp(1, -kind.stored_bits) + factor * std::ldexp(1, k - kind.computed_bits));
    const double fraction = share();
    json absolute = worst(k, bound * fraction);
    absolute["got"] = "0x1.8p-3";
    absolute["want"] = "0x1.9p-3";
    return {{"from", std::to_string(std::uint64_t{1} << k)},
            {"to", std::to_string(std::uint64_t{2} << k)},
            {"entries", 32768},
            {"exhaustive", k < 8},
            {"absolute", absolute},
            {"ulps", worst(k, std::ldexp(bound * fraction, kind.stored_bits))},
            {"positions_off", k % 7 == 3 ? json() : worst(k, bound * fraction * 3)},
            {"bound", bound},
            {"fraction", fraction},
            {"misrounded", share()}};
  }

  json defect_octave(const Kind& kind, double factor, int k) {
    const json octave = drift_octave(kind, factor, k);
    return {{"from", octave["from"]},
            {"to", octave["to"]},
            {"value", k == 0 ? json(0.0) : octave["absolute"]["value"]},
            {"position", octave["absolute"]["position"]},
            {"bound", k % 5 == 4 ? json() : octave["bound"]}};
  }

  json safe_range(const Kind& kind, const std::pair<const char*, double>& recipe,
                  const std::string& criterion) {
    const double allowed = criterion == "1e-3"                ? 1e-3
                           : criterion == "half-bfloat16-ulp" ? 0x1p-9
                                                              : std::ldexp(1.2, -kind.stored_bits);
    const double room = (allowed - std::ldexp(1, -kind.stored_bits)) / recipe.second;
    const int k = room <= 0 ? 0 : int(std::log2(room) + kind.computed_bits);
    json violation;
    if (k < 40) violation = worst(std::max(k, 0), allowed * 1.01);
    if (k < 40) violation["absolute"] = violation["value"];
    return {{"recipe", recipe.first},
            {"computed_in", kind.computed_in},
            {"format", kind.format},
            {"criterion", criterion},
            {"first_violation", violation},
            {"searched_to", "2^40"},
            {"exhaustive_to", "2^16"},
            {"kind", k < 16   ? "exhaustive"
                     : k < 40 ? "first found"
                              : "none found"}};
  }

 private:
  std::mt19937_64 random_;
};

json series_of(const Kind& kind, const char* recipe) {
  return {{"recipe", recipe},
          {"computed_in", kind.computed_in},
          {"format", kind.format},
          {"octaves", json::array()}};
}

void add_recipes(json& report, Invention& invented) {
  for (const auto& kind : kinds) {
    for (const auto& recipe : recipes) {
      const bool steps = std::string(recipe.first) == "rotation-recurrence";
      json series = series_of(kind, recipe.first);
      series["sound"] = recipe.second < 10;
      series["steps"] = steps;
      for (int k = 0; k < (steps ? 24 : 40); ++k) {
        series["octaves"].push_back(invented.drift_octave(kind, recipe.second, k));
      }
      report["drift"].push_back(series);
      for (const auto* criterion : {"faithful", "half-ulp-of-1", "1e-3", "half-bfloat16-ulp"}) {
        report["safe_ranges"].push_back(invented.safe_range(kind, recipe, criterion));
      }
      for (const auto* identity : {"norm", "shift", "rotation", "composition"}) {
        json defect = series_of(kind, recipe.first);
        for (int k = 0; k < 40; k += 2) {
          defect["octaves"].push_back(invented.defect_octave(kind, recipe.second, k));
        }
        report["defects"][identity].push_back(defect);
      }
    }
  }
}

void add_types(json& report, Invention& invented) {
  const std::pair<const char*, int> types[] = {{"float", 24},
                                               {"double", 53},
                                               {"long double", 64},
                                               {"binary128", 113},
                                               {"cpp_bin_float_50", 168},
                                               {"mpfr_float_50", 170}};
  for (const auto& [type, bits] : types) {
    json series = {{"type", type}, {"recipe", "pow-multiply"}, {"octaves", json::array()}};
    for (int k = 0; k < 40; ++k) {
      const json octave = invented.drift_octave({"", "", bits, bits}, 1.8, k);
      series["octaves"].push_back({{"from", octave["from"]},
                                   {"to", octave["to"]},
                                   {"absolute", octave["absolute"]},
                                   {"bound", octave["bound"]}});
    }
    report["number_types"].push_back(series);
  }
}

void add_pairs(json& report, Invention& invented) {
  for (const auto* format : {"float16", "bfloat16", "float32", "float64"}) {
    for (int dim = 2; dim <= 512; dim *= 2) {
      const bool same = dim == 2 && std::string(format).ends_with("16");
      const double squared = same ? 0 : std::min(27.0, 1e-9 * std::pow(dim, 5) * invented.share());
      report["nearest_pairs"].push_back({{"encoding", "sinusoidal dim=" + std::to_string(dim)},
                                         {"dim", dim},
                                         {"format", format},
                                         {"below", "2^20"},
                                         {"distance_squared", squared},
                                         {"distance_error", std::ldexp(squared, -50)},
                                         {"position", invented.position(18)},
                                         {"other", "0"},
                                         {"kind", same ? "exhaustive, tied" : "exhaustive"}});
    }
  }
}

double value_at(double position, int channel) {
  const double angle = position * std::pow(10000.0, -double(channel / 2 * 2) / 64);
  return channel % 2 == 0 ? std::sin(angle) : std::cos(angle);
}

json picture(int count, int step, int columns, double (*value)(double, int)) {
  json result = {{"positions", json::array()}, {"values", json::array()}};
  for (int i = 0; i < count; ++i) {
    result["positions"].push_back(std::to_string(i * step));
    json row = json::array();
    for (int j = 0; j < columns; ++j) row.push_back(value(i * step, j));
    result["values"].push_back(row);
  }
  return result;
}

double dot(double position, int column) {
  double sum = 0;
  for (int i = 0; i < 64; i += 2) sum += value_at(position - 2 * column, i + 1);
  return sum;
}

json pictures() {
  json waves = picture(128, 1, 0, value_at);
  waves["values"] = json::array();
  for (const int channel : {0, 2, 8, 16, 24, 32}) {
    waves["channels"].push_back(channel);
    json series = json::array();
    for (int p = 0; p < 128; ++p) series.push_back(value_at(p, channel));
    waves["values"].push_back(series);
  }
  return {{"dim", 64},
          {"heat_map", picture(64, 1, 64, value_at)},
          {"similarity", picture(48, 2, 48, dot)},
          {"waves", waves}};
}

}  // namespace

json sample_report(std::uint64_t seed) {
  Invention invented(seed);
  json report = {
      {"schema", "sextant-report"},
      {"version", 2},
      {"sextant", "0.1.0"},
      {"commit", nullptr},
      {"created", "2000-01-01T00:00:00Z"},
      {"command", "sample, not measured"},
      {"seconds", 41.25},
      {"environment", {{"cpu", "sample"}, {"cores", 2}, {"fma", true}, {"compiler", "sample"}}},
      {"seeds", {{"positions", seed}}},
      {"encoding", "sinusoidal dim=128"},
      {"dim", 128},
      {"base", "10000"},
      {"pictures", pictures()},
      {"speed", sample_speed()},
      {"mutants", sample_mutants()},
      {"confusion", sample_confusion()},
      {"theorems", sample_theorems()},
      {"sweeps", sample_sweeps()},
      {"attention", sample_attention()},
      {"claims", sample_claims()},
      {"answer", sample_answer()},
      {"library_bounds", sample_library_bounds()},
      {"engines", sample_engines()},
      {"encodings", sample_encodings()},
      {"bounds", sample_bounds()},
      {"defects", json::object()}};
  for (const auto* key : {"drift", "safe_ranges", "number_types", "nearest_pairs"}) {
    report[key] = json::array();
  }
  report.update(sample_explorer());
  add_recipes(report, invented);
  add_types(report, invented);
  add_pairs(report, invented);
  return report;
}

}  // namespace sextant::properties
