#include <algorithm>
#include <string>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/encoding/text/model.hpp"
#include "sextant/encoding/text/program_encoding.hpp"
#include "sextant/measure/entry/rows.hpp"
#include "sextant/measure/prefilter/sweep.hpp"
#include "sextant/recipe/catalogue/engine.hpp"
#include "sextant/recipe/library/library.hpp"
#include "sextant/report/experiment/experiments.hpp"

namespace sextant {
namespace {

using nlohmann::json;

constexpr int kOctaves = 17;
constexpr int kAnOctave = 8;  // positions

/// An encoding in use, and the end of its positions.
struct Family {
  std::string name;
  Encoding encoding;
  Position positions = Position{1} << kOctaves;
};

std::vector<Family> all_families() {
  std::vector<Family> found;
  for (const Model& known : models())
    found.push_back({std::string(known.name), read_encoding(known.encoding), known.positions});
  for (const ProgramEncoding& known : program_encodings())
    found.push_back({std::string(known.name), default_encoding(known.name)});
  for (const std::string_view name :
       {"sinusoidal", "alibi", "kerple", "t5", "deberta", "shaw", "nope", "query-scale"})
    found.push_back({std::string(name), default_encoding(name)});
  return found;
}

/// Every octave's ends and some positions between, below an end.
Positions places(Position end) {
  ExperimentConfig few;
  few.positions_an_octave = kAnOctave;
  std::vector<Position> list = {0};
  for (int k = 0; Position{1} << k < end; ++k) {
    for (const Position p : octave(few, k)) {
      if (p < end) list.push_back(p);
    }
  }
  return Positions::of(std::move(list));
}

json worst_of(const exact::Oracle& oracle, std::string_view name,
              const recipe::ComputeFormats& formats, const Positions& positions) {
  const auto recipe = recipe::make(name, oracle.chart(), formats, positions);
  const measure::RowErrorMeter meter(oracle, formats.store);
  const auto statistics = measure::sweep<measure::ErrorStatistics>(
      positions.count, 16,
      [&](std::uint64_t begin, std::uint64_t end, measure::ErrorStatistics& sum) {
        std::vector<double> values(oracle.chart().width());
        for (std::uint64_t row = begin; row < end; ++row) {
          recipe->row(row, values);
          meter.measure(row, positions[row], values, sum,
                        [](std::size_t, const measure::EntryError&) {});
        }
      });
  const measure::Witness& at = statistics.absolute.witness;
  return {{"recipe", name},
          {"absolute", statistics.absolute.empty() ? 0 : statistics.absolute.value},
          {"position", to_text(at.position)},
          {"channel", at.channel}};
}

json line_of(const Family& family, const Format& format) {
  const exact::Oracle oracle(chart(family.encoding, parts(family.encoding)[0]));
  const Positions positions = places(family.positions);
  const recipe::ComputeFormats formats{kFloat32, format, {}};
  json best, worst;
  int recipes = 0;
  for (const recipe::Entry& entry : recipe::catalogue(oracle.chart())) {
    if (!entry.sound || entry.sequential || !recipe::possible(entry.name, formats)) continue;
    const json found = worst_of(oracle, entry.name, formats, positions);
    ++recipes;
    if (best.is_null() || found["absolute"] < best["absolute"]) best = found;
    if (worst.is_null() || found["absolute"] > worst["absolute"]) worst = found;
  }
  return {{"name", family.name},     {"encoding", to_text(family.encoding)},
          {"format", format.name()}, {"below", to_text(family.positions)},
          {"recipes", recipes},      {"best", best},
          {"worst", worst}};
}

/// The octave with the largest error of a series; null if unknown.
json worst_of(const json& series) {
  json worst;
  for (const json& octave : series["octaves"]) {
    const json& absolute = octave["absolute"];
    if (absolute.is_null() || !absolute["value"].is_number()) continue;
    if (worst.is_null() || absolute["value"] > worst["value"]) worst = absolute;
  }
  return worst;
}

}  // namespace

json families(const StepCallback& step) {
  json lines = json::array();
  for (const Family& family : all_families()) {
    step();
    for (const Format& format : {kFloat32, kBfloat16}) lines.push_back(line_of(family, format));
  }
  return lines;
}

json engines(const ExperimentConfig& experiment, const json& drift) {
  json lines = json::array();
  if (!std::holds_alternative<Rotary>(experiment.encoding)) return lines;
  const std::string of = experiment.name.empty() ? to_text(experiment.encoding) : experiment.name;
  for (const recipe::Engine& engine : recipe::kEngines) {
    // Drift is measured with the functions of this machine, and does not apply to fast ones.
    if (recipe::library(engine.library).fast && engine.recipe != "fast-trigonometry") continue;
    for (const json& series : drift) {
      if (series["recipe"] != engine.recipe || series["format"] == "float64") continue;
      const json worst = worst_of(series);
      if (worst.is_null()) continue;
      const auto format = series["format"].get<std::string>();
      lines.push_back(
          {{"engine", engine.name},
           {"recipe", engine.recipe},
           {"source", engine.source},
           {"format", format},
           {"absolute", worst["value"]},
           {"position", worst["position"]},
           {"below", fmt::format("2^{}", experiment.octaves)},
           {"sentence",
            fmt::format("{} by the recipe of {} in {} is off by {:.2g} at position {}, the largest "
                        "found below 2^{}.",
                        of, engine.name, format, worst["value"].get<double>(),
                        worst["position"].get<std::string>(), experiment.octaves)}});
    }
  }
  return lines;
}

}  // namespace sextant
