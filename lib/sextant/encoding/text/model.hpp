#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "sextant/encoding/encoding.hpp"

namespace sextant {

/// A public model's encoding, from its published config.  A model that has two of them, by layer,
/// is two presets: `-local` for those that see a window, `-global` for those that see everything.
struct Model {
  std::string_view name;
  std::string encoding;        ///< as read_encoding takes it
  std::int64_t positions = 0;  ///< the model takes these many: 0, 1, …
  std::string_view weights;    ///< the format of its published weights; empty: not known
  int head = 0;                ///< channels of a head, of which the encoding turns dim
  std::string_view source;     ///< whose config says so
  std::string_view notes = {};
  std::string_view sections = {};  ///< of three coordinates: `mrope sections=16,24,24`, or none
};

/// All of them, by name.
std::span<const Model> models();

/// The model of a name; throws Error for another one, with those that begin alike.
const Model& model(std::string_view name);

}  // namespace sextant
