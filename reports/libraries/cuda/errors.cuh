#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "double_double.cuh"

/// The errors of results, one by one and of many.
namespace cuda_functions {

/// A float32 as a double.  A conversion would flush subnormals to zero under -use_fast_math.
inline __host__ __device__ double widened(std::uint32_t bits) {
  const double sign = bits >> 31 != 0 ? -1 : 1;
  const std::uint32_t exponent = bits >> 23 & 0xff, fraction = bits & 0x7fffff;
  if (exponent == 0xff) return fraction != 0 ? NAN : sign * INFINITY;
  if (exponent == 0) return sign * fraction * 0x1p-149;
  return sign * ldexp(static_cast<double>(fraction | 0x800000), static_cast<int>(exponent) - 150);
}

inline __device__ std::uint64_t bits_of(double x) {
  return static_cast<std::uint64_t>(__double_as_longlong(x));
}

/// The place of |x| among the float32 numbers, counted from 0, rounded to nearest even; beyond the
/// largest finite number it is that of infinity or more.
inline __device__ std::uint64_t rounded_ordinal(double x) {
  const double size = fabs(x);
  if (size < 0x1p-126) return static_cast<std::uint64_t>(rint(size * 0x1p149));
  const std::uint64_t bits = bits_of(size);
  return ((bits + 0x0fffffff + (bits >> 29 & 1)) >> 29) - (std::uint64_t{1023 - 127} << 23);
}

/// 1/ulp at x of a format with this many bits and least exponent.
inline __device__ double inverse_ulp(double x, int precision, int least_exponent) {
  int e = 0;
  frexp(x, &e);
  if (x == 0 || e - 1 < least_exponent) e = least_exponent + 1;
  return ldexp(1.0, precision - e);
}

struct Score {
  double ulps = 0, absolute = 0;
  std::uint64_t steps = 0;  ///< numbers of the format between result and correctly rounded one
  bool undecided = false;   ///< the true value is too near to a midpoint to say how it is rounded
  bool subnormal = false;   ///< the correctly rounded result is subnormal or 0
  bool flushed = false;     ///< the correctly rounded result is subnormal, the result is 0
  bool overflow = false;    ///< the correctly rounded result is infinite: no error is counted
  bool overflow_missed = false;  ///< and the result is finite
  bool not_finite = false;       ///< the result is infinite or not a number, and should not be
};

/// The score of a result that is no number: as far off as can be.
inline __device__ Score without_error(Score s) {
  s.ulps = s.absolute = INFINITY;
  s.steps = ~std::uint64_t{0};
  return s;
}

/// The distance of two signed ordinals.
inline __device__ std::uint64_t distance(std::uint64_t a, bool a_negative, std::uint64_t b,
                                         bool b_negative) {
  if (a_negative != b_negative) return a + b;
  return a > b ? a - b : b - a;
}

/// Whether `ulps`, the true value in ulps of its format, is within `radius` of a midpoint.
inline __device__ bool near_midpoint(double ulps, double radius) {
  const double size = fabs(ulps);
  return fabs(size - floor(size) - 0.5) <= radius;
}

/// The error of a float32.  The true value is off by 4 ulp of float64 at most: by 2⁻²⁷ ulp.
inline __device__ Score score(float result, double truth) {
  const std::uint32_t bits = __float_as_uint(result);
  const std::uint64_t want = rounded_ordinal(truth), got = bits & 0x7fffffff;
  Score s;
  s.overflow = want >= 0x7f800000;
  s.not_finite = !s.overflow && got >= 0x7f800000;
  s.subnormal = want < 0x800000;
  s.overflow_missed = s.overflow && got < 0x7f800000;
  if (s.overflow) return s;
  if (s.not_finite) return without_error(s);
  const double scale = inverse_ulp(truth, 24, -126);
  s.absolute = fabs(widened(bits) - truth);
  s.ulps = s.absolute * scale;
  s.steps = distance(got, bits >> 31 != 0, want, truth < 0);
  s.undecided = near_midpoint(truth * scale, 0x1p-27);
  s.flushed = s.subnormal && want != 0 && got == 0;
  return s;
}

/// The error of a float64, where the true value is 0, or it and 2⁻⁵³ of it are normal.
inline __device__ Score score(double result, double_double::Number truth) {
  Score s;
  s.not_finite = !isfinite(result);
  if (s.not_finite) return without_error(s);
  const double scale = inverse_ulp(truth.hi, 53, -969);
  s.absolute = fabs(result - truth.hi - truth.lo);
  s.ulps = s.absolute * scale;
  constexpr std::uint64_t kSize = ~std::uint64_t{0} >> 1;
  s.steps = distance(bits_of(result) & kSize, result < 0, bits_of(truth.hi) & kSize, truth.hi < 0);
  s.undecided = fabs(fabs(truth.lo) * scale - 0.5) <= 0x1p-36;
  return s;
}

// ------------------------------------------------------------------------------------------------
// Errors of many results

/// Counts, and maxima with the index of their argument: the upper 32 bits are a float32 rounded up
/// (or a count), the lower ones the index.
struct Errors {
  unsigned long long count = 0, incorrect = 0, undecided = 0, overflows = 0, not_finite = 0,
                     flushed = 0, overflows_missed = 0, beyond_documented = 0;
  unsigned long long ulps = 0, absolute = 0, steps = 0, not_finite_at = 0, beyond_documented_at = 0;
};
constexpr int kCounts = 8, kMaxima = 5;
static_assert(sizeof(Errors) == (kCounts + kMaxima) * sizeof(unsigned long long));

/// Results that should be normal, and those that should be subnormal or 0.
struct Pair {
  Errors normal, subnormal;
};

inline __device__ unsigned long long key(std::uint32_t size, std::uint32_t index) {
  return static_cast<unsigned long long>(size) << 32 | index;
}

inline __device__ unsigned long long key(double size, std::uint32_t index) {
  const float up = __double2float_ru(size);
  return key(__float_as_uint(up), index);
}

inline __device__ void raise(unsigned long long& maximum, unsigned long long candidate) {
  if (candidate > maximum) maximum = candidate;
}

inline __device__ void add(Errors& errors, const Score& s, bool within_documented,
                           std::uint32_t index) {
  ++errors.count;
  errors.overflows += s.overflow;
  errors.overflows_missed += s.overflow_missed;
  if (s.overflow) return;
  errors.not_finite += s.not_finite;
  errors.beyond_documented += !within_documented;
  if (!within_documented) raise(errors.beyond_documented_at, key(1U, index));
  if (s.not_finite) {
    raise(errors.not_finite_at, key(1U, index));
    return;
  }
  errors.incorrect += s.steps != 0 && !s.undecided;
  errors.undecided += s.undecided;
  errors.flushed += s.flushed;
  raise(errors.ulps, key(s.ulps, index));
  raise(errors.absolute, key(s.absolute, index));
  const auto most = static_cast<std::uint64_t>(0xffffffff);
  raise(errors.steps, key(static_cast<std::uint32_t>(s.steps < most ? s.steps : most), index));
}

inline __device__ void merge(Errors& into, const Errors& from) {
  auto* to = reinterpret_cast<unsigned long long*>(&into);
  const auto* values = reinterpret_cast<const unsigned long long*>(&from);
  for (int k = 0; k < kCounts; ++k)
    if (values[k] != 0) atomicAdd(to + k, values[k]);
  for (int k = kCounts; k < kCounts + kMaxima; ++k)
    if (values[k] != 0) atomicMax(to + k, values[k]);
}

inline void merge_on_host(Errors& into, const Errors& from) {
  auto* to = reinterpret_cast<unsigned long long*>(&into);
  const auto* values = reinterpret_cast<const unsigned long long*>(&from);
  for (int k = 0; k < kCounts; ++k) to[k] += values[k];
  for (int k = kCounts; k < kCounts + kMaxima; ++k) to[k] = std::max(to[k], values[k]);
}

/// Measures the results at indices first … first + count − 1 of an experiment.
template <class Experiment>
__global__ void measure(Experiment experiment, std::uint64_t first, std::uint64_t count,
                        Pair* result) {
  __shared__ Pair block;
  if (threadIdx.x == 0) block = {};
  __syncthreads();
  Pair mine;
  const std::uint64_t stride = static_cast<std::uint64_t>(gridDim.x) * blockDim.x;
  for (auto k = static_cast<std::uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x; k < count;
       k += stride) {
    const auto index = static_cast<std::uint32_t>(first + k);
    const auto x = experiment.argument(index);
    const Score s = score(Experiment::Function::value(x), Experiment::truth(x));
    add(s.subnormal ? mine.subnormal : mine.normal, s, Experiment::Function::documented(x, s),
        index);
  }
  merge(block.normal, mine.normal);
  merge(block.subnormal, mine.subnormal);
  __syncthreads();
  if (threadIdx.x != 0) return;
  merge(result->normal, block.normal);
  merge(result->subnormal, block.subnormal);
}

/// One result, for the record.
struct Witness {
  double x = 0, y = 0, value = 0, truth = 0, truth_low = 0;
  Score score;
};

}  // namespace cuda_functions
