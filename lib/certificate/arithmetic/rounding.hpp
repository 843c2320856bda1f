#pragma once

#include <optional>
#include <string_view>

#include <arf.h>

#include "certificate/arithmetic/number.hpp"

namespace sextant::certificate {

/// A number format of `precision` significant bits.  Its least normal number is 2^least; its
/// largest numbers are below 2^(most + 1).
struct Format {
  int precision = 0;
  int least = 0;
  int most = 0;
};

/// float16, bfloat16, float32, float64 or binary128; nullopt for other names.
std::optional<Format> format_of(std::string_view name);

/// A number that a format holds; frees itself.
class Dyadic {
 public:
  Dyadic() { arf_init(x_); }
  Dyadic(const Dyadic& other) : Dyadic() { arf_set(x_, other.x_); }
  Dyadic(Dyadic&& other) noexcept : Dyadic() { arf_swap(x_, other.x_); }
  Dyadic& operator=(Dyadic other) noexcept {
    arf_swap(x_, other.x_);
    return *this;
  }
  ~Dyadic() { arf_clear(x_); }

  arf_struct* get() { return x_; }
  const arf_struct* get() const { return x_; }

  friend bool operator==(const Dyadic& a, const Dyadic& b) { return arf_equal(a.x_, b.x_) != 0; }

 private:
  arf_t x_;
};

/// To nearest, ties to even; −0 becomes 0. |x| must be below 2^most, so nothing overflows.
Dyadic rounded(const Dyadic& x, const Format& format);

/// The number to which every x of the ball rounds; nullopt if there is no such number.
std::optional<Dyadic> rounded(const Real& x, const Format& format);

/// The exponent of the largest difference of two numbers within ±size that round to the same
/// number.                                                    reports/derivations/checking.md, (13)
slong widest_gap(const Real& size, const Format& format);

}  // namespace sextant::certificate
