#include "draw/all_patterns.hpp"

#include <cstdlib>

namespace sextant::draw {

Fields fields(const Pattern& p) {
  const int bits = p.format.precision - 1;
  const Bits size = p.bits & ((Bits{1} << (p.format.storage_bits - 1)) - 1);
  return {size & ((Bits{1} << bits) - 1), size >> bits, size != p.bits};
}

Pattern pattern(const Format& format, const Fields& f) {
  const Bits sign = f.negative ? Bits{1} << (format.storage_bits - 1) : Bits{0};
  return {format, sign | (f.exponent << (format.precision - 1)) | f.fraction};
}

Bits last_exponent(const Format& f) { return (Bits{1} << (f.storage_bits - f.precision)) - 1; }

Kind kind_of(const Pattern& p) {
  const Fields f = fields(p);
  const Bits all = (Bits{1} << (p.format.precision - 1)) - 1;
  const Bits last = last_exponent(p.format);
  if (f.exponent == last) return f.fraction == 0 ? Kind::infinite : Kind::nan;
  if (f.exponent == 0) return f.fraction == 0 ? Kind::zero : Kind::subnormal;
  if (f.fraction == all) return f.exponent == last - 1 ? Kind::largest : Kind::boundary;
  return f.fraction == 0 ? Kind::boundary : Kind::normal;
}

std::array<int, 3> intricacy(const Pattern& p) {
  const Fields f = fields(p);
  int length = 0;
  for (Bits rest = f.fraction; rest != 0; rest &= rest - 1) ++length;
  const auto bias = static_cast<int>(p.format.emax);
  return {length, std::abs(static_cast<int>(f.exponent) - bias), f.negative ? 1 : 0};
}

std::vector<Pattern> simpler(const Pattern& p) {
  std::vector<Pattern> found;
  const Fields f = fields(p);
  const Bits last = last_exponent(p.format);
  const auto add = [&](Fields other) {
    const bool special = f.exponent == last;
    if (special && (other.exponent != last || (f.fraction != 0) != (other.fraction != 0))) return;
    found.push_back(pattern(p.format, other));
  };
  const auto bias = static_cast<Bits>(p.format.emax);
  if (f.fraction != 0) {
    add({0, f.exponent, f.negative});
    add({f.fraction & (f.fraction - 1), f.exponent, f.negative});  // without its last bit
  }
  if (f.exponent != bias && f.exponent != 0 && f.exponent != last) {
    add({f.fraction, bias, f.negative});
    const Bits apart = f.exponent > bias ? f.exponent - bias : bias - f.exponent;
    add({f.fraction, f.exponent > bias ? bias + apart / 2 : bias - apart / 2, f.negative});
  }
  if (f.negative) add({f.fraction, f.exponent, false});
  return found;
}

Gen<Pattern> all_patterns(const Format& format) {
  const auto of_kind = [format](std::uint64_t high, std::uint64_t low, int kind, bool negative) {
    const Bits raw = (Bits{high} << 64) | low;
    const Bits all = (Bits{1} << (format.precision - 1)) - 1;
    const Bits last = last_exponent(format);
    Fields f{raw & all, (raw >> 64) % last, negative};
    if (kind == 1) f = {0, 0, negative};
    if (kind == 2) f.exponent = 0;
    if (kind == 3) f.fraction = low % 2 == 0 ? 0 : all;
    if (kind == 4) f = {all, last - 1, negative};
    if (kind == 5) f = {0, last, negative};
    if (kind == 6) f = {f.fraction == 0 ? Bits{1} : f.fraction, last, negative};
    return pattern(format, f);
  };
  const auto drawn = no_shrink(
      full(apply(of_kind, arbitrary<std::uint64_t>(), arbitrary<std::uint64_t>(),
                 weighted_element<int>({{8, 0}, {1, 1}, {2, 2}, {2, 3}, {1, 4}, {1, 5}, {1, 6}}),
                 arbitrary<bool>())));
  return shrink(drawn, [](const Pattern& p) { return simpler(p); });
}

}  // namespace sextant::draw
