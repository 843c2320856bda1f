#pragma once

#include <span>
#include <string>
#include <string_view>

namespace sextant {

/// The distance of optimal string alignment: how many letters must be inserted, deleted, replaced,
/// or swapped with their neighbour, to change one word into the other.
std::size_t edits(std::string_view from, std::string_view to);

/// ": did you mean A, B or C?" with the known words that are similar to `word`, the nearest first;
/// empty if there are none.  A word is similar if at most a third of its letters differ, or if one
/// of the two words begins with the other.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> known);

}  // namespace sextant
