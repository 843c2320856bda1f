#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "sextant/tensor/stored_array.hpp"

namespace sextant {

/// The array of a file that holds its numbers alone: little-endian, the last axis fastest.  Throws
/// Error where nobody says the format; that the file is as long as the shape is for later to see.
StoredArray read_raw_array(std::shared_ptr<InputFile> file, const std::optional<Format>& format,
                           std::vector<std::uint64_t> shape);

}  // namespace sextant
