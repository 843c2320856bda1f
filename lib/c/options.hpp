#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "tool/command/command.hpp"

namespace sextant::c {

/// Sets the options of a command from a JSON object with their names, without dashes, and their
/// values, which are texts.  They are set in the order in which the command adds them.  Throws
/// Error for an unknown option, an option that is given twice, a required option that is missing,
/// and a wrong value.  Positional arguments may be missing.
void set_options(const tool::Command& command, const nlohmann::json& given);

/// The names that set_options accepts.
std::vector<std::string> option_names(const tool::Command& command);

}  // namespace sextant::c
