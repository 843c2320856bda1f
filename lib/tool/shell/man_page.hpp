#pragma once

#include <string>
#include <vector>

#include "tool/shell/command_line_model.hpp"

namespace sextant::tool {

/// The name of a subcommand's manual page without its section, such as `sextant-report-diff`.
std::string man_page_name(const Subcommand& subcommand);

/// The manual page, in roff, of one of the subcommands or of the program.
std::string man_page(const Subcommand& subcommand, const std::vector<Subcommand>& subcommands);

}  // namespace sextant::tool
