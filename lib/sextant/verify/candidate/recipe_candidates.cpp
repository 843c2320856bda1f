#include <algorithm>

#include "sextant/recipe/catalogue/other_sines.hpp"
#include "sextant/recipe/rule/rotation_recurrence.hpp"
#include "sextant/verify/candidate/candidate_lists.hpp"

namespace sextant::verify {
namespace {

struct Unsound {
  std::string_view fault, recipe;
  bool frequencies = false;  ///< the fault changes the frequencies
};

// Ascending by their bounds.
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
  const auto recipes = recipe::catalogue(claim.chart);
  if (std::none_of(recipes.begin(), recipes.end(),
                   [&](const recipe::Entry& known) { return known.name == unsound.recipe; }))
    return false;
  const bool runs = !source.positions.listed && source.rows <= recipe::kLongestRun;
  return runs || !recipe::entry(unsound.recipe).sequential;
}

Candidate expected_fault(const Unsound& unsound, const Claim& claim, bool within_bound) {
  Candidate s = as_claimed(claim, std::string(unsound.fault), {{"recipe", unsound.recipe}});
  s.recipe = unsound.recipe;
  s.within_bound = within_bound;
  s.of_each_row = !unsound.frequencies && !recipe::entry(unsound.recipe).sequential;
  return s;
}

}  // namespace

std::vector<Candidate> recipe_candidates(const Source& source, const Claim& claim) {
  // Bitwise matches come before all others.
  std::vector<Candidate> bits, most, reproduced, bounded;
  for (const Unsound& unsound : kUnsound) {
    if (!suits(unsound, source, claim)) continue;
    bits.push_back(expected_fault(unsound, claim, false));
    if (recipe::entry(unsound.recipe).sequential) {
      most.push_back(expected_fault(unsound, claim, true));
      most.back().highest_bit_match = true;
    }
    if (of_sines(unsound) || recipe::entry(unsound.recipe).sequential) {
      reproduced.push_back(expected_fault(unsound, claim, true));
      reproduced.back().reproduced = true;
    } else {
      bounded.push_back(expected_fault(unsound, claim, true));
    }
  }
  bits.insert(bits.end(), most.begin(), most.end());
  bits.insert(bits.end(), reproduced.begin(), reproduced.end());
  // Such rows leave their circles, which no frequencies explain.  Short tables fit too much else.
  if (source.rows >= kLongRun) {
    const std::vector<Candidate> runs = run_candidates(source, claim);
    bits.insert(bits.end(), runs.begin(), runs.end());
  }
  bits.insert(bits.end(), bounded.begin(), bounded.end());
  return bits;
}

std::vector<Candidate> sine_candidates(const Source& source, const Claim& claim) {
  std::vector<Candidate> candidates;
  for (const Unsound& unsound : kUnsound) {
    if (of_sines(unsound) && suits(unsound, source, claim))
      candidates.push_back(expected_fault(unsound, claim, true));
  }
  return candidates;
}

std::vector<Candidate> run_candidates(const Source& source, const Claim& claim,
                                      bool continues_from_first_row) {
  std::vector<Candidate> candidates;
  for (const Unsound& unsound : kUnsound) {
    if (!recipe::entry(unsound.recipe).sequential || !suits(unsound, source, claim)) continue;
    candidates.push_back(expected_fault(unsound, claim, true));
    candidates.back().continues_from_first_row = continues_from_first_row;
    if (continues_from_first_row) candidates.back().parameters["by"] = "the first row";
  }
  return candidates;
}

}  // namespace sextant::verify
