#include "sextant/report/experiment/study.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <random>
#include <set>

#include "sextant/encoding/text/encoding_text.hpp"
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

}  // namespace

std::vector<Run> runs(const Study& study) {
  std::vector<Run> list;
  for (const Format& format : study.formats) {
    for (const recipe::Entry& entry : recipe::catalogue()) {
      const bool wanted =
          study.recipes.empty() ||
          std::find(study.recipes.begin(), study.recipes.end(), entry.name) != study.recipes.end();
      if (!wanted) continue;
      const recipe::Chain chain{format == kFloat64 ? kFloat64 : kFloat32, format, {}};
      if (!recipe::possible(entry.name, chain)) continue;
      list.push_back({std::string(entry.name), chain, entry.sound, entry.sequential});
    }
  }
  return list;
}

std::vector<Position> octave(const Study& study, int k) {
  const Position first = Position{1} << k;
  const auto wanted = static_cast<std::size_t>(study.positions_an_octave);
  std::set<Position> positions;
  if (first <= static_cast<Position>(wanted)) {
    for (Position p = first; p < 2 * first; ++p) positions.insert(p);
    return {positions.begin(), positions.end()};
  }
  // Powers of two alone are exact in every format and would show a falsely good figure.
  positions = {first, first + 1, 2 * first - 1};
  std::mt19937_64 random(study.seed + static_cast<std::uint64_t>(k) * 1000003);
  while (positions.size() < wanted) {
    const auto offset = static_cast<Position>(random() & (static_cast<std::uint64_t>(first) - 1));
    positions.insert((first + offset) | 1);
  }
  return {positions.begin(), positions.end()};
}

nlohmann::json report(const Study& study, const Told& told) {
  const auto started = std::chrono::steady_clock::now();
  const auto tell = [&](const char* what, double fraction) {
    if (told) told(what, fraction);
  };
  nlohmann::json document = {{"schema", "sextant-report"},
                             {"version", 1},
                             {"sextant", version()},
                             {"created", now()},
                             {"command", study.command},
                             {"seeds", {{"positions", study.seed}}},
                             {"encoding", to_text(study.encoding)},
                             {"dim", dim(study.encoding)}};
  document["commit"] =
      study.commit.empty() ? nlohmann::json(nullptr) : nlohmann::json(study.commit);
  document["base"] = to_text(chart(study.encoding).waves.ladder.base);
  document["environment"] = environment();
  if (!study.table.is_null()) document["table"] = study.table;
  if (!study.speed.is_null()) document["speed"] = study.speed;
  if (!study.mutants.is_null()) document["mutants"] = study.mutants;
  if (!study.theorems.is_null()) document["theorems"] = study.theorems;
  if (!study.sweeps.is_null()) document["sweeps"] = study.sweeps;
  if (!study.confusion.is_null()) document["confusion"] = study.confusion;
  Drift found = drift(study, told);
  document["drift"] = std::move(found.drift);
  document["engines"] = engines(study, document["drift"]);
  document["safe_ranges"] = std::move(found.safe_ranges);
  tell("lost bits", 0.74);
  document["lost_bits"] = lost_bits(study);
  tell("number types", 0.75);
  document["number_types"] = number_types(study);
  tell("identities", 0.8);
  document["defects"] = defects(study);
  tell("bounds", 0.87);
  document["bounds"] = bounds(study);
  tell("nearest pairs", 0.9);
  document["nearest_pairs"] = nearest_pairs(study);
  tell("attention", 0.94);
  document["attention"] = attention();
  document["claims"] = claims(document["attention"]);
  tell("encodings", 0.96);
  document["families"] = families();
  tell("pictures", 0.98);
  document["pictures"] = pictures(study);
  document["kernel"] = kernel(study);
  document["headline"] = {{"sentence", headline(document["safe_ranges"])}};
  document["seconds"] =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  return document;
}

}  // namespace sextant
