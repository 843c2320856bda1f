#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace sextant {

/// Whether `word` is one of `words`.
template <std::size_t N>
bool among(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace sextant
