#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "tool/command/command.hpp"

namespace sextant::c {

/// Sets the options of a command from an object of their names, without dashes, and texts.  They
/// are set in the order in which the command adds them, as on the command line.  Throws Error for
/// an unknown option, one that is given twice or is required and missing, and a wrong value.
/// Positional arguments may be missing.
void set_options(const tool::Command& command, const nlohmann::json& given);

/// The names that set_options accepts.
std::vector<std::string> option_names(const tool::Command& command);

}  // namespace sextant::c
