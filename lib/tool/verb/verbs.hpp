#pragma once

#include <span>

#include <CLI/CLI.hpp>

#include "sextant/sweep/crew.hpp"

namespace sextant::tool {

/// Each adds its verb to the command line; a verb sets `status` to its exit status when it runs.
void add_value(CLI::App& app, int& status);
void add_table(CLI::App& app, int& status);
void add_verify(CLI::App& app, int& status);
void add_compare(CLI::App& app, int& status);
/// `arguments`: what follows the program's name, for the report to record.
void add_report(CLI::App& app, std::span<char* const> arguments, int& status);
/// `crew`: who measures; it must outlive the parse.
void add_sweep(CLI::App& app, int& status, sweep::Crew& crew);
void add_prove(CLI::App& app, int& status);
void add_list(CLI::App& app, int& status);
void add_cases(CLI::App& app, int& status);
void add_judge(CLI::App& app, int& status);
void add_vectors(CLI::App& app, int& status);
/// Both are about every verb: they come last.
void add_completion(CLI::App& app, int& status);
void add_man(CLI::App& app, int& status);

}  // namespace sextant::tool
