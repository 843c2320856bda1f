#include "sextant/verify/diagnosis/makers.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "sextant/encoding/real/error.hpp"
#include "sextant/recipe/catalogue/other_sines.hpp"
#include "sextant/verify/accept/acceptance.hpp"

namespace sextant::verify {

bool runs(const Suspect& suspect) {
  return !suspect.recipe.empty() && recipe::entry(suspect.recipe).sequential;
}

bool by_given(const Suspect& suspect) {
  return suspect.given != Given::no &&
         recipe::trigonometry(suspect.recipe) != recipe::Trigonometry::library;
}

recipe::ComputeFormats after_detours(const Suspect& suspect) {
  recipe::ComputeFormats formats = suspect.formats;
  formats.intermediate.position.reset();
  if (suspect.recipe.empty() || by_given(suspect)) formats.intermediate.frequency.reset();
  return formats;
}

std::unique_ptr<recipe::Recipe> recipe_of(const Suspect& suspect, const Positions& positions) {
  const recipe::ComputeFormats formats = after_detours(suspect);
  if (!by_given(suspect)) return recipe::make(suspect.recipe, suspect.program, formats, positions);
  return recipe::make_given(suspect.truth, formats, positions, suspect.given == Given::nearly,
                            recipe::trigonometry(suspect.recipe));
}

bool any_recipe_of(const Suspect& suspect, const Source& source,
                   const std::function<bool(Sound)>& test) {
  const recipe::ComputeFormats formats = after_detours(suspect);
  const auto by = [&](std::string_view name, std::unique_ptr<recipe::Recipe> recipe) {
    return test(Sound{name, recipe::computes_in(name, formats), std::move(recipe)});
  };
  const auto made = [&](std::string_view name) {
    return recipe::make(name, suspect.program, formats, source.positions);
  };
  if (!suspect.recipe.empty()) return by(suspect.recipe, recipe_of(suspect, source.positions));
  if (suspect.given != Given::no)
    return test(Sound{"given", formats.compute,
                      recipe::make_given(suspect.truth, formats, source.positions,
                                         suspect.given == Given::nearly)});
  const auto entries = recipe::catalogue(suspect.program);
  return std::any_of(entries.begin(), entries.end(), [&](const recipe::Entry& entry) {
    if (!entry.sound || !possible(entry.name, formats)) return false;
    std::unique_ptr<recipe::Recipe> recipe;
    try {
      recipe = made(entry.name);
    } catch (const Error&) {  // slopes that no program of the catalogue makes
      return false;
    }
    return by(entry.name, std::move(recipe));
  });
}

std::vector<Sound> recipes_of(const Suspect& suspect, const Source& source) {
  std::vector<Sound> recipes;
  any_recipe_of(suspect, source, [&](Sound sound) {
    recipes.push_back(std::move(sound));
    return false;
  });
  return recipes;
}

Suspect soundly(Suspect suspect) {
  suspect.formats.compute = recipe::computes_in(suspect.recipe, suspect.formats);
  suspect.formats.library = &recipe::doubtful_library();
  suspect.recipe.clear(), suspect.within_bound = suspect.reproduced = false;
  return suspect;
}

bool by_any_library(const Source& source, const Suspect& suspect, const exact::Oracle& oracle,
                    std::uint64_t few) {
  return any_recipe_of(soundly(suspect), source, [&](const Sound& sound) {
    return check_decided_bounds(source, oracle, sound, few).violations <= few;
  });
}

bool reproduces(const Source& source, const Suspect& suspect, const exact::Oracle& oracle) {
  const recipe::ComputeFormats formats = after_detours(suspect);
  const auto trigonometry = recipe::trigonometry(suspect.recipe);
  const Format compute = recipe::computes_in(suspect.recipe, formats);
  const auto whole = [&](const Source& rows, const recipe::Recipe& recipe) {
    return check_bounds(rows, oracle, recipe, compute, {.patience = 0, .same_arithmetic = true})
        .whole();
  };
  const Source few = beginning(source);
  const auto covered = [&](const std::unique_ptr<recipe::Recipe>& recipe) {
    return recipe != nullptr && whole(few, *recipe) && whole(source, *recipe);
  };
  if (suspect.given != Given::no)
    return covered(recipe::make_given(suspect.truth, formats, source.positions,
                                      suspect.given == Given::nearly, trigonometry));
  const auto entries = recipe::catalogue(suspect.program);
  return std::any_of(entries.begin(), entries.end(), [&](const recipe::Entry& entry) {
    return entry.sound && covered(recipe::make_with(entry.name, trigonometry, suspect.program,
                                                    formats, source.positions));
  });
}

bool by_no_library(const Source& source, const Suspect& suspect, const exact::Oracle& oracle) {
  constexpr std::uint64_t kAccidents = 7;
  std::set<std::pair<int, Function>> waves;
  for (const Channel& c : oracle.chart().channels) waves.emplace(c.pair, c.function);
  const std::uint64_t few = kAccidents * (oracle.chart().channels.size() / waves.size());
  return !any_recipe_of(soundly(suspect), source, [&](const Sound& sound) {
    const Extent extent{.patience = few, .same_arithmetic = true};
    return check_bounds(source, oracle, *sound.recipe, sound.compute, extent).violations <= few;
  });
}

}  // namespace sextant::verify
