#pragma once

#include <string_view>

namespace sextant {

/// The version of the library that was linked, as `0.1.0`.
std::string_view version();

}  // namespace sextant
