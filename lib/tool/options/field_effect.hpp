#pragma once

#include <string_view>

#include "sextant/encoding/encoding.hpp"

namespace sextant::tool {

/// Whether a field of the encoding has an effect beside the others: those of a context scaling need
/// a scaling that uses them, `shift` needs the law half-minus-shift.  True for all other fields,
/// and for `seq-len`, which is known of a run whatever its encoding.
bool has_effect(const Encoding& encoding, std::string_view field);

}  // namespace sextant::tool
