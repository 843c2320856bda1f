#pragma once

#include <span>
#include <string_view>

#include "sextant/encoding/axial/axial.hpp"

namespace sextant {

/// A program's encoding of several coordinates, by name.
struct AxialProgramEncoding {
  std::string_view name;
  std::string_view text;    ///< the ordinary encoding of its axes, as read_encoding takes it
  Axial arrangement;        ///< the rest
  std::string_view source;  ///< where it is defined
  std::string_view note = {};
};

/// Every axial program encoding, by name.
std::span<const AxialProgramEncoding> axial_program_encodings();

}  // namespace sextant
