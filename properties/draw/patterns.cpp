#include "draw/patterns.hpp"

#include "sextant/number/text.hpp"

namespace sextant::draw {

const std::vector<Format>& hardware_formats() {
  static const std::vector<Format> all = {kFloat16, kBfloat16, kFloat32, kFloat64};
  return all;
}

std::ostream& operator<<(std::ostream& out, const Pattern& p) {
  return out << p.format << ' ' << bits_text(p.format, p.bits) << " = " << hex_text(p.number());
}

Gen<Pattern> patterns(const Format& format) {
  const auto bits = [](std::uint64_t high, std::uint64_t low) { return (Bits{high} << 64) | low; };
  const auto any = full(apply(bits, arbitrary<std::uint64_t>(), arbitrary<std::uint64_t>()));
  return apply(
      [format](Bits raw, int kind, bool negative) {
        const Bits fraction = (Bits{1} << (format.precision - 1)) - 1;
        const Bits top = ((Bits{1} << (format.storage_bits - 1)) - 1) & ~fraction;
        Bits size = raw % top;
        if (kind == 1) size = raw & fraction;
        if (kind == 2) size = (size & ~fraction) + static_cast<Bits>((raw >> 64) % 3) - 1;
        if (size >= top) size = size == top ? top - 1 : 0;
        return Pattern{format, negative ? size | (top + fraction + 1) : size};
      },
      any, full(weighted_element<int>({{3, 0}, {1, 1}, {2, 2}})), arbitrary<bool>());
}

}  // namespace sextant::draw
