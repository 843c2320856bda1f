#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include <mpfr.h>

#include "arguments.h"
#include "libraries.h"

// True values, and the errors of results.

struct Number {
  double hi = 0, lo = 0;
};

/// True values with 120 bits.
class Mpfr {
 public:
  Mpfr() { mpfr_inits2(53, x_, y_, nullptr), mpfr_init2(z_, 120); }
  Mpfr(const Mpfr&) = delete;
  Mpfr& operator=(const Mpfr&) = delete;
  ~Mpfr() { mpfr_clears(x_, y_, z_, nullptr), mpfr_free_cache(); }

  Number operator()(Kind kind, double x, double y) {
    using Function = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
    static constexpr Function kUnary[] = {mpfr_sin,  mpfr_cos, mpfr_exp,
                                          mpfr_exp2, mpfr_log, mpfr_log2};
    mpfr_set_d(x_, x, MPFR_RNDN), mpfr_set_d(y_, y, MPFR_RNDN);
    kind == kPow ? mpfr_pow(z_, x_, y_, MPFR_RNDN) : kUnary[kind](z_, x_, MPFR_RNDN);
    const double hi = mpfr_get_d(z_, MPFR_RNDN);
    mpfr_sub_d(z_, z_, hi, MPFR_RNDN);
    return {hi, std::isinf(hi) ? 0 : mpfr_get_d(z_, MPFR_RNDN)};
  }

 private:
  mpfr_t x_, y_, z_;
};

template <class W>
Number reference(Kind kind, W x, W y) {
  const auto split = [](W t) {
    return Number{static_cast<double>(t), static_cast<double>(t - static_cast<double>(t))};
  };
  switch (kind) {
    case kSin:
      return split(std::sin(x));
    case kCos:
      return split(std::cos(x));
    case kExp:
      return split(std::exp(x));
    case kExp2:
      return split(std::exp2(x));
    case kLog:
      return split(std::log(x));
    case kLog2:
      return split(std::log2(x));
    default:
      return split(std::pow(x, y));
  }
}

template <class T>
constexpr bool kDouble = std::is_same_v<T, double>;
/// Errors of references are smaller, in ulp of T.
template <class T>
constexpr double kRadius = kDouble<T> ? 0x1p-9 : 0x1p-28;

/// 1/ulp at x.  Float64 results below 2⁻⁹⁶⁹ do not occur.
template <class T>
double inverse_ulp(double x) {
  constexpr int kPrecision = kDouble<T> ? 53 : 24, kLeast = kDouble<T> ? -969 : -126;
  const int e = static_cast<int>(std::bit_cast<std::uint64_t>(x) >> 52 & 0x7ff) - 1023;
  return std::bit_cast<double>(static_cast<std::uint64_t>(1022 + kPrecision - std::max(e, kLeast))
                               << 52);
}

/// An argument and its result; `size` is the error that it is the largest of.
struct Worst {
  double size = -1, x = 0, y = 0, value = 0;
};

struct Errors {
  std::uint64_t count = 0, incorrect = 0, undecided = 0, overflows = 0, overflows_missed = 0,
                not_finite = 0, flushed = 0, beyond = 0;
  Worst ulps, absolute, not_finite_at;

  void merge(const Errors& e) {
    count += e.count, incorrect += e.incorrect, undecided += e.undecided, overflows += e.overflows;
    overflows_missed += e.overflows_missed, not_finite += e.not_finite, flushed += e.flushed;
    beyond += e.beyond;
    for (const auto member : {&Errors::ulps, &Errors::absolute, &Errors::not_finite_at})
      if ((e.*member).size > (this->*member).size) this->*member = e.*member;
  }
};

/// Results that should be normal, and those that should be subnormal or 0.
struct Pair {
  Errors normal, subnormal;
};

constexpr std::size_t kBlock = 1 << 14;

/// Arguments with consecutive indices of one set, and their true values.
template <class T>
struct Block {
  Kind kind;
  std::size_t set = 0, count = 0;
  std::uint64_t first = 0;
  std::vector<T> x = std::vector<T>(kBlock + 16), y = x, result = x, want = x;
  std::vector<std::vector<T>> piped;
  std::vector<double> scale = std::vector<double>(kBlock);
  std::vector<Number> truth = std::vector<Number>(kBlock);
  std::vector<char> refined = std::vector<char>(kBlock), undecided = refined;
  Mpfr mpfr;
  std::uint64_t checked = 0;
  double off = 0;  ///< the largest error of `checked` references, in ulp of T

  bool near_midpoint(std::size_t k, double radius) const {
    const double ulps = std::fabs(kDouble<T> ? truth[k].lo : truth[k].hi) * scale[k];
    return std::fabs(ulps - std::floor(ulps) - 0.5) <= radius;
  }
  void refine(std::size_t k) {
    if (refined[k]) return;
    truth[k] = mpfr(kind, x[k], y[k]), refined[k] = 1;
  }
  /// Computes the block's arguments and their true values.
  void read(const Set<T>& arguments) {
    for (std::size_t k = 0; k < (count + 15) / 16 * 16; ++k) {
      const Two<T> a = arguments.argument(arguments.first + first + std::min(k, count - 1));
      x[k] = a.x, y[k] = a.y;
    }
    using Wide = std::conditional_t<kDouble<T>, long double, double>;
    for (std::size_t k = 0; k < count; ++k) {
      const Number rough = truth[k] = reference<Wide>(kind, x[k], y[k]);
      scale[k] = inverse_ulp<T>(rough.hi);
      refined[k] = 0, undecided[k] = near_midpoint(k, kRadius<T>);
      const bool sample = (first + k) % 16381 == 0 && std::isfinite(static_cast<T>(rough.hi));
      if (sample || (kDouble<T> && undecided[k])) refine(k);
      if (kDouble<T>) undecided[k] = undecided[k] && near_midpoint(k, 0x1p-40);
      want[k] = static_cast<T>(truth[k].hi);
      if (!sample) continue;
      ++checked;
      off = std::max(off, std::fabs(rough.hi - truth[k].hi + (rough.lo - truth[k].lo)) * scale[k]);
    }
  }

  /// Adds the errors of results for these arguments.
  void score(const Subject<T>& subject, const T* results, Pair& pair) {
    for (std::size_t k = 0; k < count; ++k) {
      const T value = results[k];
      const bool normal = std::fabs(want[k]) >= std::numeric_limits<T>::min();
      Errors& e = normal ? pair.normal : pair.subnormal;
      const Worst place{0, x[k], y[k], value};
      const auto raise = [&](Worst& worst, double size) {
        if (size > worst.size) worst = place, worst.size = size;
      };
      ++e.count;
      if (std::isinf(want[k])) {
        ++e.overflows, e.overflows_missed += std::isfinite(value);
        continue;
      }
      if (!std::isfinite(value)) {
        ++e.not_finite, e.beyond += subject.documented > 0, raise(e.not_finite_at, 1);
        continue;
      }
      const auto error = [&] { return std::fabs(value - truth[k].hi - truth[k].lo); };
      double absolute = error();
      if (kDouble<T> && (absolute * scale[k] + kRadius < T >> e.ulps.size ||
                         absolute + kRadius<T> / scale[k] > e.absolute.size))
        refine(k), absolute = error();
      const double ulps = absolute * scale[k];
      raise(e.ulps, ulps), raise(e.absolute, absolute);
      e.incorrect += value != want[k] && !undecided[k], e.undecided += undecided[k];
      e.flushed += !normal && want[k] != 0 && value == 0;
      e.beyond += subject.documented > 0 && ulps > subject.documented;
    }
  }
};
