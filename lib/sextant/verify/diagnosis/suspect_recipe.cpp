#include "sextant/verify/diagnosis/suspect_recipe.hpp"

#include <utility>

#include "sextant/recipe/catalogue/other_sines.hpp"
#include "sextant/recipe/rule/rotation_recurrence.hpp"
#include "sextant/verify/accept/bitwise_match.hpp"

namespace sextant::verify {
namespace {

struct Unsound {
  std::string_view fault, recipe;
  bool frequencies = false;  ///< the fault is in them already
};

// Those that allow least come first.
constexpr Unsound kUnsound[] = {{"quarter-turn-cosine", "quarter-turn-cosine"},
                                {"fast-trigonometry", "fast-trigonometry"},
                                {"frequency-recurrence", "frequency-recurrence", true},
                                {"frequency-recurrence", "angle-recurrence", true},
                                {"frequency-recurrence", "pow-of-ratio", true},
                                {"rotation-recurrence", "rotation-recurrence"}};

bool of_sines(const Unsound& unsound) {
  return recipe::trigonometry(unsound.recipe) != recipe::Trigonometry::library;
}

bool suits(const Unsound& unsound, const Source& source, const Claim& claim) {
  if (claim.part == Part::inv_freq && !unsound.frequencies) return false;
  if (!possible(unsound.recipe, claim.formats)) return false;
  const bool runs = !source.positions.listed && source.rows <= recipe::kLongestRun;
  return runs || !recipe::entry(unsound.recipe).sequential;
}

Suspect suspected(const Unsound& unsound, const Claim& claim, bool within_bound) {
  Suspect s = as_claimed(claim, std::string(unsound.fault), {{"recipe", unsound.recipe}});
  s.recipe = unsound.recipe;
  s.within_bound = within_bound;
  s.of_each_row = !unsound.frequencies && !recipe::entry(unsound.recipe).sequential;
  return s;
}

}  // namespace

std::vector<Suspect> recipe_suspects(const Source& source, const Claim& claim) {
  // Whoever makes every bit before all others.
  std::vector<Suspect> bits, most, reproduced, bounded;
  for (const Unsound& unsound : kUnsound) {
    if (!suits(unsound, source, claim)) continue;
    bits.push_back(suspected(unsound, claim, false));
    if (recipe::entry(unsound.recipe).sequential) {
      most.push_back(suspected(unsound, claim, true));
      most.back().makes_most = true;
    }
    if (of_sines(unsound) || recipe::entry(unsound.recipe).sequential) {
      reproduced.push_back(suspected(unsound, claim, true));
      reproduced.back().reproduced = true;
    } else {
      bounded.push_back(suspected(unsound, claim, true));
    }
  }
  bits.insert(bits.end(), most.begin(), most.end());
  bits.insert(bits.end(), reproduced.begin(), reproduced.end());
  // Rows that leave the circle are of no frequencies; of a few much else is true.
  if (source.rows >= kLongRun) {
    const std::vector<Suspect> runs = run_suspects(source, claim);
    bits.insert(bits.end(), runs.begin(), runs.end());
  }
  bits.insert(bits.end(), bounded.begin(), bounded.end());
  return bits;
}

std::vector<Suspect> sine_suspects(const Source& source, const Claim& claim) {
  std::vector<Suspect> suspects;
  for (const Unsound& unsound : kUnsound) {
    if (of_sines(unsound) && suits(unsound, source, claim))
      suspects.push_back(suspected(unsound, claim, true));
  }
  return suspects;
}

std::vector<Suspect> run_suspects(const Source& source, const Claim& claim, bool goes_on) {
  std::vector<Suspect> suspects;
  for (const Unsound& unsound : kUnsound) {
    if (!recipe::entry(unsound.recipe).sequential || !suits(unsound, source, claim)) continue;
    suspects.push_back(suspected(unsound, claim, true));
    suspects.back().goes_on = goes_on;
    if (goes_on) suspects.back().parameters["by"] = "the first row";
  }
  return suspects;
}

}  // namespace sextant::verify
