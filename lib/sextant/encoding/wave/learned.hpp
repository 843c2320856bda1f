#pragma once

#include <cstdint>
#include <string>

#include "sextant/encoding/position/position.hpp"
#include "sextant/encoding/real/error.hpp"

namespace sextant {

/// A learned table has a row for every position that was trained, and no formula for the others
/// (Gehring et al. 2017; Devlin et al. 2019).  Position p has row p + offset; the rows before are
/// for padding or for nothing.
struct Learned {
  std::uint64_t rows = 0;
  std::uint64_t offset = 0;

  bool operator==(const Learned&) const = default;

  /// OPT in Hugging Face Transformers: two rows before position 0.
  static Learned opt(std::uint64_t length) { return {length + 2, 2}; }
  /// fairseq: positions come after the row of the padding symbol, which padded tokens get.
  static Learned fairseq(std::uint64_t length, std::uint64_t padding) {
    return {length + padding + 1, padding + 1};
  }

  /// How many positions it serves.
  std::uint64_t length() const { return offset < rows ? rows - offset : 0; }

  /// The row of a position; throws Error for one before the first or beyond the last.
  std::uint64_t row(Position position) const {
    if (position < 0 || position >= static_cast<Position>(length())) {
      throw Error("a learned table of " + std::to_string(length()) +
                  " positions has no row for position " + to_text(position));
    }
    return static_cast<std::uint64_t>(position) + offset;
  }
};

}  // namespace sextant
