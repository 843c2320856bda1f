#include <algorithm>
#include <vector>

#include <nlohmann/json.hpp>
#include <tbb/parallel_for.h>

#include "sextant/measure/identity/approach.hpp"
#include "sextant/report/experiment/experiments.hpp"

namespace sextant {
namespace {

using measure::Approach;
using nlohmann::json;

/// The largest ratio to one bound among the sound recipes, in one format.
struct Nearest {
  DriftRun run;
  Approach approach;
};

bool same(const Nearest& a, const Nearest& b) {
  return a.run.formats.store == b.run.formats.store && a.approach.property == b.approach.property &&
         a.approach.term == b.approach.term && a.approach.arithmetic == b.approach.arithmetic;
}

void see(std::vector<Nearest>& all, Nearest found) {
  if (found.approach.part.bound == 0) return;  // exact
  const auto at = std::find_if(all.begin(), all.end(),
                               [&](const Nearest& other) { return same(other, found); });
  if (at == all.end())
    all.push_back(std::move(found));
  else if (found.approach.part.ratio() > at->approach.part.ratio())
    *at = std::move(found);
}

json line(const Nearest& nearest) {
  const Approach& a = nearest.approach;
  return {{"property", a.property},       {"term", a.term},
          {"equation", a.equation},       {"format", nearest.run.formats.store.name()},
          {"arithmetic", a.arithmetic},   {"ratio", a.part.ratio()},
          {"value", a.part.value},        {"bound", a.part.bound},
          {"recipe", nearest.run.recipe}, {"position", to_text(a.position)},
          {"offset", to_text(a.offset)},  {"pair", a.pair < 0 ? json(nullptr) : json(a.pair)}};
}

}  // namespace

nlohmann::json bounds(const ExperimentConfig& experiment, const StepCallback& step) {
  const exact::Oracle oracle(measure::plain(chart(experiment.encoding)));
  const measure::Attempt attempt{
      .count = std::clamp(16384 / static_cast<int>(oracle.chart().width()), 8, 256),
      .bits = std::min(experiment.octaves, 40),
      .seed = experiment.seed};
  std::vector<DriftRun> sound = runs(experiment);
  std::erase_if(sound, [](const DriftRun& run) { return !run.sound; });
  std::vector<std::vector<Approach>> found(sound.size());
  tbb::parallel_for(std::size_t{0}, sound.size(), [&](std::size_t i) {
    step();
    found[i] = measure::approaches(oracle, sound[i].recipe, sound[i].formats, attempt);
  });
  std::vector<Nearest> all;
  for (std::size_t i = 0; i < sound.size(); ++i) {
    for (Approach& a : found[i]) see(all, {sound[i], std::move(a)});
  }
  // Formats of one bound next to each other; properties in the order of their tests.
  std::vector<std::pair<std::string_view, std::string_view>> terms;
  for (const Nearest& n : all) {
    const std::pair of{n.approach.property, n.approach.term};
    if (std::find(terms.begin(), terms.end(), of) == terms.end()) terms.push_back(of);
  }
  json lines = json::array();
  for (const auto& of : terms) {
    for (const Nearest& n : all) {
      if (std::pair(n.approach.property, n.approach.term) == of) lines.push_back(line(n));
    }
  }
  return lines;
}

}  // namespace sextant
