#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "sextant/verify/accept/other_library.hpp"
#include "sextant/verify/candidate/candidate.hpp"

namespace sextant::verify {

/// The recipes that may have made a candidate's table.

/// Whether its rows follow from each other.
bool is_recurrence(const Candidate& candidate);

/// Whether a candidate's recipe is one of sines, of frequencies that are given.
bool by_given(const Candidate& candidate);

/// What a recipe computes in once positions are rounded.  Frequencies that are given need no
/// detour, those of a recipe do.
recipe::ComputeFormats after_detours(const Candidate& candidate);

/// The recipe that a candidate names.
std::unique_ptr<recipe::Recipe> recipe_of(const Candidate& candidate, const Positions& positions);

/// Whether one of the recipes that may have made a candidate's table does something.
bool any_recipe_of(const Candidate& candidate, const Source& source,
                   const std::function<bool(Sound)>& test);
std::vector<Sound> recipes_of(const Candidate& candidate, const Source& source);

/// The same program by sound recipes, in the format that the candidate's own computes in.
Candidate with_sound_recipes(Candidate candidate);

/// Whether sound recipes of the same program, with some library, make all but a few entries of what
/// bounds decide about: a recipe that loses digits is no explanation then.       verdict.md, (17)
bool by_any_library(const Source& source, const Candidate& candidate, const exact::Oracle& oracle,
                    std::uint64_t few = 0);

/// Whether the sines of a candidate's recipe, of the angles of some sound one, make every entry of
/// a source.                                                                     verdict.md, (29)
bool reproduces(const Source& source, const Candidate& candidate, const exact::Oracle& oracle);

/// Whether so many entries are no sines and cosines of any sound recipe's angles that another
/// library would not have made them as a candidate does by accident.             verdict.md, (29a)
bool by_no_library(const Source& source, const Candidate& candidate, const exact::Oracle& oracle);

}  // namespace sextant::verify
