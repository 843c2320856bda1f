#pragma once

#include <string_view>

#include "sextant/encoding/encoding.hpp"

namespace sextant::tool {

/// Whether a field of the encoding has an effect beside the others: those of a context scaling need
/// a scaling that uses them, `shift` needs the law half-minus-shift, those of xPos in a rotary
/// encoding need a scale base.  True for all other fields, and for `seq-len`, which is known of a
/// run whatever its encoding.
bool has_effect(const Encoding& encoding, std::string_view field);

/// Whether a field is one of xPos, beside the scale base.
inline bool is_of_xpos(std::string_view field) {
  return field == "gamma" || field == "centre" || field == "form";
}

}  // namespace sextant::tool
