#pragma once

#include <span>

#include "tool/command/command.hpp"

namespace sextant::sweep {
class WorkerGroup;
}

namespace sextant::tool {

/// Each function adds its subcommand to a program.
void add_value(Command& program);
void add_table(Command& program);
void add_verify(Command& program);
void add_compare(Command& program);
void add_check(Command& program);
/// `arguments` are the words after the program's name, which the report records.
void add_report(Command& program, std::span<char* const> arguments);
void add_report_diff(Command& report);
/// `workers` are the processes that measure.  The group must outlive the parse.
void add_sweep(Command& program, sweep::WorkerGroup& workers);
/// Only a process that leads merges; the others do nothing.
void add_sweep_merge(Command& sweep, bool leads);
void add_list(Command& program);
void add_example(Command& program);
void add_cases(Command& program);
void add_judge(Command& program);
void add_vectors(Command& program);
/// Both describe all subcommands, and so must be added last.
void add_completion(Command& program);
void add_man(Command& program);

}  // namespace sextant::tool
