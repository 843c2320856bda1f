#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "sextant/encoding/axial/axial.hpp"
#include "sextant/encoding/text/encoding_text.hpp"

namespace sextant {

/// The encoding with this name and its defaults; nullopt if the name is unknown.
std::optional<Axial> find_axial(std::string_view name);

/// Sets one field from its text: `sections`, `axes`, `frames`, `height`, `width`, `merge`,
/// `prefix`, `scan`, `start`, `crop`, `scales`, `divisors`, `ntk`, `reference`, `interpolation`,
/// `normalise`, `spread`, `raw`, `unit`, `range`, or a field of the ordinary encoding.  Throws
/// Error as set_field of an Encoding does, and for a field that has no effect in this encoding.
void set_field(Axial& encoding, std::string_view field, std::string_view value);

/// `mae dim=768 height=14 width=14 …`: the name and every field that differs from its program
/// encoding's.
std::string to_text(const Axial& encoding);

/// Whether the encoding is also used for text.  If all coordinates of a token are equal, its table
/// is that of an ordinary encoding.
inline bool of_text(const Axial& encoding) {
  switch (encoding.split) {
    case Split::own:
    case Split::strided:
    case Split::repeated:
    case Split::in_turn:
    case Split::combined:
      return false;
    default:
      return true;
  }
}

}  // namespace sextant
