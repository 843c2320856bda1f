#pragma once

#include <span>
#include <string>
#include <string_view>

#include "sextant/encoding/position/row_order.hpp"

namespace sextant {

/// The encoding of a program: the parameters of one definition, and the row order of its tables.
struct ProgramEncoding {
  std::string_view name;
  std::string_view text;    ///< for read_encoding, without dim
  std::string_view source;  ///< where it is defined
  std::string_view note = {};
  RowOrder rows = {};
};

/// Every program encoding, by name.
std::span<const ProgramEncoding> program_encodings();
/// Returns nullptr for an unknown name.
const ProgramEncoding* find_program_encoding(std::string_view name);

/// ": did you mean A or B?" with names that default_encoding knows; empty if none is similar.
std::string encodings_like(std::string_view name);

}  // namespace sextant
