#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "sextant/verify/accept/other_library.hpp"
#include "sextant/verify/candidate/candidate.hpp"

namespace sextant::verify {

/// The recipes that may have made the table of a candidate.

/// Returns whether the candidate's recipe computes rows from the row before.
bool is_recurrence(const Candidate& candidate);

/// Returns whether the candidate's recipe has its own sines and cosines, and the candidate's
/// frequencies are given.
bool by_given(const Candidate& candidate);

/// Returns the formats of a recipe that gets rounded positions.  The intermediate rounding of
/// frequencies is also removed if frequencies are given or no recipe is named.
recipe::ComputeFormats after_detours(const Candidate& candidate);

/// Returns the recipe that a candidate names, for these positions.
std::unique_ptr<recipe::Recipe> recipe_of(const Candidate& candidate, const Positions& positions);

/// Calls `test` with the possible recipes of a candidate until it returns true.  Returns whether it
/// did.
bool any_recipe_of(const Candidate& candidate, const Source& source,
                   const std::function<bool(Sound)>& test);
std::vector<Sound> recipes_of(const Candidate& candidate, const Source& source);

/// Returns the same program with sound recipes and a library that is less accurate than accepted
/// ones, computed in the format of the candidate's recipe.
Candidate with_sound_recipes(Candidate candidate);

/// Returns whether some sound recipe, with some library, explains the entries that bounds decide,
/// except at most `few`.  A recipe that loses digits is then no explanation.
///                                                                                 verdict.md, (17)
bool by_any_library(const Source& source, const Candidate& candidate, const exact::Oracle& oracle,
                    std::uint64_t few = 0);

/// Returns whether the sines of the candidate's recipe, applied to the angles of some sound recipe,
/// compute every entry of the source.
///                                                                                 verdict.md, (29)
bool reproduces(const Source& source, const Candidate& candidate, const exact::Oracle& oracle);

/// Returns whether too many entries differ from the sines and cosines of every sound recipe's
/// angles to be explained by another library.
///                                                                                verdict.md, (29a)
bool by_no_library(const Source& source, const Candidate& candidate, const exact::Oracle& oracle);

}  // namespace sextant::verify
