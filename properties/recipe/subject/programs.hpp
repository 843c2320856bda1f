#pragma once

#include <algorithm>

#include "draw/places.hpp"
#include "recipe/subject/subject.hpp"

namespace sextant::draw {

/// Encodings as programs meet them: every law, layout and odd convention, bases and shifts that no
/// format holds, and now and then an origin, a scale, an amplitude.  Narrow, so that the cost lies
/// in places.
inline rc::Gen<Sinusoidal> programs() {
  return rc::gen::exec([] {
    Sinusoidal e;
    e.dim = *full(rc::gen::weightedOneOf<int>(
        {{12, rc::gen::inRange(1, 41)}, {1, rc::gen::inRange(41, 257)}}));
    if (e.dim % 2 != 0) {
      e.odd = *rc::gen::element(Odd::zero_column, Odd::drop_last, Odd::round_up);
    }
    e.base = *full(rc::gen::oneOf(bases(), rc::gen::element(Rational(7, 3), Rational(10000))));
    e.layout = *rc::gen::element(Layout::interleaved, Layout::halves);
    e.order = *rc::gen::element(Order::sin_cos, Order::cos_sin);
    if (e.dim >= 4 && *full(rc::gen::inRange(0, 3)) == 0) e.law = Law::half_minus_shift;
    const Rational widest(e.dim / 2 - 1);
    e.shift = std::min(*full(rc::gen::elementOf(std::vector<Rational>{1, 0, -1, Rational(1, 3)})),
                       widest);
    const auto sometimes = [](Rational usual, int bits) {
      return *full(rc::gen::weightedOneOf<Rational>(
          {{4, rc::gen::just(std::move(usual))}, {1, rationals(bits)}}));
    };
    e.origin = sometimes(0, 20);
    e.scale = sometimes(1, 20);
    e.amplitude = sometimes(1, 8);
    return e;
  });
}

/// Parameters where formats end: next to 1, beyond float32's and float16's ranges, and subnormal.
inline rc::Gen<Sinusoidal> corners() {
  return rc::gen::exec([] {
    const auto one_of = [](std::vector<std::string_view> texts) {
      return parse_rational(*full(rc::gen::elementOf(std::move(texts))));
    };
    Sinusoidal e;
    e.dim = 2 * *full(rc::gen::inRange(2, 12));
    if (*full(rc::gen::inRange(0, 2)) == 0) {
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
