#pragma once

#include <string>
#include <vector>

#include "tool/shell/command_line_model.hpp"

namespace sextant::tool {

/// `sextant-report-diff`: the name of a subcommand's manual page, without its section.
std::string man_page_name(const Subcommand& subcommand);

/// The manual page of one of the subcommands, or of the program, in roff.
std::string man_page(const Subcommand& subcommand, const std::vector<Subcommand>& subcommands);

}  // namespace sextant::tool
