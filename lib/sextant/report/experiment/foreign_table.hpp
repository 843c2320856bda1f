#pragma once

#include <string>

#include "sextant/report/document/result_file.hpp"
#include "sextant/verify/judged_table.hpp"

namespace sextant {

/// What a report says of somebody's table: the verdict, in words too, and the largest errors by
/// position and channel.  `name` is what the words call it.
Document foreign_table(const verify::JudgedTable& table, const std::string& name);

}  // namespace sextant
