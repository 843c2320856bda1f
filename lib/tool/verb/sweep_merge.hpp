#pragma once

#include <CLI/CLI.hpp>

#include "sextant/sweep/folder.hpp"

namespace sextant::tool {

/// Adds `sweep merge`, which a process that does not lead leaves to the one that does.
CLI::App* add_sweep_merge(CLI::App& sweep, int& status, bool leads);

/// What was found, in a few lines; where records are missing, how many rows there are.
void print_result(const sweep::Folder& folder, bool whole);

}  // namespace sextant::tool
