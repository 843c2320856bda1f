#include "benchmark/peers/narrow.hpp"

#include <bit>

#include <immintrin.h>

namespace sextant::bench {
namespace {

void to_bfloat16(const float* from, std::size_t count, std::uint16_t* to) {
  for (std::size_t k = 0; k < count; ++k) {
    const auto bits = std::bit_cast<std::uint32_t>(from[k]);
    to[k] = static_cast<std::uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
  }
}

#ifdef __F16C__
void to_float16(const float* from, std::size_t count, std::uint16_t* to) {
  for (std::size_t k = 0; k < count; k += 8) {
    const __m128i bits = _mm256_cvtps_ph(_mm256_load_ps(from + k), _MM_FROUND_TO_NEAREST_INT);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to + k), bits);
  }
}
#endif

}  // namespace

std::vector<std::pair<std::string, Narrowing>> narrowings() {
  return {{"bfloat16", to_bfloat16},
#ifdef __F16C__
          {"float16", to_float16}
#endif
  };
}

}  // namespace sextant::bench
