#pragma once

#include <span>
#include <string>
#include <string_view>

#include "sextant/encoding/position/row_order.hpp"

namespace sextant {

/// A program's encoding by the program's name: parameters of one definition, and how the rows of
/// its tables go.
struct Dialect {
  std::string_view name;
  std::string_view text;    ///< as read_encoding takes it, but for dim
  std::string_view source;  ///< where it is defined
  std::string_view note = {};
  RowOrder rows = {};
};

/// Every dialect, by name.
std::span<const Dialect> dialects();
/// Null for another name.
const Dialect* find_dialect(std::string_view name);

/// ": did you mean A or B?", of the names that default_encoding knows; empty where none is near.
std::string encodings_like(std::string_view name);

}  // namespace sextant
