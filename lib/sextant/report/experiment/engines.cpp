#include <array>
#include <string>
#include <variant>

#include <nlohmann/json.hpp>

#include "sextant/recipe/catalogue/engine.hpp"
#include "sextant/report/experiment/answer.hpp"
#include "sextant/report/experiment/experiments.hpp"

namespace sextant {
namespace {

using nlohmann::json;

constexpr std::array kContextBits = {12, 13, 15, 17, 20};

/// The series of a recipe in a format, of drift or of one library's bounds; null if there is none.
const json* series_of(const json& all, std::string_view recipe, const Format& format) {
  for (const json& series : all) {
    if (series["recipe"] == recipe && series["format"] == format.name()) return &series;
  }
  return nullptr;
}

/// The bound up to a context of 2^bits positions; null if there is none.
json bound_below(const json& bounds, const recipe::Engine& engine, const Format& format, int bits) {
  for (const json& library : bounds) {
    if (library["library"] != engine.library) continue;
    const json* series = series_of(library["series"], engine.recipe, format);
    if (series == nullptr) return {};
    json most = 0.0;
    for (int k = 0; k < bits; ++k) {
      const json& bound = (*series)["bounds"][static_cast<std::size_t>(k)];
      if (bound.is_null()) return {};
      if (bound > most) most = bound;
    }
    return most;
  }
  return {};
}

json cell_of(const recipe::Engine& engine, const Format& format, int bits, const json& drift,
             const json& bounds) {
  const Position context = Position{1} << bits;
  const json* measured = series_of(drift, engine.recipe, format);
  const json worst = measured == nullptr ? json() : worst_below(*measured, context);
  const json found = worst.is_null() ? json() : worst["value"];
  const json bound = bound_below(bounds, engine, format, bits);
  json cell = {{"context", to_text(context)}, {"found", found}};
  if (engine.library == "glibc" && !found.is_null()) {
    cell["kind"] = "measured";
    cell["value"] = found;
  } else {
    cell["kind"] = bound.is_null() ? "no bound" : "derived bound";
    cell["value"] = bound;
  }
  return cell;
}

}  // namespace

json engines(const ExperimentConfig& experiment, const json& drift, const json& library_bounds) {
  json lines = json::array();
  if (!std::holds_alternative<Rotary>(experiment.encoding)) return lines;
  for (const recipe::Engine& engine : recipe::kEngines) {
    for (const Format& format : experiment.formats) {
      if (format == kFloat64 || series_of(drift, engine.recipe, format) == nullptr) continue;
      json cells = json::array();
      for (const int bits : kContextBits) {
        if (bits <= experiment.octaves)
          cells.push_back(cell_of(engine, format, bits, drift, library_bounds));
      }
      if (cells.empty())
        cells.push_back(cell_of(engine, format, experiment.octaves, drift, library_bounds));
      lines.push_back({{"engine", engine.name},
                       {"recipe", engine.recipe},
                       {"library", engine.library},
                       {"source", engine.source},
                       {"accuracy", recipe::accuracy_in_words(engine)},
                       {"format", format.name()},
                       {"contexts", std::move(cells)}});
    }
  }
  return lines;
}

}  // namespace sextant
