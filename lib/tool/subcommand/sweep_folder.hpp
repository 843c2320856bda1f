#pragma once

#include <string>

#include "sextant/sweep/folder.hpp"

namespace sextant::tool {

/// Throws Error for no name, and for `-`, which is standard output elsewhere: a sweep writes a
/// folder.
void expect_a_folder(const std::string& output);

/// Throws Error where a folder has folders of sweeps, one a recipe: it is not to be that of one
/// too.
void expect_not_of_all(const std::string& output);

/// Throws Error where a folder is that of one sweep: it is not to have those of all recipes too.
void expect_not_of_one(const std::string& output);

/// Prints what was measured, in a few lines; if records are missing, how many rows are there.
void print_result(const sweep::Folder& folder, bool whole);

}  // namespace sextant::tool
