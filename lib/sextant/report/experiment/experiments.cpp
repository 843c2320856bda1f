#include "sextant/report/experiment/experiments.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>
#include <fstream>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <thread>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/utsname.h>

#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/recipe/library/host_library.hpp"
#include "sextant/report/claims/claims.hpp"
#include "sextant/version.hpp"

namespace sextant {
namespace {

std::string now() {
  const std::time_t seconds = std::time(nullptr);
  std::array<char, 32> text{};
  std::tm utc{};
  gmtime_r(&seconds, &utc);
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text.data();
}

std::string cpu_model() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "unknown";
}

std::string compiler() {
#ifdef __clang__
  return "clang " __clang_version__;
#else
  return "g++ " __VERSION__;
#endif
}

/// The first violation of one criterion by one recipe, in words.
std::string until(const nlohmann::json& ranges, std::string_view recipe, std::string_view format,
                  std::string_view criterion) {
  for (const auto& range : ranges) {
    if (range["recipe"] != recipe || range["format"] != format || range["criterion"] != criterion)
      continue;
    if (range["first_violation"].is_null()) {
      const auto tried = range["exhaustive_to"].get<std::string>();
      const auto searched = range["searched_to"].get<std::string>();
      return "at no position below " + tried +
             (searched == tried ? "" : " and at none of a sample up to " + searched);
    }
    const auto position = range["first_violation"]["position"].get<std::string>();
    return range["kind"] == "exhaustive"
               ? "first at position " + position
               : "at position " + position + " of a sample, and at none below " +
                     range["exhaustive_to"].get<std::string>();
  }
  return {};
}

}  // namespace

std::vector<DriftRun> runs(const ExperimentConfig& experiment) {
  std::vector<DriftRun> list;
  for (const Format& format : experiment.formats) {
    for (const recipe::Entry& entry : recipe::catalogue()) {
      const bool wanted = experiment.recipes.empty() ||
                          std::find(experiment.recipes.begin(), experiment.recipes.end(),
                                    entry.name) != experiment.recipes.end();
      if (!wanted) continue;
      const recipe::ComputeFormats formats{format == kFloat64 ? kFloat64 : kFloat32, format, {}};
      if (!recipe::possible(entry.name, formats)) continue;
      list.push_back({std::string(entry.name), formats, entry.sound, entry.sequential});
    }
  }
  return list;
}

std::vector<Position> octave(const ExperimentConfig& experiment, int k) {
  const Position first = Position{1} << k;
  const auto wanted = static_cast<std::size_t>(experiment.positions_an_octave);
  std::set<Position> positions;
  if (first <= static_cast<Position>(wanted)) {
    for (Position p = first; p < 2 * first; ++p) positions.insert(p);
    return {positions.begin(), positions.end()};
  }
  // Powers of two are exact in every format; alone they would give too small errors.
  positions = {first, first + 1, 2 * first - 1};
  std::mt19937_64 random(experiment.seed + static_cast<std::uint64_t>(k) * 1000003);
  while (positions.size() < wanted) {
    const auto offset = static_cast<Position>(random() & (static_cast<std::uint64_t>(first) - 1));
    positions.insert((first + offset) | 1);
  }
  return {positions.begin(), positions.end()};
}

nlohmann::json report(const ExperimentConfig& experiment, const ProgressCallback& progress) {
  const auto started = std::chrono::steady_clock::now();
  const auto during = [&](const char* what, double fraction) -> StepCallback {
    return [&progress, what, fraction] {
      if (progress) progress(what, fraction);
    };
  };
  nlohmann::json document = {{"schema", "sextant-report"},
                             {"version", 1},
                             {"sextant", version()},
                             {"created", now()},
                             {"command", experiment.command},
                             {"seeds", {{"positions", experiment.seed}}},
                             {"encoding", to_text(experiment.encoding)},
                             {"dim", dim(experiment.encoding)}};
  document["commit"] =
      experiment.commit.empty() ? nlohmann::json(nullptr) : nlohmann::json(experiment.commit);
  document["base"] = to_text(chart(experiment.encoding).waves.geometric.base);
  document["environment"] = environment();
  if (experiment.table) document["table"] = *experiment.table;
  if (experiment.speed) document["speed"] = *experiment.speed;
  if (experiment.mutants) document["mutants"] = *experiment.mutants;
  if (experiment.theorems) document["theorems"] = *experiment.theorems;
  if (experiment.sweeps) document["sweeps"] = *experiment.sweeps;
  if (experiment.confusion) document["confusion"] = *experiment.confusion;
  auto [of_runs, safe_ranges] = drift(experiment, progress);
  document["drift"] = std::move(of_runs);
  document["engines"] = engines(experiment, document["drift"]);
  document["safe_ranges"] = std::move(safe_ranges);
  document["lost_bits"] = lost_bits(experiment, during("lost bits", 0.74));
  document["number_types"] = number_types(experiment, during("number types", 0.75));
  document["defects"] = defects(experiment, during("identities", 0.8));
  document["bounds"] = bounds(experiment, during("bounds", 0.87));
  document["nearest_pairs"] = nearest_pairs(experiment, during("nearest pairs", 0.9));
  document["attention"] = attention(during("attention", 0.94));
  document["claims"] = claims(document["attention"], during("statements", 0.95));
  document["families"] = families(during("encodings", 0.96));
  during("pictures", 0.98)();
  document["pictures"] = pictures(experiment);
  document["kernel"] = kernel(experiment);
  document["headline"] = {{"sentence", headline(document["safe_ranges"])}};
  document["seconds"] =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  return document;
}

nlohmann::json environment() {
  const recipe::HostLibrary library = recipe::host_library();
  utsname system{};
  uname(&system);
  return {{"cpu", cpu_model()},
          {"cores", std::thread::hardware_concurrency()},
          {"os", std::string(system.sysname) + " " + system.release},
          {"compiler", compiler()},
          {"glibc", library.glibc},
          {"fma", library.fma}};
}

std::string headline(const nlohmann::json& ranges) {
  for (const std::string_view recipe :
       {"exp-log", "pow-multiply", "pow-reciprocal", "pow-divide"}) {
    const std::string coarse = until(ranges, recipe, "float32", "half-bfloat16-ulp");
    const std::string fine = until(ranges, recipe, "float32", "half-ulp-of-1");
    if (coarse.empty()) continue;
    std::string sentence = fmt::format(
        "float32 tables by {}, with angles in float32: the error exceeds 0.00195 (2^-9, half an "
        "ulp "
        "of bfloat16 below 1) {}, and 2^-24 (half an ulp of 1) {}",
        recipe, coarse, fine);
    const std::string better = until(ranges, "turns", "float32", "half-bfloat16-ulp");
    if (!better.empty())
      sentence += fmt::format(
          "; with the phase as a fixed-point fraction of a turn (turns), it exceeds 0.00195 {}",
          better);
    return sentence + ".";
  }
  return "How far each recipe may go in each format is in the table of safe ranges.";
}

}  // namespace sextant
