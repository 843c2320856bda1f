#include <cmath>

#include <gtest/gtest.h>

#include "sextant/number/round.hpp"
#include "verify/memory_tables.hpp"
#include "verify/verify_programs.hpp"

/// What is lost where numbers are stored.
namespace sextant {
namespace {

Rows stored(Rows rows, const Format& format, recipe::Storing storing) {
  rows.format = format;
  for (double& x : rows.values) {
    const bool cut = storing == recipe::Storing::toward_zero;
    x = round_to(format, x, cut ? Rounding::toward_zero : Rounding::nearest_even);
    if (storing == recipe::Storing::flushed && std::abs(x) < std::ldexp(1.0, format.emin)) x = 0;
  }
  return rows;
}

/// Also where each entry is a neighbour of the truth.
TEST(RoundingTowardZero, IsNamed) {
  for (const Position first : {60000, 5}) {
    const Program wide = program("pow-divide", kFloat32, kFloat32, first, 128);
    for (const Format& format : {kBfloat16, kFloat16}) {
      Program p = wide;
      p.formats.store = format;
      const Rows cut = stored(rows_of(wide), format, recipe::Storing::toward_zero);
      EXPECT_EQ(finding(cut, p), "rounded-toward-zero") << format.name();
      EXPECT_EQ(finding(stored(rows_of(wide), format, recipe::Storing::nearest), p), "passes");
    }
  }
}

/// Numbers that are the nearest ones but for a few, all nearer to zero, were not truncated.
TEST(RoundingTowardZero, IsNotAFewEntries) {
  Program p = program("pow-divide", kFloat32, kFloat32, 5, 128);
  p.formats.store = kBfloat16;
  Rows rows = true_rows(p);
  for (std::uint64_t row = 0; row < 32; ++row) {
    double& x = rows.at(row, 3);
    x = std::copysign(round_to(kBfloat16, std::abs(x) * (1 - 0x1p-8), Rounding::toward_zero), x);
  }
  EXPECT_NE(finding(rows, p), "rounded-toward-zero");
}

TEST(RoundingTowardZero, IsFoundBesideOtherFaults) {
  Program p = program("pow-divide", kFloat32, kFloat32, 60000, 128);
  const Rows cut = stored(rows_of(p), kBfloat16, recipe::Storing::toward_zero);
  p.formats.store = kBfloat16;
  std::get<Sinusoidal>(p.encoding).order = Order::cos_sin;
  EXPECT_EQ(finding(cut, p), "rounded-toward-zero sin-cos-swapped");
}

TEST(Flushing, IsNamedAloneAndBesideOtherFaults) {
  Program p = program("pow-divide", kFloat32, kFloat32, 0, 64);
  std::get<Sinusoidal>(p.encoding).base = 5000000;
  const Rows flushed = stored(rows_of(p), kFloat16, recipe::Storing::flushed);
  p.formats.store = kFloat16;
  EXPECT_EQ(finding(flushed, p), "flushed-to-zero");
  std::get<Sinusoidal>(p.encoding).base = 10000000;
  EXPECT_EQ(finding(flushed, p), "flushed-to-zero wrong-base");
}

/// Though storing the largest number loses more than there is of them.
TEST(Flushing, IsNamedWhereOneEntryShowsIt) {
  Program p = program("exp-log", kFloat32, kFloat32, 255, 64);
  std::get<Sinusoidal>(p.encoding) = {.dim = 64, .base = 100};
  Rows rows = stored(rows_of(p), kFloat16, recipe::Storing::nearest);
  p.formats.store = kFloat16;
  EXPECT_EQ(finding(rows, p), "passes");
  rows = stored(rows, kFloat16, recipe::Storing::flushed);
  EXPECT_EQ(finding(rows, p), "flushed-to-zero");
}

/// Though others are off by more ulps, and all are within the bounds of what is near 1.
TEST(Flushing, IsNamedWhereAnotherEntryIsOffByMoreUlps) {
  Program p = program("pow-multiply", kFloat32, kFloat32, 65536, 64);
  p.encoding = Sinusoidal{
      .dim = 186, .base = 9300, .order = Order::cos_sin, .law = Law::half_minus_shift, .shift = 1};
  const Rows kept = stored(rows_of(p), kFloat16, recipe::Storing::nearest);
  const Rows flushed = stored(kept, kFloat16, recipe::Storing::flushed);
  ASSERT_NE(kept.values, flushed.values);
  p.formats.store = kFloat16;
  EXPECT_EQ(finding(kept, p), "passes");
  EXPECT_EQ(finding(flushed, p), "flushed-to-zero");
}

/// Nineteen of 384000 entries, in rows that no sample has.
TEST(Flushing, IsSeenAmongManyRowsFull) {
  Program p = program("exp-log", kFloat32, kFloat32, 5, 6000);
  std::get<Sinusoidal>(p.encoding) = {.dim = 64};
  const Rows rows = stored(rows_of(p), kFloat16, recipe::Storing::flushed);
  p.formats.store = kFloat16;
  EXPECT_EQ(finding(rows, p), "flushed-to-zero");
  p.positions.first = 0;
  EXPECT_EQ(finding(rows, p), "flushed-to-zero position-offset");
}

/// The other fault alone has bounds that allow for storing numbers near 1, and no more is lost.
TEST(Flushing, IsNotHiddenByRoundedFrequenciesFull) {
  Program p = program("pow-divide", kFloat64, kFloat64, 8064, 128);
  std::get<Sinusoidal>(p.encoding) = {.dim = 422, .base = 84700};
  Program rounding = p;
  rounding.recipe = "pow-multiply";
  rounding.formats.intermediate.frequency = kBfloat16;
  const Rows rows = stored(rows_of(rounding), kFloat16, recipe::Storing::flushed);
  p.formats = {kFloat32, kFloat16, {}};
  EXPECT_EQ(finding(rows, p), "flushed-to-zero frequency-rounded");
}

/// Doubles that become bfloat16 by way of float32 are rounded twice, and sound.
TEST(RoundingTwice, Passes) {
  Program p = program("pow-divide", kFloat64, kFloat64, 100000, 4096);
  const Rows wide = rows_of(p);
  const Rows once = stored(wide, kBfloat16, recipe::Storing::nearest);
  const Rows by_float32 = stored(wide, kFloat32, recipe::Storing::nearest);
  const Rows twice = stored(by_float32, kBfloat16, recipe::Storing::nearest);
  ASSERT_NE(once.values, twice.values);
  p.formats.store = kBfloat16;
  EXPECT_EQ(finding(twice, p), "passes");
}

/// The bytes of every number the other way round: in formats of two, four and eight.
TEST(ByteOrder, IsNamedWhateverTheFormatAndBesideOtherFaults) {
  const auto found = [](const Program& made, const Program& claimed) {
    const MemoryTable memory(rows_of(made), "swapped");
    return findings(verify::verify(memory.table().swapped(), question_about(claimed)));
  };
  for (const Format& format : {kFloat16, kBfloat16, kFloat32, kFloat64}) {
    const Program p =
        program("pow-divide", format == kFloat64 ? kFloat64 : kFloat32, format, 17, 64);
    EXPECT_EQ(found(p, p), "byte-order") << format.name();
    Program other = p;
    std::get<Sinusoidal>(other.encoding).base = 500000;
    EXPECT_EQ(found(p, other), "byte-order wrong-base") << format.name();
  }
}

/// Numbers of 16 bits in a wider format, as `.half().float()` leaves them.
TEST(StoredNarrower, IsNamedInEveryWiderFormat) {
  for (const Format& narrow : {kBfloat16, kFloat16}) {
    for (const Format& wide : {kFloat32, kFloat64}) {
      for (Program p : {program("pow-divide", wide, wide, 17, 200),
                        Program{.recipe = "slope-pow",
                        .encoding = Alibi{.heads = 12, .form = BiasForm::causal},
                        .part = Part::bias,
                        .formats = {kFloat32, kFloat32, {}},
                        .positions = Positions::from(1, 300)}}) {
        const Rows rows = stored(rows_of(p), narrow, recipe::Storing::nearest);
        const Rows widened{wide, rows.columns, rows.values};
        p.formats = {wide == kFloat64 ? kFloat64 : kFloat32, wide, {}};
        const auto verdict = verdict_on(widened, question_about(p));
        ASSERT_EQ(findings(verdict), "stored-narrower") << p;
        EXPECT_EQ(verdict.findings[0].parameters.text("format"), narrow.name());
      }
    }
  }
}

/// Of numbers of a narrower format, a few may be damaged; of others, few may be no such numbers.
TEST(NarrowerNumbers, AreNamedBesideDamageFull) {
  Program p{.recipe = "pow-reciprocal",
            .encoding = Rotary{.dim = 64},
            .part = Part::cos,
            .formats = {kFloat64, kFloat64, {}},
            .positions = Positions::from(0, 2000)};
  Program single = p;
  single.formats = {kFloat32, kFloat32, {}};
  Rows rows = rows_of(single);
  rows.format = kFloat64;
  EXPECT_EQ(finding(rows, p), "computed-in-single");
  rows.at(1001, 5) += 0.1234567890123;
  EXPECT_EQ(finding(rows, p), "computed-in-single corrupt-entry");
}

}  // namespace
}  // namespace sextant
