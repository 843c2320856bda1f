#include "certificate/search/patterns.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <mutex>
#include <string>
#include <thread>

#include "certificate/arithmetic/error.hpp"

namespace sextant::certificate {
namespace {

constexpr slong kFewBits = 64;
constexpr slong kMostBits = 8192;
constexpr std::uint64_t kPiece = 1024;

/// ω_i/π of every pair.
std::vector<Real> half_turns(const Fraction& base, int dim, slong precision) {
  std::vector<Real> result;
  Real pi;
  arb_const_pi(pi.get(), precision);
  for (int i = 0; i < dim / 2; ++i) {
    const Fraction exponent(Integer(-2 * i), Integer(dim));
    Real x(base, precision);
    arb_pow_fmpq(x.get(), x.get(), exponent.get(), precision);
    arb_div(x.get(), x.get(), pi.get(), precision);
    result.push_back(std::move(x));
  }
  return result;
}

/// The frequencies in some precision, and in a higher one if that does not decide.
class Circle {
 public:
  Circle(const Fraction& base, int dim, const Format& format)
      : base_(&base), dim_(dim), format_(format), few_(half_turns(base, dim, 4 * kFewBits)) {}

  void row(std::uint64_t position, Pattern* out) const {
    Real x, s, c;
    for (std::size_t pair = 0; pair < few_.size(); ++pair) {
      arb_mul_ui(x.get(), few_[pair].get(), position, 4 * kFewBits);
      arb_sin_cos_pi(s.get(), c.get(), x.get(), kFewBits);
      const auto sine = pattern_of(s, format_), cosine = pattern_of(c, format_);
      out[2 * pair] = sine ? *sine : slowly(position, pair, false);
      out[2 * pair + 1] = cosine ? *cosine : slowly(position, pair, true);
    }
  }

 private:
  Pattern slowly(std::uint64_t position, std::size_t pair, bool cosine) const {
    for (slong precision = 8 * kFewBits; precision <= kMostBits; precision *= 2) {
      Real x;
      arb_mul_ui(x.get(), half_turns(*base_, dim_, precision)[pair].get(), position, precision);
      (cosine ? arb_cos_pi : arb_sin_pi)(x.get(), x.get(), precision);
      if (const auto found = pattern_of(x, format_)) return *found;
    }
    throw Refused("position " + std::to_string(position) + ", pair " + std::to_string(pair) +
                  ": 8192 bits do not tell how it rounds");
  }

  const Fraction* base_;
  int dim_;
  Format format_;
  std::vector<Real> few_;
};

}  // namespace

Pattern pattern_of(double x, const Format& format) {
  if (x == 0) return 0;
  int size = 0;  // 2^(size − 1) ≤ |x| < 2^size
  std::frexp(x, &size);
  const int unit = std::max(size - 1, format.least) - format.precision + 1;
  const auto whole = static_cast<int>(std::nearbyint(std::ldexp(std::abs(x), -unit)));
  if (whole == 0) return 0;
  // A carry out of the significand increments the exponent.
  const int exponent = unit + format.precision - format.least;
  const int bits = (exponent << (format.precision - 1)) + whole - (1 << (format.precision - 1));
  return static_cast<Pattern>(bits | (x < 0 ? 0x8000 : 0));
}

std::optional<Pattern> pattern_of(const Real& x, const Format& format) {
  // |mid| 2⁻⁵⁰ covers the rounding of the midpoint and of both ends.
  const double mid = arf_get_d(arb_midref(x.get()), ARF_RND_NEAR);
  const double radius = mag_get_d(arb_radref(x.get())) + std::abs(mid) * 0x1p-50;
  if (const Pattern low = pattern_of(mid - radius, format);
      low != 0 && low == pattern_of(mid + radius, format))
    return low;
  const auto number = rounded(x, format);
  if (!number) return std::nullopt;
  return pattern_of(arf_get_d(number->get(), ARF_RND_NEAR), format);
}

double value_of(Pattern pattern, const Format& format) {
  const int stored = (pattern & 0x7fff) >> (format.precision - 1);
  const int fraction = pattern & ((1 << (format.precision - 1)) - 1);
  const int hidden = stored == 0 ? 0 : 1 << (format.precision - 1);
  const int unit = std::max(stored, 1) + format.least - format.precision;
  const double size = std::ldexp(hidden + fraction, unit);
  return (pattern & 0x8000) != 0 ? -size : size;
}

std::vector<Pattern> patterns(const Fraction& base, int dim, std::uint64_t rows,
                              const Format& format) {
  const auto width = static_cast<std::size_t>(dim);
  std::vector<Pattern> table(rows * width);
  const Circle circle(base, dim, format);
  std::atomic<std::uint64_t> next = 0;
  std::exception_ptr failed;
  std::mutex lock;
  const auto work = [&] {
    try {
      for (std::uint64_t at = next.fetch_add(kPiece); at < rows; at = next.fetch_add(kPiece)) {
        for (std::uint64_t row = at; row < std::min(at + kPiece, rows); ++row)
          circle.row(row, table.data() + row * width);
      }
    } catch (...) {
      const std::scoped_lock one(lock);
      failed = std::current_exception();
    }
  };
  std::vector<std::thread> others;
  for (unsigned k = 1; k < std::max(1U, std::thread::hardware_concurrency()); ++k)
    others.emplace_back(work);
  work();
  for (std::thread& other : others) other.join();
  if (failed) std::rethrow_exception(failed);
  return table;
}

}  // namespace sextant::certificate
