#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sextant/config/config_section.hpp"
#include "sextant/encoding/frequency/context.hpp"

namespace sextant {

/// How the frequencies of a config are scaled; `warnings` grows by what is in it and is not read.
///
/// `rope` is what the config has for rope_scaling or rope_parameters, `config` the object around
/// it, of which the lengths are taken; `pairs` are what the lists of longrope must count.
Context read_scaling(const ConfigSection& config, const ConfigSection& rope, std::size_t pairs,
                     std::vector<std::string>& warnings);

/// The scaling that a rope section names: rope_type, or type in older ones, in which su is longrope
/// and mrope none.
Scaling read_rope_type(const ConfigSection& rope);

}  // namespace sextant
