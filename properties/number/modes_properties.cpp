#include <bit>

#include <xmmintrin.h>

#include "draw/gen.hpp"
#include "draw/patterns.hpp"
#include "draw/places.hpp"
#include "engine/property.hpp"
#include "sextant/number/pattern.hpp"
#include "sextant/number/round.hpp"

namespace sextant {
namespace {

/// Where subnormal numbers are read as zeros, they are rounded as ever; and in every rounding mode.
PROPERTY(RoundTo, DoesNotDependOnFloatingPointModes) {
  const Format format = *draw::element_of(draw::hardware_formats()).as("format");
  const std::uint64_t bits = static_cast<std::uint64_t>((*draw::patterns(kFloat64)).bits);
  const auto value = std::bit_cast<double>(bits);
  const auto want =
      std::bit_cast<std::uint64_t>(to_double(round(format, to_rational(decode(kFloat64, bits)))));
  const unsigned before = _mm_getcsr();
  for (const unsigned mode : {0x0000U, 0x2000U, 0x4000U, 0x6000U, 0x8040U}) {
    _mm_setcsr((before & ~0xe040U) | mode);
    const auto got = std::bit_cast<std::uint64_t>(round_to(format, value));
    const std::uint64_t pattern = bits_of(format, std::bit_cast<double>(got));
    const auto back = std::bit_cast<std::uint64_t>(value_of(format, pattern));
    _mm_setcsr(before);
    RC_ASSERT(got == (bits << 1 == 0 ? bits : want));  // of a value 0 no rational has the sign
    RC_ASSERT(back == got);
  }
}

}  // namespace
}  // namespace sextant
