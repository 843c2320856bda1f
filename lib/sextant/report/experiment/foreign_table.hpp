#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "sextant/verify/rows/judged_table.hpp"

namespace sextant {

/// What a report says of somebody's table: the verdict, in words too, and the largest errors by
/// position and channel.  `name` is what the words call it.
nlohmann::json foreign_table(const verify::JudgedTable& table, const std::string& name);

}  // namespace sextant
