#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sextant/tensor/stored_array.hpp"

namespace sextant {

/// The array of a file without a header: little-endian numbers, the last axis fastest.  Throws
/// Error without a format, naming the `option` that sets it.  The length of the file is checked
/// later.
StoredArray read_raw_array(std::shared_ptr<InputFile> file, const std::optional<Format>& format,
                           std::vector<std::uint64_t> shape, const std::string& option);

}  // namespace sextant
