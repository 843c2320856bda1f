#include "sextant/verify/suspect_recipe.hpp"

#include <utility>

#include "sextant/recipe/rotation_recurrence.hpp"
#include "sextant/verify/replay.hpp"

namespace sextant::verify {
namespace {

struct Unsound {
  std::string_view fault, recipe;
  bool frequencies = false;  ///< the fault is in them already
};

constexpr Unsound kUnsound[] = {{"frequency-recurrence", "frequency-recurrence", true},
                                {"frequency-recurrence", "angle-recurrence", true},
                                {"frequency-recurrence", "pow-of-ratio", true},
                                {"quarter-turn-cosine", "quarter-turn-cosine"},
                                {"rotation-recurrence", "rotation-recurrence"},
                                {"fast-trigonometry", "fast-trigonometry"}};

}  // namespace

std::vector<Suspect> recipe_suspects(const Source& source, const Claim& claim) {
  std::vector<Suspect> suspects;
  for (const Unsound& unsound : kUnsound) {
    if (claim.part == Part::inv_freq && !unsound.frequencies) continue;
    if (!possible(unsound.recipe, claim.chain)) continue;
    const bool runs = !source.positions.listed && source.rows <= recipe::kLongestRun;
    if (recipe::entry(unsound.recipe).sequential && !runs) continue;
    Suspect s = as_claimed(claim, std::string(unsound.fault), {{"recipe", unsound.recipe}});
    s.recipe = unsound.recipe;
    s.within_bound = true;
    suspects.push_back(std::move(s));
  }
  return suspects;
}

}  // namespace sextant::verify
