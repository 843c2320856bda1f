#pragma once

#include <CLI/CLI.hpp>

#include "sextant/sweep/folder.hpp"

namespace sextant::tool {

/// Adds `sweep merge`.
CLI::App* add_sweep_merge(CLI::App& sweep, int& status);

/// What was found, in a few lines; where records are missing, how many rows there are.
void print_result(const sweep::Folder& folder, bool whole);

}  // namespace sextant::tool
