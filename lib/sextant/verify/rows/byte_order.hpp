#pragma once

#include "sextant/tensor/table.hpp"

namespace sextant::verify {

/// Whether the bytes of a table's numbers seem to stand in the other order than the file says, by a
/// look at some rows.
bool seems_swapped(const Table& table);

}  // namespace sextant::verify
