#include <cmath>
#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include "draw/patterns.hpp"
#include "draw/places.hpp"
#include "engine/property.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/exact/evaluate.hpp"
#include "sextant/exact/oracle.hpp"
#include "sextant/exact/reference.hpp"
#include "sextant/exact/table/table.hpp"
#include "sextant/number/pattern.hpp"
#include "sextant/number/round.hpp"

namespace sextant {
namespace {

const char* const kScaled[] = {
    "rope dim=16",
    "rope dim=16 base=500000 scaling=llama3 factor=8 original-context=8192 low-freq-factor=1 "
    "high-freq-factor=4",
    "rope dim=16 base=1e6 scaling=yarn factor=4 original-context=32768",
    "rope dim=16 scaling=ntk factor=4",
    "rope dim=16 scaling=linear factor=3",
    "rope dim=4 scaling=longrope short-factor=1,1.5 long-factor=2,8.3 original-context=4096 "
    "factor=32 seq-len=4097",
    "rope dim=16 scaling=proportional factor=8 partial=1/2"};

/// An enclosure of a product, from positive ends.
exact::Enclosure product(const exact::Enclosure& a, const exact::Enclosure& b) {
  return {
      round(kBinary128, to_rational(a.lower) * to_rational(b.lower), Rounding::toward_zero),
      round(kBinary128, to_rational(a.upper) * to_rational(b.upper) * Rational(1000001, 1000000),
            Rounding::toward_zero)};
}

bool meet(const exact::Enclosure& a, const exact::Enclosure& b) {
  const Rational gap = Rational(1, Integer(1) << 80);
  return to_rational(a.lower) <= to_rational(b.upper) * (1 + gap) &&
         to_rational(b.lower) <= to_rational(a.upper) * (1 + gap);
}

/// ω · period is 1, and ω · divisor the geometric frequency.
TEST(Part, OfReciprocalsIsThatOfTheFrequencies) {
  for (const char* text : kScaled) {
    const Waves waves = exact::settled(chart(read_encoding(text))).waves;
    Waves plain = waves;
    for (int i = 0; i < plain.pairs(); ++i)
      plain.frequencies[static_cast<std::size_t>(i)] = plain.geometric[i];
    for (int i = 0; i < waves.pairs(); ++i) {
      if (is_unbounded(waves, {Function::period, i})) continue;
      const auto of = [&](const Waves& w, Function f) { return exact::enclosure(w, 0, {f, i}, 1); };
      const auto omega = of(waves, Function::frequency);
      const Number one = round(kBinary128, Rational(1));
      const auto turned = product(omega, of(waves, Function::period));
      EXPECT_TRUE(meet(turned, {one, one})) << text << ", pair " << i;
      EXPECT_LT(to_rational(turned.upper), Rational(1001, 1000)) << text;
      EXPECT_TRUE(
          meet(product(omega, of(waves, Function::divisor)), of(plain, Function::frequency)))
          << text << ", pair " << i;
    }
  }
}

TEST(Part, OfReciprocalsKnowsRationalNumbers) {
  const auto divisor = [](const char* text, int pair) {
    const Waves waves = exact::settled(chart(read_encoding(text))).waves;
    return exact::decimal(waves, 0, {Function::divisor, pair}, 12);
  };
  EXPECT_EQ(divisor(kScaled[0], 3), "1.00000000000");
  EXPECT_EQ(divisor(kScaled[1], 0), "1.00000000000");
  EXPECT_EQ(divisor(kScaled[1], 7), "8.00000000000");
  EXPECT_EQ(divisor(kScaled[4], 5), "3.00000000000");
  EXPECT_EQ(divisor(kScaled[5], 1), "8.30000000000");
  EXPECT_EQ(divisor(kScaled[6], 0), "8.00000000000");
}

/// A frequency 0 is 10³⁰ as in GGUF files; tables of periods then hold infinity, as MLX has them.
TEST(Part, OfAFrequencyZeroIsUnbounded) {
  for (const Part part : {Part::divisors, Part::periods}) {
    const exact::ExactTable table(chart(read_encoding(kScaled[6]), part), kFloat32,
                                  Positions::from(0, 1));
    std::vector<float> row(8);
    table.write(0, 1, {reinterpret_cast<std::byte*>(row.data())});
    EXPECT_EQ(row[7], part == Part::periods ? HUGE_VALF : 1e30F);
    EXPECT_LT(row[3], 1e4F);
    const Waves waves = exact::settled(chart(read_encoding(kScaled[6]))).waves;
    const Channel last{part == Part::periods ? Function::period : Function::divisor, 7};
    EXPECT_EQ(exact::rational_value(waves, 0, last),
              Rational(Integer(1000000000000000) * Integer(1000000000000000)));
  }
}

/// A column of −sin is that of sin with the other sign, by every way to compute it.
PROPERTY(Part, OfMatricesHasNegatedSines) {
  const Rotary rotary{.dim = 6, .amplitude = *draw::element<int>(1, 3)};
  const Position p = *draw::positions().as("position");
  const Format format = *draw::element_of(draw::hardware_formats()).as("format");
  const exact::Oracle oracle(chart(rotary, Part::matrices));
  const exact::ExactTable table(chart(rotary, Part::matrices), format, Positions::of({p}));
  std::vector<std::byte> bytes(table.row_bytes());
  table.write(0, 1, {bytes.data()});
  const auto element = static_cast<std::size_t>(format.storage_bits / 8);
  const auto written = [&](std::size_t j) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, bytes.data() + j * element, element);
    return value_of(format, bits);
  };
  for (int pair = 0; pair < 3; ++pair) {
    const auto column = static_cast<std::size_t>(4 * pair);
    const Channel sine{Function::sine, pair}, negated{Function::negated_sine, pair};
    const double want = oracle.nearest(format, p, sine).value;
    RC_ASSERT(oracle.nearest(format, p, negated).value == -want);
    RC_ASSERT(written(column + 1) == -want);
    RC_ASSERT(written(column + 2) == want);
    RC_ASSERT(written(column) == oracle.nearest(format, p, {Function::cosine, pair}).value);
    RC_ASSERT(written(column + 3) == written(column));
    const auto plain = exact::enclosure(oracle.waves(), to_rational(p), sine, 1);
    const auto other = exact::enclosure(oracle.waves(), to_rational(p), negated, 1);
    RC_ASSERT(to_rational(other.lower) == -to_rational(plain.upper));
    const auto known = exact::rational_value(oracle.waves(), to_rational(p), sine);
    if (known) RC_ASSERT(exact::rational_value(oracle.waves(), to_rational(p), negated) == -*known);
  }
}

}  // namespace
}  // namespace sextant
