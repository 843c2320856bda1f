#pragma once

#include <string>
#include <string_view>

namespace sextant::audit {

/// The text with every list of more than 8 entries, `1,2,3` or `[1, 2, 3]`, shown by its first
/// three, its last one and their number: `1,2,3,…,48 (48 entries)`.  A text that is still longer
/// than 400 bytes is cut after a character, and `…` follows.
std::string shortened(std::string_view text);

}  // namespace sextant::audit
