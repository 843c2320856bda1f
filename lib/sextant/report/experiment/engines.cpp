#include <string>
#include <variant>

#include <fmt/format.h>

#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/recipe/catalogue/engine.hpp"
#include "sextant/report/experiment/study.hpp"

namespace sextant {
namespace {

using nlohmann::json;

/// The octave in which a series is worst; null where nothing is known of it.
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

json engines(const Study& study, const json& drift) {
  json lines = json::array();
  if (!std::holds_alternative<Rotary>(study.encoding)) return lines;
  const std::string of = study.name.empty() ? to_text(study.encoding) : study.name;
  for (const recipe::Engine& engine : recipe::kEngines) {
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
           {"below", fmt::format("2^{}", study.octaves)},
           {"sentence",
            fmt::format("{} by the recipe of {} in {} is off by {:.2g} at position {}, the largest "
                        "found below 2^{}.",
                        of, engine.name, format, worst["value"].get<double>(),
                        worst["position"].get<std::string>(), study.octaves)}});
    }
  }
  return lines;
}

}  // namespace sextant
