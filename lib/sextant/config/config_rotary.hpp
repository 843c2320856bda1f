#pragma once

#include "sextant/config/config_layers.hpp"

namespace sextant {

/// Whether a config mentions a rotary encoding, or is of a model type whose code has one with base
/// 10000.
bool mentions_rotation(const ConfigModel& model);

/// Reads the rotary encoding of a kind of layers into `result`, with its head, sections, context
/// and warnings.  Throws NotExpressible, naming the key, if no encoding expresses it.
void read_rotary(const ConfigModel& model, const ConfigLayers& layers, LayerEncoding& result);

/// The warning for a config with sections.  Callers that use the sections leave it out.
inline constexpr std::string_view kReadAsText =
    "the config has sections for three positions a token (mrope_section); this is the encoding of "
    "text, where the three are equal";

}  // namespace sextant
