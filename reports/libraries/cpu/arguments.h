#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "libraries.h"

// What is measured of a function: sets of arguments, and slices that have maxima of their own.

constexpr std::uint64_t kSeed = 20'251'201;
constexpr double kBases[] = {100,    256,    1000,   10000,  20000,  25000,  40000,  50000,
                             75000,  80000,  100000, 150000, 160000, 200000, 250000, 300000,
                             320000, 500000, 600000, 640000, 800000, 1e6,    1.5e6,  2e6,
                             3e6,    4e6,    5e6,    8e6,    1e7,    2.5e7,  5e7,    1e8};

/// The arguments and generators of cuda/arguments.cuh.
inline std::uint64_t random_bits(std::uint64_t seed, std::uint64_t counter) {
  std::uint64_t z = (seed << 40) + (counter + 1) * 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}
inline double uniform(std::uint64_t seed, std::uint64_t counter, double low, double high) {
  return std::fma(static_cast<double>(random_bits(seed, counter) >> 11) * 0x1p-53, high - low, low);
}

template <class T>
struct Two {
  T x = 0, y = 0;
};

/// Arguments by index, from `first` on.
template <class T>
struct Set {
  std::string label;
  std::uint64_t count = 0;
  std::function<Two<T>(std::uint64_t)> argument;
  std::uint64_t first = 0;
};

struct Slice {
  std::string label;
  bool subnormal = true;
  std::vector<std::size_t> sets;
};

template <class T>
struct Plan {
  Kind kind;
  const char* method;
  std::vector<Set<T>> sets;
  std::vector<Slice> slices;
};

inline std::uint32_t bits_of(float x) { return std::bit_cast<std::uint32_t>(x); }

/// Sizes |x| with both ends.
struct Interval {
  std::string label;
  float low = 0, high = 0;
};

inline std::vector<Interval> intervals(Kind kind) {
  const float least = std::numeric_limits<float>::denorm_min();
  const float most = std::numeric_limits<float>::max();
  if (kind == kSin || kind == kCos)
    return {{"|x| <= pi", 0, 0x1.921fb4p+1F},
            {"|x| <= 105615", 0, 105615},
            {"|x| <= 2^20", 0, 0x1p20F}};
  if (kind == kExp || kind == kExp2) return {{"|x| <= 1", 0, 1}, {"|x| <= 25", 0, 25}};
  return {{"x < 0.5", least, std::nextafter(0.5F, 0.0F)},
          {"0.5 <= x <= 2", 0.5F, 2},
          {"x > 2", std::nextafter(2.0F, 3.0F), most}};
}

/// Every finite float32 whose size is in `domain`; of logarithms, every positive one.
inline Plan<float> every_float(Kind kind, const Interval& domain) {
  const bool positive = kind == kLog || kind == kLog2;
  const std::uint32_t least = std::max(bits_of(domain.low), positive ? 1U : 0U);
  std::vector<std::uint32_t> cuts{least, bits_of(domain.high) + 1};
  for (const auto& i : intervals(kind))
    cuts.insert(cuts.end(), {bits_of(i.low), bits_of(i.high) + 1});
  for (auto& cut : cuts) cut = std::clamp(cut, least, bits_of(domain.high) + 1);
  std::sort(cuts.begin(), cuts.end());
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  Plan<float> plan{
      kind, "exhaustive", {}, {{domain.label, true, {}}, {"normal results", false, {}}}};
  for (const auto& i : intervals(kind))
    plan.slices.push_back({i.label + ", normal results", false, {}});
  for (const std::uint32_t sign : {0U, 0x80000000U})
    for (std::size_t k = 0; k + 1 < cuts.size() && (sign == 0 || !positive); ++k) {
      const std::size_t set = plan.sets.size();
      plan.sets.push_back(
          {"", cuts[k + 1] - cuts[k],
           [](std::uint64_t bits) {
             return Two<float>{std::bit_cast<float>(static_cast<std::uint32_t>(bits)), 0};
           },
           cuts[k] | sign});
      plan.slices[0].sets.push_back(set), plan.slices[1].sets.push_back(set);
      for (std::size_t s = 0; s + 2 < plan.slices.size(); ++s) {
        const Interval i = intervals(kind)[s];
        if (cuts[k] >= bits_of(i.low) && cuts[k] <= bits_of(i.high))
          plan.slices[s + 2].sets.push_back(set);
      }
    }
  return plan;
}

template <class T>
Set<T> listed(std::string label, std::vector<Two<T>> values) {
  const std::size_t count = values.size();
  return {std::move(label), count,
          [values = std::move(values)](std::uint64_t k) { return values[k]; }};
}

/// Visits (2i, d) for every even d ≤ 1024 and i < d/2.
template <class Visitor>
void each_pair(const Visitor& visit) {
  for (int d = 2; d <= 1024; d += 2)
    for (int i = 0; i < d / 2; ++i) visit(2 * i, d);
}

/// (base, ±2i/d) with the quotient rounded to T.
template <class T>
Set<T> rotary_powers() {
  std::vector<Two<T>> values;
  for (const double base : kBases)
    each_pair([&](int n, int d) {
      const T exponent = static_cast<T>(n) / static_cast<T>(d);
      values.push_back({static_cast<T>(base), exponent}),
          values.push_back({static_cast<T>(base), -exponent});
    });
  return listed("rotary: base^(+-2i/d)", std::move(values));
}

/// (base^(−2/d), i) with the power rounded to float32.
inline Set<float> rotary_ratios() {
  std::vector<Two<float>> values;
  for (const double base : kBases)
    each_pair([&](int n, int d) {
      values.push_back({static_cast<float>(std::pow(base, -2.0 / d)), static_cast<float>(n / 2)});
    });
  return listed("rotary: (base^(-2/d))^i", std::move(values));
}

/// −(2i/d)·log(base), for the logarithm to base 2 or e.
inline Set<double> rotary_exponents(Kind kind) {
  std::vector<Two<double>> values;
  for (const double base : kBases)
    each_pair([&](int n, int d) {
      values.push_back({-n * (kind == kExp ? std::log(base) : std::log2(base)) / d, 0});
    });
  return listed(kind == kExp ? "rotary: -(2i/d)*ln(base)" : "rotary: -(2i/d)*log2(base)",
                std::move(values));
}

constexpr std::uint64_t kRandom = 1 << 25, kRandomPairs = 100'000'000;

/// Bases with log-uniform sizes in [1, 10⁸], exponents uniform in [−1, 1].
template <class T>
Set<T> random_powers(std::uint64_t count) {
  return {"random: 1 <= x <= 1e8, |y| <= 1", count, [](std::uint64_t k) {
            return Two<T>{static_cast<T>(std::exp2(uniform(kSeed, 2 * k, 0, 0x1.a934f0979a371p+4))),
                          static_cast<T>(uniform(kSeed, 2 * k + 1, -1, 1))};
          }};
}
inline Set<double> random_uniform(std::string label, std::uint64_t seed, double low, double high) {
  return {"random: " + label, kRandom, [=](std::uint64_t k) {
            return Two<double>{uniform(seed, k, low, high), 0};
          }};
}
/// Sizes in [2^low, 2^high) whose logarithms are uniform.
inline Set<double> random_sizes(std::string label, std::uint64_t seed, int low, int high) {
  return {
      "random: " + label, kRandom, [=](std::uint64_t k) {
        const std::uint64_t bits = random_bits(seed, k);
        const auto e =
            static_cast<int>((bits & 0xfff) * static_cast<std::uint64_t>(high - low) >> 12);
        return Two<double>{std::ldexp(1 + static_cast<double>(bits >> 12) * 0x1p-52, low + e), 0};
      }};
}
/// Angles p·base^(−2i/128), rounded to float64, for random p < 2²⁰, i < 64 and one of 8 bases.
inline Set<double> rotary_angles() {
  std::vector<double> frequencies;
  for (const double base : {10000.0, 100000.0, 160000.0, 500000.0, 1e6, 5e6, 8e6, 1e7})
    for (int i = 0; i < 64; ++i) frequencies.push_back(std::pow(base, -2.0 * i / 128));
  return {
      "rotary: p*base^(-2i/128), random p < 2^20", kRandom, [=](std::uint64_t k) {
        const std::uint64_t bits = random_bits(kSeed + 3, k);
        return Two<double>{static_cast<double>(bits & 0xfffff) * frequencies[bits >> 20 & 511], 0};
      }};
}

template <class T>
Plan<T> search(Kind kind, std::vector<Set<T>> sets) {
  Plan<T> plan{kind, "search", std::move(sets), {}};
  for (std::size_t k = 0; k < plan.sets.size(); ++k)
    plan.slices.push_back({plan.sets[k].label, true, {k}});
  return plan;
}

/// The plan of a function of T; `domain` limits exhaustive ones.
template <class T>
Plan<T> plan_of(Kind kind, const Interval& domain);

template <>
inline Plan<float> plan_of(Kind kind, const Interval& domain) {
  if (kind != kPow) return every_float(kind, domain);
  return search<float>(
      kind, {rotary_powers<float>(), rotary_ratios(), random_powers<float>(kRandomPairs)});
}

template <>
inline Plan<double> plan_of(Kind kind, const Interval&) {
  constexpr double kPi = 0x1.921fb54442d18p+1;
  if (kind == kSin || kind == kCos)
    return search<double>(kind, {rotary_angles(), random_uniform("|x| <= pi", kSeed, -kPi, kPi),
                                 random_sizes("2^-30 <= x < 2^20", kSeed + 1, -30, 20),
                                 random_sizes("2^20 <= x < 2^30", kSeed + 2, 20, 30)});
  if (kind == kExp)
    return search<double>(kind,
                          {rotary_exponents(kind), random_uniform("|x| <= 20", kSeed, -20, 20),
                           random_uniform("-600 <= x < 700", kSeed + 1, -600, 700)});
  if (kind == kExp2)
    return search<double>(kind,
                          {rotary_exponents(kind), random_uniform("|x| <= 20", kSeed, -20, 20),
                           random_uniform("-900 <= x < 1020", kSeed + 1, -900, 1020)});
  if (kind == kPow)
    return search<double>(kind, {rotary_powers<double>(), random_powers<double>(kRandom)});
  return search<double>(kind, {random_uniform("0.5 <= x < 2", kSeed, 0.5, 2),
                               random_sizes("1 <= x < 2^30", kSeed + 1, 0, 30),
                               random_sizes("2^-1000 <= x < 2^1000", kSeed + 2, -1000, 1000)});
}
