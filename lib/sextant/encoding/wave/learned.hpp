#pragma once

#include <cstdint>
#include <string>

#include "sextant/encoding/position/position.hpp"
#include "sextant/encoding/real/error.hpp"

namespace sextant {

/// A learned table: a row for every trained position, without a formula for others (Gehring et al.
/// 2017; Devlin et al. 2019).  Position p has row p + offset.  The rows before are for padding, or
/// unused.
struct Learned {
  std::uint64_t rows = 0;
  std::uint64_t offset = 0;

  bool operator==(const Learned&) const = default;

  /// OPT in Hugging Face Transformers: two rows before position 0.
  static Learned opt(std::uint64_t length) { return {length + 2, 2}; }
  /// fairseq: the positions follow the row of the padding symbol.  Padded tokens get that row.
  static Learned fairseq(std::uint64_t length, std::uint64_t padding) {
    return {length + padding + 1, padding + 1};
  }

  /// The number of positions.
  std::uint64_t length() const { return offset < rows ? rows - offset : 0; }

  /// The row of a position.  Throws Error if the table has none for it.
  std::uint64_t row(Position position) const {
    if (position < 0 || position >= static_cast<Position>(length())) {
      throw Error("a learned table of " + std::to_string(length()) +
                  " positions has no row for position " + to_text(position));
    }
    return static_cast<std::uint64_t>(position) + offset;
  }
};

}  // namespace sextant
