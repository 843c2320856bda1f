#pragma once

#include <span>
#include <string_view>

#include "sextant/encoding/axial/axial.hpp"

namespace sextant {

/// An encoding of several coordinates that a program uses.
struct AxialProgramEncoding {
  std::string_view name;
  std::string_view text;    ///< the ordinary encoding along its axes, for read_encoding
  Axial arrangement;        ///< everything else
  std::string_view source;  ///< where it is defined
  std::string_view note = {};
};

/// Every axial program encoding, by name.
std::span<const AxialProgramEncoding> axial_program_encodings();

}  // namespace sextant
