#pragma once

#include <string>

#include "sextant/tensor/table.hpp"

namespace sextant::verify {

/// Whether the bytes of a table's numbers seem to be in the opposite order to the file's header,
/// judged by a sample of rows.  False for integers.
bool seems_swapped(const Table& table);

/// The byte order in which a table reads its file, in words.
std::string byte_order(const Table& table);

}  // namespace sextant::verify
