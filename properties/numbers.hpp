#pragma once

#include <cstdint>
#include <ostream>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sextant/number/number.hpp"
#include "sextant/number/text.hpp"

namespace sextant {

/// How counterexamples are shown.
inline std::ostream& operator<<(std::ostream& out, const Format& f) { return out << f.name(); }
inline std::ostream& operator<<(std::ostream& out, const Number& n) { return out << hex_text(n); }

/// What properties are tried on.  Draws do not depend on RapidCheck's size, which would keep the
/// first cases small: a position of 60 bits is as likely as one of 6.
namespace draw {

template <class T>
rc::Gen<T> full(rc::Gen<T> gen) {
  return rc::gen::resize(rc::kNominalSize, std::move(gen));
}

/// The number of `bits` bits whose leading bit is followed by those of `raw`.
inline std::uint64_t of_width(int bits, std::uint64_t raw) {
  if (bits == 0) return 0;
  const std::uint64_t top = std::uint64_t{1} << (bits - 1);
  return top | (raw & (top - 1));
}

/// Integers of k bits, k uniform in 0 … bits: log-uniform.  Shrinks towards 0.
inline rc::Gen<std::uint64_t> log_uniform(int bits) {
  return full(
      rc::gen::apply(of_width, rc::gen::inRange(0, bits + 1), rc::gen::arbitrary<std::uint64_t>()));
}

/// A rational a/b, both log-uniform, a of 0 … `bits` bits.
inline rc::Gen<Rational> rationals(int bits = 20) {
  return rc::gen::apply(
      [](std::uint64_t a, std::uint64_t b, bool negative) {
        const Rational size{Integer(a), Integer(b + 1)};
        return negative ? Rational(-size) : size;
      },
      log_uniform(bits), log_uniform(bits), rc::gen::arbitrary<bool>());
}

/// `usual` one time in two, otherwise what `gen` draws.
template <class T>
rc::Gen<T> mostly(T usual, rc::Gen<T> gen) {
  return rc::gen::oneOf(rc::gen::just(std::move(usual)), std::move(gen));
}

inline const std::vector<Format>& hardware_formats() {
  static const std::vector<Format> all = {kFloat16, kBfloat16, kFloat32, kFloat64};
  return all;
}

/// A bit pattern of a format.
struct Pattern {
  Format format;
  Bits bits = 0;

  Number number() const { return decode(format, bits); }
};
inline std::ostream& operator<<(std::ostream& out, const Pattern& p) {
  return out << p.format << ' ' << bits_text(p.format, p.bits) << " = " << hex_text(p.number());
}

/// Finite patterns: one half uniform bits, so that exponents are uniform; the others subnormal, or
/// a step or none from a power of two, the least and the largest number among them.
inline rc::Gen<Pattern> patterns(const Format& format) {
  const auto bits = [](std::uint64_t high, std::uint64_t low) { return (Bits{high} << 64) | low; };
  const auto any = full(rc::gen::apply(bits, rc::gen::arbitrary<std::uint64_t>(),
                                       rc::gen::arbitrary<std::uint64_t>()));
  return rc::gen::apply(
      [format](Bits raw, int kind, bool negative) {
        const Bits fraction = (Bits{1} << (format.precision - 1)) - 1;
        const Bits top = ((Bits{1} << (format.storage_bits - 1)) - 1) & ~fraction;
        Bits size = raw % top;
        if (kind == 1) size = raw & fraction;
        if (kind == 2) size = (size & ~fraction) + static_cast<Bits>((raw >> 64) % 3) - 1;
        if (size >= top) size = size == top ? top - 1 : 0;
        return Pattern{format, negative ? size | (top + fraction + 1) : size};
      },
      any, full(rc::gen::weightedElement<int>({{3, 0}, {1, 1}, {2, 2}})),
      rc::gen::arbitrary<bool>());
}

}  // namespace draw
}  // namespace sextant
