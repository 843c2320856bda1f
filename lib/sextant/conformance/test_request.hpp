#pragma once

#include <cstdint>
#include <string_view>

#include "sextant/encoding/encoding.hpp"
#include "sextant/encoding/position/position.hpp"
#include "sextant/number/format.hpp"

namespace sextant::conformance {

/// The number of entries that a program is asked for: 2¹², 2²⁰, or all.  At least the hard ones;
/// all if there are fewer.
enum class Level : unsigned char { quick, thorough, exhaustive };
std::string_view word(Level level);
Level read_level(std::string_view text);  ///< throws Error for an unknown one

/// What a program is asked to compute.  It determines every case, so that the judge of the answers
/// needs nothing else.
struct TestRequest {
  Encoding encoding;
  Part part = Part::table;
  Positions positions;
  Format format = kFloat32;
  Level level = Level::quick;
  std::uint64_t seed = 1;
  bool forever = false;  ///< after the level's cases, random ones without end
};

/// The chart whose entries are the cases.  Throws Error for integers, for rotated vectors, and if
/// all of more than 2⁶² entries were to be tried.
Chart requested_chart(const TestRequest& request);

}  // namespace sextant::conformance
