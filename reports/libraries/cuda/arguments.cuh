#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "errors.cuh"
#include "functions.cuh"

/// Arguments of functions: random ones by index, on the device, and those of rotary encodings,
/// listed on the host.
namespace cuda_functions {

constexpr std::uint64_t kSeed = 20'251'201;

/// A random number of 64 bits: SplitMix64's output function of a counter.
inline __host__ __device__ std::uint64_t random_bits(std::uint64_t seed, std::uint64_t counter) {
  std::uint64_t z = (seed << 40) + (counter + 1) * 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

/// Uniform in [low, high).
inline __device__ double uniform(std::uint64_t seed, std::uint64_t counter, double low,
                                 double high) {
  const auto fraction = static_cast<double>(random_bits(seed, counter) >> 11) * 0x1p-53;
  return __fma_rn(fraction, __dsub_rn(high, low), low);
}

/// A number whose logarithm is uniform: its exponent in [low, high), its fraction of 52 bits.
inline __device__ double any_size(std::uint64_t seed, std::uint64_t counter, int low, int high) {
  const std::uint64_t bits = random_bits(seed, counter);
  const auto e = static_cast<int>((bits & 0xfff) * static_cast<std::uint64_t>(high - low) >> 12);
  return ldexp(1.0 + static_cast<double>(bits >> 12) * 0x1p-52, low + e);
}

/// `x` rounded to float32 as by the default flags.
inline __device__ float narrowed(double x) {
  const auto bits = static_cast<std::uint32_t>(rounded_ordinal(x));
  return __uint_as_float(x < 0 ? bits | 0x80000000 : bits);
}

struct EveryFloat {
  __device__ float operator()(std::uint32_t index) const { return __uint_as_float(index); }
};

/// Numbers in an array.
template <class T>
struct Listed {
  const T* values = nullptr;
  __device__ T operator()(std::uint32_t index) const { return values[index]; }
};

/// Bases with log-uniform sizes in [1, 10⁸], exponents uniform in [−1, 1].
struct RandomPowers {
  std::uint64_t seed = 0;
  __device__ Two operator()(std::uint32_t index) const {
    const std::uint64_t counter = std::uint64_t{2} * index;
    return {narrowed(exp2(uniform(seed, counter, 0, 0x1.a934f0979a371p+4))),  // log2 of 10⁸
            narrowed(uniform(seed, counter + 1, -1, 1))};
  }
};
struct RandomDoublePowers {
  std::uint64_t seed = 0;
  __device__ TwoDoubles operator()(std::uint32_t index) const {
    const std::uint64_t counter = std::uint64_t{2} * index;
    return {exp2(uniform(seed, counter, 0, 0x1.a934f0979a371p+4)),
            uniform(seed, counter + 1, -1, 1)};
  }
};
/// Operands of any size in [2⁻⁶⁰, 2⁶⁰).
struct RandomQuotients {
  std::uint64_t seed = 0;
  __device__ Two operator()(std::uint32_t index) const {
    const std::uint64_t counter = std::uint64_t{2} * index;
    return {narrowed(any_size(seed, counter, -60, 60)),
            narrowed(any_size(seed, counter + 1, -60, 60))};
  }
};
struct RandomUniform {
  std::uint64_t seed = 0;
  double low = 0, high = 0;
  __device__ double operator()(std::uint32_t index) const {
    return uniform(seed, index, low, high);
  }
};
struct RandomSizes {
  std::uint64_t seed = 0;
  int low = 0, high = 0;
  __device__ double operator()(std::uint32_t index) const {
    return any_size(seed, index, low, high);
  }
};
/// Angles p·ω, rounded to float64, for p < 2²⁰ and listed frequencies.
struct Angles {
  const double* frequencies = nullptr;
  __device__ double operator()(std::uint32_t index) const {
    return __dmul_rn(static_cast<double>(index & 0xfffff), frequencies[index >> 20]);
  }
};

/// Bases of rotary encodings in use, and 10000 times common factors.
constexpr double kBases[] = {100,    256,    1000,   10000,  20000,  25000,  40000,  50000,
                             75000,  80000,  100000, 150000, 160000, 200000, 250000, 300000,
                             320000, 500000, 600000, 640000, 800000, 1e6,    1.5e6,  2e6,
                             3e6,    4e6,    5e6,    8e6,    1e7,    2.5e7,  5e7,    1e8};
constexpr int kWidest = 1024;

template <class Visitor>
inline void each_pair(const Visitor& visit) {
  for (int d = 2; d <= kWidest; d += 2)
    for (int i = 0; i < d / 2; ++i) visit(d, i);
}

/// (base, ±2i/d) with the quotient rounded to float32.
inline std::vector<Two> rotary_powers() {
  std::vector<Two> result;
  for (const double base : kBases)
    each_pair([&](int d, int i) {
      const float exponent = static_cast<float>(2 * i) / static_cast<float>(d);
      result.push_back({static_cast<float>(base), exponent});
      result.push_back({static_cast<float>(base), -exponent});
    });
  return result;
}

/// (base^(−2/d), i) with the power rounded to float32: one pair's frequency by the ratio of two.
inline std::vector<Two> rotary_ratios() {
  std::vector<Two> result;
  for (const double base : kBases)
    each_pair([&](int d, int i) {
      result.push_back({static_cast<float>(std::pow(base, -2.0 / d)), static_cast<float>(i)});
    });
  return result;
}

inline std::vector<TwoDoubles> rotary_double_powers() {
  std::vector<TwoDoubles> result;
  for (const double base : kBases)
    each_pair([&](int d, int i) {
      const double exponent = 2.0 * i / d;
      result.push_back({base, exponent});
      result.push_back({base, -exponent});
    });
  return result;
}

/// −2i·(ln base)/d, in float64.
inline std::vector<double> rotary_exponents() {
  std::vector<double> result;
  for (const double base : kBases)
    each_pair([&](int d, int i) { result.push_back(-2.0 * i * std::log(base) / d); });
  return result;
}

inline std::vector<Two> rotary_quotients() {
  std::vector<Two> result;
  each_pair([&](int d, int i) {
    result.push_back({static_cast<float>(2 * i), static_cast<float>(d)});
  });
  return result;
}

/// base^(−2i/128), in float64, of 8 bases.
inline std::vector<double> rotary_frequencies() {
  std::vector<double> result;
  for (const double base : {10000.0, 100000.0, 160000.0, 500000.0, 1e6, 5e6, 8e6, 1e7})
    for (int i = 0; i < 64; ++i) result.push_back(std::pow(base, -2.0 * i / 128));
  return result;
}

}  // namespace cuda_functions
