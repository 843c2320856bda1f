#include "draw/gen.hpp"
#include "draw/places.hpp"
#include "engine/property.hpp"
#include "exact/angle/span.hpp"
#include "exact/second_opinion.hpp"
#include "sextant/exact/oracle.hpp"
#include "sextant/exact/reference.hpp"
#include "sextant/exact/rotation.hpp"
#include "sextant/number/round.hpp"

/// The scale of xPos and the coordinates of Swin v2 against Arb.  Mutants that these must kill: an
/// exponent of the other sign, a gamma that is not added to both terms, a logarithm without 1.
namespace sextant::exact {
namespace {

constexpr slong kPrecision = 400;

void expect_value(const Chart& of, Position p, const Channel& c, const second_opinion::Real& arb) {
  const Oracle oracle(of);
  const auto span_of_arb = arb.span();
  RC_ASSERT(span(oracle.ball(p, c)).overlaps(span_of_arb));
  RC_ASSERT(span(enclosure(oracle.waves(), to_rational(p), c, 1)).overlaps(span_of_arb));
  for (const Format& format : {kFloat64, kFloat32, kBfloat16, kFloat16}) {
    const auto found = oracle.nearest(format, p, c);
    const NearestNumber slow = nearest(format, oracle.waves(), to_rational(p), c);
    RC_ASSERT(slow.decided && found.decided);
    if (slow.number.finite()) RC_ASSERT(from_double(found.value) == slow.number);
  }
}

/// ((2i + γd)/(d + γd))^((p − c)/S)
PROPERTY(XposValue, IsThatOfArb) {
  Xpos e;
  e.dim = 2 * *draw::full(draw::in_range(1, 65));
  e.scale_base = *draw::element(Rational(512), Rational(100), Rational(7, 3));
  e.gamma = Rational(*draw::full(draw::in_range(1, 2000)), 1000);
  e.centre = *draw::full(draw::in_range(-5000, 5000));
  e.of = *draw::element(Xpos::Of::queries, Xpos::Of::keys);
  const Position p = *draw::full(draw::in_range(-60000, 60000));
  const int pair = *draw::full(draw::in_range(0, e.dim / 2));
  const Rational base = (2 * pair + e.gamma * e.dim) / (e.dim + e.gamma * e.dim);
  Rational exponent = (to_rational(p) - e.centre) / e.scale_base;
  if (e.of == Xpos::Of::keys) exponent = -exponent;
  second_opinion::Real x = second_opinion::real(base, kPrecision);
  arb_log(x.get(), x.get(), kPrecision);
  arb_mul(x.get(), x.get(), second_opinion::real(exponent, kPrecision).get(), kPrecision);
  arb_exp(x.get(), x.get(), kPrecision);
  expect_value(chart(e), p, {Function::formula, pair}, x);
}

/// ((2i + γd)/(d + γd))^((p + o − c)/S), of keys its inverse.
second_opinion::Real scale_by_arb(const Rotary& e, Position p, int pair) {
  const Rational base = (2 * pair + e.gamma * e.dim) / (e.dim + e.gamma * e.dim);
  const Rational exponent = (to_rational(p) + e.origin - e.centre) / *e.scale_base;
  second_opinion::Real x = second_opinion::real(base, kPrecision);
  arb_log(x.get(), x.get(), kPrecision);
  const Rational sign = e.of == Xpos::Of::keys ? -1 : 1;
  arb_mul(x.get(), x.get(), second_opinion::real(Rational(sign * exponent), kPrecision).get(),
          kPrecision);
  arb_exp(x.get(), x.get(), kPrecision);
  return x;
}

/// The sine and cosine of (p + o)·b^(−2i/d).
std::pair<second_opinion::Real, second_opinion::Real> waves_by_arb(const Rotary& e, Position p,
                                                                   int pair) {
  std::pair<second_opinion::Real, second_opinion::Real> found;
  second_opinion::Real angle = second_opinion::real(e.base, kPrecision);
  arb_log(angle.get(), angle.get(), kPrecision);
  arb_mul(angle.get(), angle.get(),
          second_opinion::real(Rational(-2 * pair, e.dim), kPrecision).get(), kPrecision);
  arb_exp(angle.get(), angle.get(), kPrecision);
  arb_mul(angle.get(), angle.get(),
          second_opinion::real(Rational(to_rational(p) + e.origin), kPrecision).get(), kPrecision);
  arb_sin_cos(found.first.get(), found.second.get(), angle.get(), kPrecision);
  return found;
}

Rotary drawn_rotation() {
  return {.dim = 2 * *draw::full(draw::in_range(1, 65)),
          .base = *draw::element(Rational(10000), Rational(500000)),
          .origin = *draw::element(Rational(0), Rational(1), Rational(1, 2)),
          .scale_base = *draw::element(Rational(512), Rational(100), Rational(7, 3)),
          .gamma = Rational(*draw::full(draw::in_range(1, 2000)), 1000),
          .centre = *draw::full(draw::in_range(-5000, 5000)),
          .of = *draw::element(Xpos::Of::queries, Xpos::Of::keys)};
}

PROPERTY(XposRotationValue, IsThatOfArb) {
  const Rotary e = drawn_rotation();
  const Position p = *draw::full(draw::in_range(-60000, 60000));
  const int pair = *draw::full(draw::in_range(0, e.dim / 2));
  auto [sine, cosine] = waves_by_arb(e, p, pair);
  const second_opinion::Real scale = scale_by_arb(e, p, pair);
  for (second_opinion::Real* wave : {&sine, &cosine})
    arb_mul(wave->get(), wave->get(), scale.get(), kPrecision);
  expect_value(chart(e), p, {Function::sine, pair}, sine);
  expect_value(chart(e), p, {Function::cosine, pair}, cosine);
}

PROPERTY(XposRotationValue, OfVectorsIsThatOfArb) {
  const Rotary e = drawn_rotation();
  const Position p = *draw::full(draw::in_range(-60000, 60000));
  const int pair = *draw::full(draw::in_range(0, e.dim / 2));
  const double u = *draw::full(draw::in_range(-999, 1000)), v = 1;
  auto [sine, cosine] = waves_by_arb(e, p, pair);
  arb_mul(cosine.get(), cosine.get(),
          second_opinion::real(to_rational(from_double(u)), kPrecision).get(), kPrecision);
  arb_add(cosine.get(), cosine.get(), sine.get(), kPrecision);  // u·cos a + 1·sin a
  arb_mul(cosine.get(), cosine.get(), scale_by_arb(e, p, pair).get(), kPrecision);
  const auto arb = cosine.span();
  const Oracle oracle(chart(e));
  RC_ASSERT(span(rotated(oracle.pair(p, pair), u, v)).overlaps(arb));
  RC_ASSERT(span(RotatedNumber(oracle.waves(), p, pair, u, v).enclosure(1)).overlaps(arb));
}

/// At the centre the scale is 1, and at the position 0 sines are 0: values there are rational.
TEST(XposRotationValue, IsRationalAtAngleZero) {
  const Rotary e{.dim = 8, .scale_base = Rational(4), .centre = 8};
  const Chart table = chart(e);
  const auto at = [&](Position p, Function f) {
    return rational_value(table.waves, to_rational(p), {f, 0});
  };
  EXPECT_EQ(at(0, Function::sine), Rational(0));
  EXPECT_EQ(at(0, Function::cosine), Rational(49, 4));  // (2/7)^(−2)
  EXPECT_EQ(at(8, Function::cosine), std::nullopt);
  const Rotary odd{.dim = 8, .scale_base = Rational(4), .centre = 1};
  EXPECT_EQ(rational_value(chart(odd).waves, 0, {Function::cosine, 0}), std::nullopt);
  EXPECT_EQ(RotatedNumber(table.waves, 0, 0, 2, 5).rational(), Rational(49, 2));
}

PROPERTY(SwinCoordinateValue, IsThatOfArb) {
  const SwinCoordinates e{.height = *draw::full(draw::in_range(2, 40)),
                          .width = *draw::full(draw::in_range(2, 40)),
                          .pretrained_window = *draw::element(0, 8, 12)};
  const int row = *draw::full(draw::in_range(0, e.rows()));
  const int wide = 2 * e.width - 1, column = *draw::element(0, 1);
  const int delta = column == 0 ? row / wide - (e.height - 1) : row % wide - (e.width - 1);
  const int size = e.pretrained_window > 0 ? e.pretrained_window : column == 0 ? e.height : e.width;
  second_opinion::Real x =
      second_opinion::real(Rational(1 + Rational(8 * std::abs(delta), size - 1)), kPrecision);
  second_opinion::Real eight = second_opinion::real(Rational(8), kPrecision);
  arb_log(x.get(), x.get(), kPrecision);
  arb_log(eight.get(), eight.get(), kPrecision);
  arb_div(x.get(), x.get(), eight.get(), kPrecision);
  if (delta < 0) arb_neg(x.get(), x.get());
  expect_value(chart(e), row, {Function::formula, column}, x);
}

}  // namespace
}  // namespace sextant::exact
