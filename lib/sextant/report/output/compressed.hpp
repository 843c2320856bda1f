#pragma once

#include <string>
#include <string_view>

namespace sextant {

/// A text in zlib's format, in base64, as scripts of the page read it.  Throws std::bad_alloc
/// without memory.
std::string compressed(std::string_view text);

}  // namespace sextant
