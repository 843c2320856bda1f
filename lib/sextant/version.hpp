#pragma once

#include <string_view>

namespace sextant {

/// The version of the linked library, such as `0.1.0`.
std::string_view version();

}  // namespace sextant
