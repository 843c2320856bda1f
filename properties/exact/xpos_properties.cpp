#include "draw/gen.hpp"
#include "draw/places.hpp"
#include "engine/property.hpp"
#include "exact/angle/span.hpp"
#include "exact/second_opinion.hpp"
#include "sextant/exact/oracle.hpp"
#include "sextant/exact/reference.hpp"

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
