#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sextant/config/config_family.hpp"
#include "sextant/config/config_section.hpp"

namespace sextant {

/// Which channels of a head a model rotates.
struct ConfigHead {
  int size = 0;          ///< channels of a head
  int rotated = 0;       ///< channels that turn: the first ones, or all, the last with frequency 0
  Rational partial = 1;  ///< for proportional scaling: the fraction of pairs that turns
};

/// The key of a list with the fraction of a head that rotates in each layer (Step-3.5).
inline constexpr const char* kOwnParts = "partial_rotary_factors";

/// Reads the size of a head and its rotated part from `config` and its rope section, if there is
/// one.  If the key `own_size` has a value, it is the size: kinds of layers may have heads of their
/// own (Gemma 4, MiMo-V2).
///
/// `family` gives defaults of missing keys; nullptr if the model type is unknown.
///
/// `own_part` is the fraction of a head that rotates, for layers of one kind; if it is nullopt,
/// keys of the config decide.
///
/// int(size·factor) is computed in doubles, as Python does: 100 · 0.29 gives 28.  If exact
/// arithmetic gives another result, a text is added to `warnings`.
ConfigHead read_head(const ConfigSection& config, const std::optional<ConfigSection>& rope,
                     bool proportional, const std::optional<Rational>& own_part,
                     std::string_view own_size, const ConfigFamily* family,
                     std::vector<std::string>& warnings);

}  // namespace sextant
