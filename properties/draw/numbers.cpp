#include "draw/numbers.hpp"

#include "sextant/number/text.hpp"

namespace sextant {

std::ostream& operator<<(std::ostream& out, const Format& f) { return out << f.name(); }
std::ostream& operator<<(std::ostream& out, const Number& n) { return out << hex_text(n); }

namespace draw {

std::uint64_t of_width(int bits, std::uint64_t raw) {
  if (bits == 0) return 0;
  const std::uint64_t top = std::uint64_t{1} << (bits - 1);
  return top | (raw & (top - 1));
}

Gen<std::uint64_t> log_uniform(int bits) {
  return full(apply(of_width, in_range(0, bits + 1), arbitrary<std::uint64_t>()));
}

Gen<Rational> rationals(int bits) {
  return apply(
      [](std::uint64_t a, std::uint64_t b, bool negative) {
        const Rational size{Integer(a), Integer(b + 1)};
        return negative ? Rational(-size) : size;
      },
      log_uniform(bits), log_uniform(bits), arbitrary<bool>());
}

}  // namespace draw
}  // namespace sextant
