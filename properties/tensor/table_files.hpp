#pragma once

#include <string>
#include <string_view>

#include "sextant/tensor/table_file.hpp"

namespace sextant {

/// A .safetensors file by hand: the header's length, the header as it stands, numbers.
std::string safetensors_bytes(std::string_view header, std::string_view numbers);

/// What the Error says that opening a file as a table throws; fails where it throws none.
std::string error_of_table(const TableFile& from);

/// Whether a file is a table.  If not, an Error says so in one line; either way in memory for at
/// most `times` its bytes.
bool is_table_or_refused(const TableFile& from, const std::string& bytes, std::size_t times);

}  // namespace sextant
