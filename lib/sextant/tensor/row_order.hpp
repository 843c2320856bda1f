#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "sextant/io/file.hpp"

namespace sextant {

/// Returns a nameless copy of an array, with the last axis fastest instead of the first one
/// (Fortran's order).  Numbers have `size` bytes and begin at `offset`; the file must have all of
/// them.  Needs memory of about 256 MiB, or for the numbers of one index of the first axis if they
/// are more, and for one run along the first axis.  Throws Error if the file cannot be read, or the
/// copy cannot be written.
std::shared_ptr<InputFile> in_row_order(const InputFile& file, std::uint64_t offset,
                                        std::span<const std::uint64_t> shape, std::size_t size);

}  // namespace sextant
