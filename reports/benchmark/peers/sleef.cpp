#include "benchmark/rows.hpp"

#if defined(SEXTANT_HAS_SLEEF) && defined(__AVX2__) && defined(__FMA__)
#include <immintrin.h>
#include <sleef.h>

namespace sextant::bench {
namespace {

/// Each kind of vector: a row's frequencies times the position, and pairs (sine, cosine) as they
/// lie in an interleaved row, in two vectors.
struct Float8 {
  using Real = float;
  using Vector = __m256;
  static constexpr std::size_t kLanes = 8;
  static auto sincos(float p, const float* w) {
    return Sleef_sincosf8_u10avx2(_mm256_set1_ps(p) * _mm256_loadu_ps(w));
  }
  static void interleave(Vector s, Vector c, Vector& first, Vector& second) {
    const Vector low = _mm256_unpacklo_ps(s, c), high = _mm256_unpackhi_ps(s, c);
    first = _mm256_permute2f128_ps(low, high, 0x20);
    second = _mm256_permute2f128_ps(low, high, 0x31);
  }
  static void store(float* at, Vector v) { _mm256_store_ps(at, v); }
  static void stream(float* at, Vector v) { _mm256_stream_ps(at, v); }
};

struct Double4 {
  using Real = double;
  using Vector = __m256d;
  static constexpr std::size_t kLanes = 4;
  static auto sincos(double p, const double* w) {
    return Sleef_sincosd4_u10avx2(_mm256_set1_pd(p) * _mm256_loadu_pd(w));
  }
  static void interleave(Vector s, Vector c, Vector& first, Vector& second) {
    const Vector low = _mm256_unpacklo_pd(s, c), high = _mm256_unpackhi_pd(s, c);
    first = _mm256_permute2f128_pd(low, high, 0x20);
    second = _mm256_permute2f128_pd(low, high, 0x31);
  }
  static void store(double* at, Vector v) { _mm256_store_pd(at, v); }
  static void stream(double* at, Vector v) { _mm256_stream_pd(at, v); }
};

#ifdef __AVX512F__
struct Float16 {
  using Real = float;
  using Vector = __m512;
  static constexpr std::size_t kLanes = 16;
  static auto sincos(float p, const float* w) {
    return Sleef_sincosf16_u10avx512f(_mm512_set1_ps(p) * _mm512_loadu_ps(w));
  }
  static void interleave(Vector s, Vector c, Vector& first, Vector& second) {
    const __m512i low = _mm512_set_epi32(23, 7, 22, 6, 21, 5, 20, 4, 19, 3, 18, 2, 17, 1, 16, 0);
    first = _mm512_permutex2var_ps(s, low, c);
    second = _mm512_permutex2var_ps(s, _mm512_add_epi32(low, _mm512_set1_epi32(8)), c);
  }
  static void store(float* at, Vector v) { _mm512_store_ps(at, v); }
  static void stream(float* at, Vector v) { _mm512_stream_ps(at, v); }
};

struct Double8 {
  using Real = double;
  using Vector = __m512d;
  static constexpr std::size_t kLanes = 8;
  static auto sincos(double p, const double* w) {
    return Sleef_sincosd8_u10avx512f(_mm512_set1_pd(p) * _mm512_loadu_pd(w));
  }
  static void interleave(Vector s, Vector c, Vector& first, Vector& second) {
    const __m512i low = _mm512_set_epi64(11, 3, 10, 2, 9, 1, 8, 0);
    first = _mm512_permutex2var_pd(s, low, c);
    second = _mm512_permutex2var_pd(s, _mm512_add_epi64(low, _mm512_set1_epi64(4)), c);
  }
  static void store(double* at, Vector v) { _mm512_store_pd(at, v); }
  static void stream(double* at, Vector v) { _mm512_stream_pd(at, v); }
};
#endif

/// Streamed past the caches, as the library's tables are; or into them, to be narrowed.
template <class V, bool streamed>
void row_of(typename V::Real position, const std::vector<typename V::Real>& frequencies,
            typename V::Real* row) {
  constexpr auto put = streamed ? V::stream : V::store;
  for (std::size_t i = 0; i < frequencies.size(); i += V::kLanes) {
    const auto both = V::sincos(position, frequencies.data() + i);
    typename V::Vector first, second;
    V::interleave(both.x, both.y, first, second);
    put(row + 2 * i, first);
    put(row + 2 * i + V::kLanes, second);
  }
}

template <class Single, class Double>
void add(const std::string& name, std::vector<Maker>& makers) {
  makers.push_back(maker_by_rows<float>(name, row_of<Single, true>));
  makers.push_back(maker_by_rows<double>(name, row_of<Double, true>));
  for (Maker& maker : narrowed_makers(name, row_of<Single, false>))
    makers.push_back(std::move(maker));
}

}  // namespace

std::vector<Maker> sleef_makers([[maybe_unused]] Widest widest) {
  std::vector<Maker> result;
  add<Float8, Double4>("sleef", result);
#ifdef __AVX512F__
  if (widest == Widest::any) add<Float16, Double8>("sleef-avx512", result);
#endif
  return result;
}

}  // namespace sextant::bench

#else

namespace sextant::bench {

std::vector<Maker> sleef_makers(Widest) { return {}; }

}  // namespace sextant::bench

#endif
