#pragma once

#include <string_view>

#include "sextant/c/ask.h"
#include "sextant/tensor/stored_array.hpp"

namespace sextant::c {

/// The caller's array, which is read in place; `member` is its name in messages.  Throws Refused
/// for a missing or wrong member.
StoredArray stored_array(const sextant_ndarray& array, std::string_view member);

}  // namespace sextant::c
