#pragma once

#include <string>
#include <vector>

#include "tool/shell/grammar.hpp"

namespace sextant::tool {

/// `sextant-report-diff`: the name of a subcommand's manual page, without its section.
std::string man_page_name(const Verb& verb);

/// The manual page of one of the subcommands, or of the program, in roff.
std::string man_page(const Verb& verb, const std::vector<Verb>& verbs);

}  // namespace sextant::tool
