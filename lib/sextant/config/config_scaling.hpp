#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sextant/config/config_section.hpp"
#include "sextant/encoding/frequency/context.hpp"

namespace sextant {

/// How a config scales its frequencies.  Keys that are not read are added to `warnings`.
///
/// `rope` is the section rope_scaling or rope_parameters.  `config` is the object around it, which
/// gives the lengths.  `pairs` is the required length of the lists of longrope.
Context read_scaling(const ConfigSection& config, const ConfigSection& rope, std::size_t pairs,
                     std::vector<std::string>& warnings);

/// The scaling of a rope section: its rope_type, or type in older configs.  `su` means longrope,
/// and `mrope` none.
Scaling read_rope_type(const ConfigSection& rope);

}  // namespace sextant
