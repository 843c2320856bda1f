#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "sextant/io/file.hpp"

namespace sextant {

/// Copies an array whose first axis varies fastest (Fortran's order) to a nameless file in which
/// the last axis does.  Numbers have `size` bytes and begin at `offset`; the file must have all of
/// them.  Needs at most 256 MiB of memory, or that of one index of the first axis.  Throws Error if
/// the file cannot be read, or the copy not be written.
std::shared_ptr<InputFile> in_row_order(const InputFile& file, std::uint64_t offset,
                                        std::span<const std::uint64_t> shape, std::size_t size);

}  // namespace sextant
