#pragma once

#include <string>

#include "sextant/report/document/result_file.hpp"
#include "sextant/verify/judged_table.hpp"

namespace sextant {

/// A report's part about a given table: the verdict, also as text, and the largest errors by
/// position and channel.  The text calls the table `name`.
Document foreign_table(const verify::JudgedTable& table, const std::string& name);

}  // namespace sextant
