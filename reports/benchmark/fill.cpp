#include <thread>

#include <immintrin.h>

#include "benchmark/maker.hpp"

namespace sextant::bench {
namespace {

/// The ceiling: as many bytes past the caches, with nothing to compute.
template <class Vector>
void fill(Vector value, void (*stream)(std::byte*, Vector), std::byte* at, std::size_t bytes) {
  constexpr std::size_t kUnrolled = 8;
  std::size_t k = 0;
  for (; k + kUnrolled * sizeof(Vector) <= bytes; k += kUnrolled * sizeof(Vector)) {
    for (std::size_t u = 0; u < kUnrolled; ++u) stream(at + k + u * sizeof(Vector), value);
  }
  for (; k < bytes; k += sizeof(Vector)) stream(at + k, value);
  _mm_sfence();
}

void fill_narrow(std::byte* at, std::size_t bytes) {
#ifdef __AVX2__
  const auto stream = [](std::byte* to, __m256i v) {
    _mm256_stream_si256(reinterpret_cast<__m256i*>(to), v);
  };
  fill<__m256i>(_mm256_set1_epi32(0x3f000000), stream, at, bytes);
#else
  const auto stream = [](std::byte* to, __m128i v) {
    _mm_stream_si128(reinterpret_cast<__m128i*>(to), v);
  };
  fill<__m128i>(_mm_set1_epi32(0x3f000000), stream, at, bytes);
#endif
}

#ifdef __AVX512F__
void fill_wide(std::byte* at, std::size_t bytes) {
  const auto stream = [](std::byte* to, __m512i v) {
    _mm512_stream_si512(reinterpret_cast<__m512i*>(to), v);
  };
  fill<__m512i>(_mm512_set1_epi32(0x3f000000), stream, at, bytes);
}
#endif

}  // namespace

std::vector<Maker> fill_makers([[maybe_unused]] Widest widest) {
  auto chosen = fill_narrow;
#ifdef __AVX512F__
  if (widest == Widest::any) chosen = fill_wide;
#endif
  std::vector<Maker> result;
  for (const auto& [format, element] : {std::pair<const char*, std::size_t>{"float32", 4},
                                        {"float64", 8},
                                        {"bfloat16", 2},
                                        {"float16", 2}}) {
    const auto prepare = [chosen, element = element](Size size) -> Writer {
      return [=](std::byte* at) { chosen(at, size.elements() * element); };
    };
    const auto by_two = [chosen, element = element](Size size) -> Writer {
      const std::size_t half = size.elements() / 2 * element;
      return [=](std::byte* at) {
        std::jthread other(chosen, at + half, half);
        chosen(at, half);
      };
    };
    result.push_back({format, "fill", element, kAllSizes, prepare, Claim::nothing});
    result.push_back(
        {format, "fill-2-threads", element, {{131072, 512}}, by_two, Claim::nothing, 2});
  }
  return result;
}

}  // namespace sextant::bench
