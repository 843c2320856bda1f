#include "sextant/verify/candidate/possible_recipes.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "sextant/encoding/real/error.hpp"
#include "sextant/recipe/catalogue/other_sines.hpp"
#include "sextant/verify/accept/acceptance.hpp"

namespace sextant::verify {

bool is_recurrence(const Candidate& candidate) {
  return !candidate.recipe.empty() && recipe::entry(candidate.recipe).sequential;
}

bool by_given(const Candidate& candidate) {
  return candidate.given != Given::no &&
         recipe::trigonometry(candidate.recipe) != recipe::Trigonometry::library;
}

recipe::ComputeFormats after_detours(const Candidate& candidate) {
  recipe::ComputeFormats formats = candidate.formats;
  formats.intermediate.position.reset();
  if (candidate.recipe.empty() || by_given(candidate)) formats.intermediate.frequency.reset();
  return formats;
}

std::unique_ptr<recipe::Recipe> recipe_of(const Candidate& candidate, const Positions& positions) {
  const recipe::ComputeFormats formats = after_detours(candidate);
  if (!by_given(candidate))
    return recipe::make(candidate.recipe, candidate.program(), formats, positions);
  return recipe::make_given(candidate.truth, formats, positions, candidate.given == Given::nearly,
                            recipe::trigonometry(candidate.recipe));
}

bool any_recipe_of(const Candidate& candidate, const Source& source,
                   const std::function<bool(Sound)>& test) {
  const recipe::ComputeFormats formats = after_detours(candidate);
  const auto by = [&](std::string_view name, std::unique_ptr<recipe::Recipe> recipe) {
    return test(Sound{name, recipe::computes_in(name, formats), std::move(recipe)});
  };
  const auto made = [&](std::string_view name) {
    return recipe::make(name, candidate.program(), formats, source.positions);
  };
  if (!candidate.recipe.empty())
    return by(candidate.recipe, recipe_of(candidate, source.positions));
  if (candidate.given != Given::no)
    return test(Sound{"given", formats.compute,
                      recipe::make_given(candidate.truth, formats, source.positions,
                                         candidate.given == Given::nearly)});
  const auto entries = recipe::catalogue(candidate.program());
  return std::any_of(entries.begin(), entries.end(), [&](const recipe::Entry& entry) {
    if (!entry.sound || !possible(entry.name, formats)) return false;
    std::unique_ptr<recipe::Recipe> recipe;
    try {
      recipe = made(entry.name);
    } catch (const Error&) {  // no recipe of the catalogue has such slopes
      return false;
    }
    return by(entry.name, std::move(recipe));
  });
}

std::vector<Sound> recipes_of(const Candidate& candidate, const Source& source) {
  std::vector<Sound> recipes;
  any_recipe_of(candidate, source, [&](Sound sound) {
    recipes.push_back(std::move(sound));
    return false;
  });
  return recipes;
}

Candidate with_sound_recipes(Candidate candidate) {
  candidate.formats.compute = recipe::computes_in(candidate.recipe, candidate.formats);
  candidate.formats.library = &recipe::doubtful_library();
  candidate.recipe.clear(), candidate.within_bound = candidate.reproduced = false;
  return candidate;
}

bool by_any_library(const Source& source, const Candidate& candidate, const exact::Oracle& oracle,
                    std::uint64_t few) {
  return any_recipe_of(with_sound_recipes(candidate), source, [&](const Sound& sound) {
    return check_decided_bounds(source, oracle, sound, few).violations <= few;
  });
}

bool reproduces(const Source& source, const Candidate& candidate, const exact::Oracle& oracle) {
  const recipe::ComputeFormats formats = after_detours(candidate);
  const auto trigonometry = recipe::trigonometry(candidate.recipe);
  const Format compute = recipe::computes_in(candidate.recipe, formats);
  const auto whole = [&](const Source& rows, const recipe::Recipe& recipe) {
    return check_bounds(rows, oracle, recipe, compute, {.patience = 0, .same_arithmetic = true})
        .whole();
  };
  const Source few = beginning(source);
  const auto covered = [&](const std::unique_ptr<recipe::Recipe>& recipe) {
    return recipe != nullptr && whole(few, *recipe) && whole(source, *recipe);
  };
  if (candidate.given != Given::no)
    return covered(recipe::make_given(candidate.truth, formats, source.positions,
                                      candidate.given == Given::nearly, trigonometry));
  const auto entries = recipe::catalogue(candidate.program());
  return std::any_of(entries.begin(), entries.end(), [&](const recipe::Entry& entry) {
    return entry.sound && covered(recipe::make_with(entry.name, trigonometry, candidate.program(),
                                                    formats, source.positions));
  });
}

bool by_no_library(const Source& source, const Candidate& candidate, const exact::Oracle& oracle) {
  constexpr std::uint64_t kAccidents = 7;
  std::set<std::pair<int, Function>> waves;
  for (const Channel& c : oracle.chart().channels) waves.emplace(c.pair, c.function);
  const std::uint64_t few = kAccidents * (oracle.chart().channels.size() / waves.size());
  return !any_recipe_of(with_sound_recipes(candidate), source, [&](const Sound& sound) {
    const Extent extent{.patience = few, .same_arithmetic = true};
    return check_bounds(source, oracle, *sound.recipe, sound.compute, extent).violations <= few;
  });
}

}  // namespace sextant::verify
