#pragma once

#include <string>
#include <string_view>

#include "sextant/tensor/table_file.hpp"

namespace sextant {

/// A .safetensors file built by hand: the header's length, the header unchanged, and numbers.
std::string safetensors_bytes(std::string_view header, std::string_view numbers);

/// The message of the Error for opening a file as a table; the test fails if there is none.
std::string error_of_table(const TableFile& from);

/// Whether a file is a table.  If not, an Error must say so in one line.  Both must use memory of
/// at most `times` its bytes.
bool is_table_or_refused(const TableFile& from, const std::string& bytes, std::size_t times);

}  // namespace sextant
