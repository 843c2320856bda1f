#pragma once

#include <string>
#include <string_view>

namespace sextant {

/// A text, compressed in zlib's format and written in base64, as the page's scripts read it. Throws
/// std::bad_alloc if memory is exhausted.
std::string compressed(std::string_view text);

}  // namespace sextant
