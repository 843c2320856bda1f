#pragma once

#include <memory>

#include "sextant/verify/stored_array.hpp"

namespace sextant {

/// The array of a .npy file.  Throws Error where there is no
/// such beginning; whether its numbers are there is for later to see.
StoredArray read_npy_array(std::shared_ptr<InputFile> file);

}  // namespace sextant
