#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "sextant/verify/accept/other_library.hpp"
#include "sextant/verify/diagnosis/suspect.hpp"

namespace sextant::verify {

/// The recipes that may have made a suspect's table.

/// Whether its rows follow from each other.
bool runs(const Suspect& suspect);

/// Whether a suspect's recipe is one of sines, of frequencies that are given.
bool by_given(const Suspect& suspect);

/// What a recipe computes in once positions are rounded.  Frequencies that are given need no
/// detour, those of a recipe do.
recipe::ComputeFormats after_detours(const Suspect& suspect);

/// The recipe that a suspect names.
std::unique_ptr<recipe::Recipe> recipe_of(const Suspect& suspect, const Positions& positions);

/// Whether one of the recipes that may have made a suspect's table does something.
bool any_recipe_of(const Suspect& suspect, const Source& source,
                   const std::function<bool(Sound)>& test);
std::vector<Sound> recipes_of(const Suspect& suspect, const Source& source);

/// The same program by sound recipes, in the format that the suspect's own computes in.
Suspect soundly(Suspect suspect);

/// Whether sound recipes of the same program, with some library, make all but a few entries of what
/// bounds decide about: a recipe that loses digits is no explanation then.       verdict.md, (17)
bool by_any_library(const Source& source, const Suspect& suspect, const exact::Oracle& oracle,
                    std::uint64_t few = 0);

/// Whether the sines of a suspect's recipe, of the angles of some sound one, make every entry of a
/// source.                                                                     verdict.md, (29)
bool reproduces(const Source& source, const Suspect& suspect, const exact::Oracle& oracle);

/// Whether so many entries are no sines and cosines of any sound recipe's angles that another
/// library would not have made them as a suspect does by accident.             verdict.md, (29a)
bool by_no_library(const Source& source, const Suspect& suspect, const exact::Oracle& oracle);

}  // namespace sextant::verify
