#pragma once

#include <optional>
#include <string>

#include "sextant/number/format.hpp"
#include "sextant/verify/table.hpp"

namespace sextant {

/// Opens a .npy file (versions 1.0, 2.0, 3.0), or standard input, written `-`.
///
/// The format is the file's; 16-bit patterns (uint16, int16, or `V2` as ml_dtypes has it) need one:
/// `given`, bfloat16 or float16.  Nothing in the header is believed before the bytes are there:
/// throws Error, one line with the file's name and the remedy, for anything that is not exactly
/// one table of floating-point numbers, and takes no memory for it.
Table open_npy(const std::string& path, const std::optional<Format>& given = {});

}  // namespace sextant
