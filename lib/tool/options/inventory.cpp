#include "tool/options/inventory.hpp"

#include <array>
#include <string_view>

#include <nlohmann/json.hpp>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/encoding/text/model.hpp"
#include "sextant/encoding/text/spelling.hpp"
#include "sextant/io/file.hpp"
#include "sextant/verify/inventory.hpp"

namespace sextant::tool {
namespace {

using nlohmann::json;

json models_json() {
  auto array = json::array();
  for (const Model& model : models()) {
    array.push_back({{"name", model.name},
                     {"summary", summary(model)},
                     {"encoding", to_text(read_encoding(model.encoding))},
                     {"positions", model.positions},
                     {"head", model.head},
                     {"weights", model.weights.empty() ? json() : json(model.weights)},
                     {"source", model.source},
                     {"notes", model.notes}});
  }
  return array;
}

json engines_json() {
  auto array = json::array();
  for (const recipe::Engine& engine : recipe::kEngines) {
    array.push_back({{"name", engine.name},
                     {"summary", summary(engine)},
                     {"recipe", engine.recipe},
                     {"library", engine.library},
                     {"accuracy", recipe::accuracy_in_words(engine)},
                     {"source", engine.source}});
  }
  return array;
}

Listing listing_of(const std::string& what) {
  if (what == "encodings") return Listing::encodings;
  if (what == "recipes") return Listing::recipes;
  if (what == "engines") return Listing::engines;
  if (what == "formats") return Listing::formats;
  if (what == "models") return Listing::models;
  if (what == "faults") return Listing::faults;
  if (what == "libraries") return Listing::libraries;
  if (what == "modes") return Listing::modes;
  constexpr std::array<std::string_view, 8> kKinds = {
      "encodings", "recipes", "engines", "formats", "models", "faults", "libraries", "modes"};
  const std::string meant = did_you_mean(what, kKinds);
  throw Error(in_quotes(what, 60) + " cannot be listed" +
              (meant.empty()
                   ? ": encodings, recipes, engines, formats, models, faults, libraries or "
                     "modes"
                   : meant));
}

}  // namespace

json inventory(const std::string& what) {
  const Listing listing = listing_of(what);
  if (listing == Listing::models) return models_json();
  if (listing == Listing::engines) return engines_json();
  auto array = json::array();
  for (const auto& [name, summary] : sextant::inventory(listing))
    array.push_back({{"name", name}, {"summary", summary}});
  return array;
}

}  // namespace sextant::tool
