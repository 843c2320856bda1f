#pragma once

#include <algorithm>

#include "draw/gen.hpp"
#include "draw/places.hpp"
#include "recipe/subject/subject.hpp"

namespace sextant::draw {

/// Encodings with every law, layout and odd convention, bases and shifts that no format holds, and
/// sometimes an origin, a scale, or an amplitude.  They are narrow, so that many places can be
/// tried.
inline draw::Gen<Sinusoidal> programs() {
  return draw::exec([] {
    Sinusoidal e;
    e.dim = *full(
        draw::weighted_one_of<int>({{12, draw::in_range(1, 41)}, {1, draw::in_range(41, 257)}}));
    if (e.dim % 2 != 0) {
      e.odd = *draw::element(Odd::zero_column, Odd::drop_last, Odd::round_up);
    }
    e.base = *full(draw::one_of(bases(), draw::element(Rational(7, 3), Rational(10000))));
    e.layout = *draw::element(Layout::interleaved, Layout::halves);
    e.order = *draw::element(Order::sin_cos, Order::cos_sin);
    if (e.dim >= 4 && *full(draw::in_range(0, 3)) == 0) e.law = Law::half_minus_shift;
    const Rational widest(e.dim / 2 - 1);
    e.shift =
        std::min(*full(draw::element_of(std::vector<Rational>{1, 0, -1, Rational(1, 3)})), widest);
    const auto sometimes = [](Rational usual, int bits) {
      return *full(draw::weighted_one_of<Rational>(
          {{4, draw::just(std::move(usual))}, {1, rationals(bits)}}));
    };
    e.origin = sometimes(0, 20);
    e.scale = sometimes(1, 20);
    e.amplitude = sometimes(1, 8);
    return e;
  });
}

/// Parameters at the limits of formats: next to 1, beyond the ranges of float32 and float16,
/// subnormal.
inline draw::Gen<Sinusoidal> corners() {
  return draw::exec([] {
    const auto one_of = [](std::vector<std::string_view> texts) {
      return parse_rational(*full(draw::element_of(std::move(texts))));
    };
    Sinusoidal e;
    e.dim = 2 * *full(draw::in_range(2, 12));
    if (*full(draw::in_range(0, 2)) == 0) {
      e.law = Law::half_minus_shift;
      e.shift = Rational(e.dim / 2) - one_of({"1", "0.1", "1/3", "0.01", "7"});
    }
    e.base =
        one_of({"10000", "1.0001", "1.000000000000001", "0x1.000001p0", "1.0000000000000000001",
                "0.9999999999999999999", "1e30", "1e-30", "1e60", "1e-60", "1/3", "1", "7/3",
                "1e300", "340000000000000000000000000000000000000", "1e400"});
    if (e.base > 1000000 || e.base < Rational(1, 1000000)) e.law = Law::d;
    e.origin = one_of({"0", "0", "0", "2^63", "-2^63", "1/3", "-1/3000000000000000001", "1e-40",
                       "3298534883329/3", "1e39"});
    e.scale = one_of({"1", "1", "1", "0", "-1", "1e-30", "1e-40", "1e-46", "1e20", "1e40", "1/3"});
    e.amplitude =
        one_of({"1", "1", "1", "0", "-1", "1e-6", "1e-42", "70000", "65519", "65520", "1e39", "3"});
    return e;
  });
}

}  // namespace sextant::draw
