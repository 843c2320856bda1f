#pragma once

#include <string>

#include "sextant/sweep/folder.hpp"

namespace sextant::tool {

/// Throws Error for an empty name and for `-`, which elsewhere is standard output: a sweep writes a
/// folder.
void expect_a_folder(const std::string& output);

/// Throws Error if a folder contains the folders of several sweeps, one for each recipe.  It cannot
/// also hold a single sweep.
void expect_not_of_all(const std::string& output);

/// Throws Error if a folder holds a single sweep.  It cannot also contain the folders of all
/// recipes.
void expect_not_of_one(const std::string& output);

/// Prints the results of a sweep in a few lines.  Unless `whole`, prints only how many rows are
/// measured.
void print_result(const sweep::Folder& folder, bool whole);

}  // namespace sextant::tool
