#pragma once

#include <span>
#include <string>
#include <string_view>

#include "sextant/encoding/position/row_order.hpp"

namespace sextant {

/// An encoding by the name of a program: parameters of one definition, and the row order of its
/// tables.
struct ProgramEncoding {
  std::string_view name;
  std::string_view text;    ///< as read_encoding takes it, but for dim
  std::string_view source;  ///< where it is defined
  std::string_view note = {};
  RowOrder rows = {};
};

/// Every program encoding, by name.
std::span<const ProgramEncoding> program_encodings();
/// nullptr for an unknown name.
const ProgramEncoding* find_program_encoding(std::string_view name);

/// ": did you mean A or B?", of the names that default_encoding knows; empty where none is near.
std::string encodings_like(std::string_view name);

}  // namespace sextant
