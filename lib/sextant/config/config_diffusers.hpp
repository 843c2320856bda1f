#pragma once

#include <vector>

#include "sextant/config/config_section.hpp"
#include "sextant/config/layer_encoding.hpp"

namespace sextant {

/// Whether a config has the format of diffusers: it names a class of models in `_class_name`.
bool of_diffusers(const ConfigSection& config);

/// What the config of a transformer of diffusers says about the positions of images and films.
/// Keys that are missing have the defaults of the class.  A class that is not known here, and
/// numbers that no encoding expresses, give one kind, which is `unknown`.  LTX-2 has two kinds,
/// `video` and `audio`.
///
/// Throws Error, naming the file and the key, for numbers with which the class cannot rotate: axes
/// that are no pairs or do not add up to a head, a base that is not positive.
std::vector<LayerEncoding> read_diffusers(const ConfigSection& config);

}  // namespace sextant
