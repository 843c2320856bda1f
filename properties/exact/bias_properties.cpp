#include <cmath>

#include "draw/gen.hpp"
#include "draw/places.hpp"
#include "engine/property.hpp"
#include "exact/angle/span.hpp"
#include "exact/second_opinion.hpp"
#include "exact/table/tables.hpp"
#include "sextant/encoding/real/logarithm.hpp"
#include "sextant/exact/entries.hpp"
#include "sextant/exact/evaluate.hpp"
#include "sextant/exact/oracle.hpp"
#include "sextant/number/round.hpp"
#include "sextant/number/text.hpp"

namespace sextant::exact {
namespace {

draw::Gen<Rational> parameters() {
  return draw::map(draw::full(draw::in_range(1, 2001)), [](int k) { return Rational(k, 1000); });
}

/// A bias whose heads differ, of every kind that has heads.
draw::Gen<Encoding> biases() {
  return draw::exec([]() -> Encoding {
    if (*draw::arbitrary<bool>()) {
      return Alibi{
          .heads = *draw::full(draw::in_range(1, 40)),
          .max_bias = *draw::element(Rational(8), Rational(16), Rational(5), Rational(7, 3)),
          .form = *draw::element(BiasForm::keys, BiasForm::distance, BiasForm::causal)};
    }
    return Kerple{.kernel = *draw::element(Kerple::Kernel::log, Kerple::Kernel::power),
                  .r1 = {*parameters(), *parameters()},
                  .r2 = {*parameters(), *parameters()}};
  });
}

struct DrawnBias {
  Encoding encoding;
  Chart chart;
  Position position = 0;
  Channel channel;
};

DrawnBias drawn_bias() {
  DrawnBias d;
  d.encoding = *biases().as("encoding");
  const bool slopes = std::holds_alternative<Alibi>(d.encoding) && *draw::arbitrary<bool>();
  d.chart = chart(d.encoding, slopes ? Part::slopes : Part::bias);
  d.position = (*draw::positions().as("position")).position;
  d.channel = d.chart.channels[static_cast<std::size_t>(
      *draw::full(draw::in_range<int>(0, static_cast<int>(d.chart.width()))).as("head"))];
  return d;
}

PROPERTY(Bias, IsEnclosedWhereArbHasIt) {
  const DrawnBias d = drawn_bias();
  const Oracle oracle(d.chart);
  const Rational position = to_rational(d.position);
  const auto arb = second_opinion::span(d.chart.waves, position, d.channel);
  RC_ASSERT(span(oracle.ball(d.position, d.channel)).overlaps(arb));
  RC_ASSERT(span(enclosure(oracle.waves(), position, d.channel, 1)).overlaps(arb));
}

PROPERTY(Bias, RoundsAsItsDefinitionAndEntriesDo) {
  const DrawnBias d = drawn_bias();
  const Oracle oracle(d.chart);
  for (const Format& format : {kFloat64, kFloat32, kBfloat16, kFloat16}) {
    const auto found = oracle.nearest(format, d.position, d.channel);
    RC_ASSERT(found.decided);
    const NearestNumber slow = nearest(format, oracle.waves(), to_rational(d.position), d.channel);
    RC_ASSERT(slow.decided);
    RC_ASSERT(from_double(found.value) == slow.number);
    const Entries entries(oracle, format);
    for (std::size_t j = 0; j < d.chart.width(); ++j) {
      if (d.chart.channels[j] != d.channel) continue;
      RC_ASSERT(entries.nearest(d.position, j).value == found.value);
    }
  }
}

/// Rational biases are dyadic: ties are met, and go to even.
TEST(Bias, BreaksTiesToEven) {
  const Oracle oracle(chart(Alibi{.heads = 8, .form = BiasForm::keys}));
  const Channel half = oracle.chart().channels[0];
  EXPECT_EQ(oracle.nearest(kBfloat16, 257, half).value, 128);
  EXPECT_EQ(oracle.nearest(kBfloat16, 259, half).value, 130);
  EXPECT_EQ(oracle.nearest(kFloat32, (Position{1} << 24) + 1, half).value, 0x1p23);
  EXPECT_EQ(oracle.nearest(kFloat64, (Position{1} << 53) + 3, half).value, 0x1.0000000000002p52);
}

TEST(Bias, HasTheFormItIsAskedFor) {
  const auto at = [](BiasForm form, Position p) {
    const Oracle oracle(chart(Alibi{.heads = 4, .form = form}));
    return oracle.nearest(kFloat64, p, oracle.chart().channels[1]).value;  // slope 1/16
  };
  EXPECT_EQ(at(BiasForm::keys, 3), 0.1875);
  EXPECT_EQ(at(BiasForm::keys, -3), -0.1875);
  EXPECT_EQ(at(BiasForm::causal, 3), -0.1875);
  EXPECT_EQ(at(BiasForm::causal, -3), 0.1875);
  EXPECT_EQ(at(BiasForm::distance, 3), -0.1875);
  EXPECT_EQ(at(BiasForm::distance, -3), -0.1875);
}

/// Of a query's scores, keys and causal biases differ by what is the same for all keys.
PROPERTY(Bias, OfKeysAndOfDistancesHaveTheSameSoftmax) {
  const Waves keys = chart(Alibi{.heads = 8, .form = BiasForm::keys}).waves;
  const Waves causal = chart(Alibi{.heads = 8, .form = BiasForm::causal}).waves;
  const Channel head{Function::proportional, *draw::in_range(0, 8)};
  const Rational q = to_rational(*draw::positions(40));
  const Rational k = to_rational(*draw::positions(40));
  const Rational shift = *rational_value(keys, k, head) - *rational_value(causal, q - k, head);
  RC_ASSERT(shift == *rational_value(keys, q, head));
}

/// No bias grows with the distance, and every one of KERPLE's and ALiBi's falls.
PROPERTY(Bias, FallsWithTheDistance) {
  const Encoding encoding = *biases().as("encoding");
  const auto* alibi = std::get_if<Alibi>(&encoding);
  const bool grows = alibi != nullptr && alibi->form == BiasForm::keys;
  RC_PRE(!grows);
  const Oracle oracle(chart(encoding));
  const Position near = *draw::log_uniform(40);
  const Position far = near + 1 + static_cast<Position>(*draw::log_uniform(40));
  for (const Channel& head : oracle.chart().channels) {
    const auto a = enclosure(oracle.waves(), to_rational(near), head, 1);
    const auto b = enclosure(oracle.waves(), to_rational(far), head, 1);
    RC_ASSERT(to_rational(b.upper) < to_rational(a.lower));
    RC_ASSERT(to_rational(a.upper) <= 0);
  }
}

PROPERTY(Bias, OfDistanceIsTheSameBothWays) {
  Encoding encoding = *biases().as("encoding");
  if (auto* alibi = std::get_if<Alibi>(&encoding)) alibi->form = BiasForm::distance;
  const Oracle oracle(chart(encoding));
  const Position p = *draw::positions();
  for (const Channel& head : oracle.chart().channels)
    RC_ASSERT(oracle.nearest(kFloat32, p, head).value == oracle.nearest(kFloat32, -p, head).value);
}

PROPERTY(BiasTable, HasTheOraclesEntries) {
  const Encoding encoding = *draw::one_of(
      biases(), draw::element<Encoding>(T5{}, Deberta{}, Shaw{}, T5{.keys = 9},
                                        Swin{.height = 4, .width = 3}, Nope{.dim = 5}));
  const bool window = std::holds_alternative<Swin>(encoding);
  const Positions positions = Positions::from(window ? 0 : -5, 12);
  const ExactTable table(chart(encoding), kFloat32, positions);
  std::vector<float> rows(12 * table.oracle().chart().width());
  table.write(0, 12, {reinterpret_cast<std::byte*>(rows.data())});
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::size_t width = table.oracle().chart().width();
    const Channel& c = table.oracle().chart().channels[i % width];
    RC_ASSERT(rows[i] ==
              static_cast<float>(table.oracle().nearest(kFloat32, positions[i / width], c).value));
  }
}

/// Buckets found by integer powers are those of the logarithms, decided by enclosures.
PROPERTY(Buckets, AreTheFloorsOfTheirLogarithms) {
  const int exact = *draw::full(draw::in_range(1, 40));
  const int steps = *draw::full(draw::in_range(1, 60));
  const int n = exact + *draw::full(draw::in_range(0, 500));
  const int most = exact + *draw::full(draw::in_range(1, 500));
  const Rational a(n, exact);
  const Rational b(most, exact);
  const Expression quotient =
      Expression(Rational(steps)) * (log(Expression(a)) / log(Expression(b)));
  RC_ASSERT(settled(floor(quotient)) == Expression(floor_of_logarithms(a, b, steps)));
  RC_ASSERT(settled(ceil(quotient)) == Expression(ceil_of_logarithms(a, b, steps)));
}

TEST(Decimal, WritesBiasesAndBuckets) {
  const auto digits = [](const Encoding& e, Part part, int position, std::size_t channel) {
    const Oracle oracle(chart(e, part));
    return decimal(oracle.waves(), position, oracle.chart().channels[channel], 12);
  };
  EXPECT_EQ(digits(Alibi{.heads = 12}, Part::slopes, 0, 8), "0.707106781187");
  EXPECT_EQ(digits(Alibi{.heads = 12}, Part::bias, 3, 0), "-1.50000000000");
  EXPECT_EQ(digits(Kerple{}, Part::bias, 9, 0), "-2.30258509299");
  EXPECT_EQ(digits(Kerple{.kernel = Kerple::Kernel::power}, Part::bias, 9, 0), "-9.00000000000");
  EXPECT_EQ(digits(T5{}, Part::buckets, 64, 0), "30.0000000000");
}

}  // namespace
}  // namespace sextant::exact
