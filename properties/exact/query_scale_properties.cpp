#include "draw/gen.hpp"
#include "draw/places.hpp"
#include "engine/property.hpp"
#include "exact/angle/span.hpp"
#include "exact/second_opinion.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/exact/oracle.hpp"

/// Mutants that these must kill: a logarithm without 1, a quotient that is not rounded down.
namespace sextant::exact {
namespace {

/// From the definition, by Arb and integers: 1 + β ln(1 + ⌊(p + o)/L⌋).
second_opinion::Real by_arb(const QueryScale& e, Position p) {
  constexpr slong kPrecision = 300;
  const Integer count = (numerator(to_rational(p)) + numerator(e.origin)) / numerator(e.original);
  second_opinion::Real x = second_opinion::real(Rational(count + 1), kPrecision);
  arb_log(x.get(), x.get(), kPrecision);
  arb_mul(x.get(), x.get(), second_opinion::real(e.beta, kPrecision).get(), kPrecision);
  arb_add_ui(x.get(), x.get(), 1, kPrecision);
  return x;
}

PROPERTY(QueryScaleValue, IsThatOfArb) {
  const QueryScale e{.beta = Rational(*draw::full(draw::in_range(1, 1001)), 1000),
                     .original = *draw::full(draw::in_range(1, 20000)),
                     .origin = *draw::in_range(0, 3)};
  const Position p = static_cast<Position>(magnitude(*draw::positions()));
  const Oracle oracle(chart(e));
  const Channel& c = oracle.chart().channels[0];
  const auto arb = by_arb(e, p).span();
  RC_ASSERT(span(oracle.ball(p, c)).overlaps(arb));
  RC_ASSERT(span(enclosure(oracle.waves(), to_rational(p), c, 1)).overlaps(arb));
  for (const Format& format : {kFloat64, kFloat32, kBfloat16, kFloat16}) {
    const auto found = oracle.nearest(format, p, c);
    const NearestNumber slow = nearest(format, oracle.waves(), to_rational(p), c);
    RC_ASSERT(found.decided && slow.decided && from_double(found.value) == slow.number);
  }
}

/// From the definition, by Arb: max(1, ln n/ln L).
PROPERTY(QueryScaleValue, OfLogNIsThatOfArb) {
  const QueryScale e{.form = QueryScale::Form::log_n,
                     .original = *draw::full(draw::in_range(2, 20000)),
                     .origin = 1};
  const Position p = static_cast<Position>(magnitude(*draw::positions()));
  constexpr slong kPrecision = 300;
  second_opinion::Real x = second_opinion::real(to_rational(p) + 1, kPrecision);
  second_opinion::Real length = second_opinion::real(e.original, kPrecision);
  arb_log(x.get(), x.get(), kPrecision);
  arb_log(length.get(), length.get(), kPrecision);
  arb_div(x.get(), x.get(), length.get(), kPrecision);
  const Oracle oracle(chart(e));
  const Channel& c = oracle.chart().channels[0];
  if (to_rational(p) + 1 <= e.original) {
    RC_ASSERT(rational_value(oracle.waves(), to_rational(p), c) == Rational(1));
    return;
  }
  RC_ASSERT(span(oracle.ball(p, c)).overlaps(x.span()));
  for (const Format& format : {kFloat64, kFloat32, kBfloat16, kFloat16}) {
    const auto found = oracle.nearest(format, p, c);
    const NearestNumber slow = nearest(format, oracle.waves(), to_rational(p), c);
    RC_ASSERT(found.decided && slow.decided && from_double(found.value) == slow.number);
  }
}

/// ln 2^14/ln 2^13 = 14/13 is known to be rational.
TEST(QueryScaleValue, OfLogNMayBeRational) {
  const Chart table = chart(QueryScale{.form = QueryScale::Form::log_n, .origin = 1});
  EXPECT_EQ(rational_value(table.waves, (1 << 14) - 1, table.channels[0]), Rational(14, 13));
  EXPECT_THROW((void)chart(QueryScale{.form = QueryScale::Form::log_n, .original = 1}), Error);
}

/// The value of the last step is kept.  It must not be taken for another step or another oracle.
TEST(QueryScaleValue, IsOfItsOwnStep) {
  const QueryScale first{.original = Rational(25, 2), .origin = Rational(1, 2)};
  const QueryScale second{.beta = 2, .original = 12};
  const Oracle one(chart(first)), other(chart(second));
  for (const Position p : {0, 11, 12, 13, 24, 25, 12, 11, 0, 1000, 999, 24}) {
    for (const Oracle* oracle : {&one, &other}) {
      const Channel& c = oracle->chart().channels[0];
      const auto slow = nearest(kFloat64, oracle->waves(), to_rational(p), c);
      EXPECT_EQ(from_double(oracle->nearest(kFloat64, p, c).value), slow.number) << to_text(p);
    }
  }
}

/// Bases 2 and 10 of faulty programs have rational logarithms, which are known as such.
TEST(QueryScaleValue, OfAnotherBaseIsDecided) {
  for (const int base : {2, 10}) {
    Chart table = chart(QueryScale{.original = 1});
    table.waves.formula = QueryScaleForm{.of = {.original = 1}, .base = base};
    const Oracle oracle(table);
    for (Position p = 0; p < 1100; ++p)
      EXPECT_TRUE(oracle.nearest(kFloat64, p, table.channels[0]).decided) << to_text(p);
    EXPECT_EQ(rational_value(table.waves, base * base - 1, table.channels[0]), Rational(6, 5));
  }
}

}  // namespace
}  // namespace sextant::exact
