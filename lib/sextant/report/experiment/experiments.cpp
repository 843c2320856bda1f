#include "sextant/report/experiment/experiments.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>
#include <fstream>
#include <random>
#include <set>
#include <string>
#include <thread>

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
                             {"version", 2},
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
  document["safe_ranges"] = std::move(safe_ranges);
  document["answer"] = answer(experiment, document["drift"], document["safe_ranges"]);
  document["library_bounds"] = library_bounds(experiment, during("bounds of libraries", 0.72));
  document["engines"] = engines(experiment, document["drift"], document["library_bounds"]);
  document["lost_bits"] = lost_bits(experiment, during("lost bits", 0.74));
  document["number_types"] = number_types(experiment, during("number types", 0.75));
  document["defects"] = defects(experiment, during("identities", 0.8));
  document["bounds"] = bounds(experiment, during("bounds", 0.87));
  document["nearest_pairs"] = nearest_pairs(experiment, during("nearest pairs", 0.9));
  if (experiment.everything) {
    document["attention"] = attention(during("attention", 0.94));
    document["claims"] = claims(document["attention"], during("statements", 0.95));
    document["encodings"] = encodings(during("encodings", 0.96));
  }
  during("pictures", 0.98)();
  document["pictures"] = pictures(experiment);
  document["kernel"] = kernel(experiment);
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

}  // namespace sextant
