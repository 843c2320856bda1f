#pragma once

#include <string>

#include "sextant/verify/verify.hpp"
#include "tool/verb/junit.hpp"

namespace sextant::tool {

/// Holds a table against a recipe and prints how they differ.
Judged print_against(const Table& table, const verify::Question& asked, const std::string& recipe,
                     const std::vector<std::string>& warnings, bool json);

}  // namespace sextant::tool
