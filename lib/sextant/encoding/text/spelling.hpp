#pragma once

#include <span>
#include <string>
#include <string_view>

namespace sextant {

/// How many letters must be inserted, deleted or replaced to make one word of another
/// (Levenshtein).
std::size_t edits(std::string_view from, std::string_view to);

/// ": did you mean A, B or C?", of the known words that `word` was probably meant to be, the
/// nearest first: those a third of its letters away, or that one of the two begins with; empty
/// where there is none.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> known);

}  // namespace sextant
