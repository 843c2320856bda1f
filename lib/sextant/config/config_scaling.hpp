#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sextant/config/config_model.hpp"
#include "sextant/encoding/frequency/context.hpp"

namespace sextant {

/// What a rope section's rope_type means.
enum class RopeType {
  none,
  linear,
  dynamic,  ///< by the length of the sequence, or by `alpha`
  yarn,
  deepseek_yarn,  ///< YaRN with amplitude g(mscale)/g(mscale_all_dim), mscale 1 by default
  telechat_yarn,  ///< the same with mscale coefficient 0.07
  llama3,
  longrope,
  proportional,
  ntk,
  xdrope,     ///< dynamic by `alpha`; images have four coordinates
  openpangu,  ///< none; the three coordinates are mixed in proportion to their sections
  axial,      ///< images: two coordinates
  mllama4     ///< images of Llama 4
};

/// A rope section, and what affects its meaning.
struct RopeSection {
  ConfigSection rope;                   ///< rope_scaling, rope_parameters, or a kind's part of it
  std::optional<ConfigSection> beside;  ///< the section that has a part for each kind of layers
  bool plain_amplitude = false;         ///< whether YaRN without attention_factor has amplitude 1
};

/// How a config scales its frequencies.  Assumptions are added to `warnings`.
///
/// `config` is the object around the rope section, which gives the lengths.  `pairs` is the
/// required length of the lists of longrope.  Throws NotExpressible for a scaling that Context
/// lacks.
Context read_scaling(const ConfigSection& config, const RopeSection& section, std::size_t pairs,
                     std::vector<std::string>& warnings);

/// The rope_type of a section, or type in older configs.  `su` means longrope, and `mrope` none.
/// Throws NotExpressible for another word.
RopeType read_rope_type(const ConfigSection& rope);

/// The scaling of keys outside any rope section: rotary_scaling_factor (Nomic), use_dynamic_ntk
/// (Qwen), yarn (params.json), rope_ratio (ChatGLM2), use_long_context (Zamba2).  nullopt if there
/// is none.
std::optional<Context> read_scaling_of_model(const ConfigModel& model,
                                             std::vector<std::string>& warnings);

/// The scalings that published programs have in their code for use_scaled_rope, which is true or
/// false.  Empty unless it is true.  read_scaling_of_model() throws NotExpressible for it.
std::vector<Context> scalings_in_code(const ConfigModel& model);

}  // namespace sextant
