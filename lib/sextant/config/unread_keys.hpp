#pragma once

#include <string>
#include <vector>

#include "sextant/config/config_model.hpp"

namespace sextant {

/// Warnings for keys that may be about positions and were not read.  These are all keys of the
/// language model's rope sections, and keys of the language model or around it whose names contain
/// rope, rotary, theta, position, alibi, yarn, ntk, scaling or mscale.  Keys that are known not to
/// matter have no warning.
std::vector<std::string> warn_of_unread(const ConfigModel& model);

/// Whether the name of a key contains one of these words, in any case.
bool looks_positional(std::string_view key);

}  // namespace sextant
