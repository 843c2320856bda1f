#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "report/claims/claim_named.hpp"
#include "sextant/report/claims/precision_evidence.hpp"
#include "tool/run.hpp"

/// Mutants that these must kill: another recipe or format; a search that begins late, ends early or
/// passes over a position; a limit taken for another.
namespace sextant::properties {
namespace {

/// (10000^(−2i/d) as a program finds it)/(as Arb does) − 1, in units of rounding.
template <class T, class Frequency>
double frequency_error_by_arb(int dim, const Frequency& frequency) {
  const Waves waves = chart(Sinusoidal{.dim = dim}).waves;
  double most = 0;
  for (int i = 0; i < dim / 2; ++i) {
    const Span truth = second_opinion::frequency(waves, i, second_opinion::kPrecision).span();
    const Rational got = to_rational(from_double(static_cast<double>(frequency(i))));
    most = std::max(most, std::abs(static_cast<double>(got / truth.lower - 1)));
  }
  return std::ldexp(most, std::numeric_limits<T>::digits);
}

template <class T>
void expect_frequency_errors(const Format& format) {
  constexpr int kDim = 512;
  const T constant = static_cast<T>(-std::log(10000.0) / kDim);
  const double by_log = frequency_error_by_arb<T>(
      kDim, [&](int i) { return std::exp(static_cast<T>(2 * i) * constant); });
  const double by_pow = frequency_error_by_arb<T>(kDim, [&](int i) {
    return 1 / std::pow(T(10000), static_cast<T>(2 * i) / static_cast<T>(kDim));
  });
  EXPECT_DOUBLE_EQ(frequency_error("exp-log", kDim, format), by_log);
  EXPECT_DOUBLE_EQ(frequency_error("pow-divide", kDim, format), by_pow);
  EXPECT_GT(by_log, by_pow);
}

TEST(Precision, OfFrequenciesIsAsComputedWithArb) {
  expect_frequency_errors<float>(kFloat32);
  expect_frequency_errors<double>(kFloat64);
}

/// (s, c) as float32 turns it from row to row, of pair 0 of the sinusoidal encoding.
TEST(Precision, RotatedRowsLeaveTheUnitInterval) {
  const RecurrenceExcess found = excess_of_rotation(kFloat32, 1 << 12);
  EXPECT_GT(found.most, 1);
  EXPECT_LT(found.most, 1.01);
  const RecurrenceExcess before =
      excess_of_rotation(kFloat32, static_cast<std::uint64_t>(found.first));
  EXPECT_LE(before.most, 1);
  EXPECT_GT(excess_of_rotation(kFloat32, static_cast<std::uint64_t>(found.first) + 1).most, 1);
  float s = 0, c = 1, most = 1;
  const float S = std::sin(1.0F), C = std::cos(1.0F);
  for (int p = 1; p < 1 << 12; ++p) {
    const float next = s * C + c * S;
    c = c * C - s * S;
    s = next;
    most = std::max({most, std::abs(s), std::abs(c)});
  }
  EXPECT_GE(found.most, most);
  EXPECT_EQ(largest_value(64), 1);
}

/// By the definition in float32, of one frequency.
float apart_by_hand(int p, int k, float omega) {
  const auto s = [&](int at) { return std::sin(static_cast<float>(at) * omega); };
  const auto c = [&](int at) { return std::cos(static_cast<float>(at) * omega); };
  return std::max(std::abs(s(p) * c(k) + c(p) * s(k) - s(p + k)),
                  std::abs(c(p) * c(k) - s(p) * s(k) - c(p + k)));
}

TEST(Precision, RotationsStopWhereItIsSaidFull) {
  const Stop found = rotation_stops(0, 5, 1e-5);
  EXPECT_EQ(found.at_ten, apart_by_hand(10, 5, 1));
  int by_hand = 0;
  while (apart_by_hand(by_hand, 5, 1) <= 1e-5) ++by_hand;
  EXPECT_EQ(to_text(found.position), std::to_string(by_hand));
  EXPECT_EQ(found.error, apart_by_hand(by_hand, 5, 1));
  EXPECT_EQ(by_hand, (1 << 24) + 1 - 5);
}

TEST(Precision, RotationsOfOtherPairsStopEarlier) {
  const auto constant = static_cast<float>(-std::log(10000.0) / 128);
  const auto worst = [&](int p) {
    float most = 0;
    for (int i = 0; i < 64; ++i)
      most = std::max(most, apart_by_hand(p, 5, std::exp(static_cast<float>(2 * i) * constant)));
    return most;
  };
  int by_hand = 0;
  while (worst(by_hand) <= 1e-5) ++by_hand;
  const Stop any = rotation_stops(-1, 5, 1e-5);
  EXPECT_EQ(to_text(any.position), std::to_string(by_hand));
  EXPECT_EQ(any.error, worst(by_hand));
  EXPECT_LT(by_hand, 4096);
}

/// The position before does not exceed the limit, and no earlier one does.
TEST(Precision, EndsWhereItIsSaidFull) {
  for (const char* recipe : {"pow-divide", "exp-log"}) {
    const RecipeErrors errors = of_recipe(recipe, kFloat32, 1 << 17);
    constexpr double kLimit = 1e-4;
    const auto first = errors.first_beyond(kLimit);
    ASSERT_TRUE(first);
    EXPECT_LE(errors.over(0, static_cast<std::uint64_t>(*first)).error, kLimit);
    const auto there = errors.over(static_cast<std::uint64_t>(*first), 1);
    EXPECT_GT(there.error, kLimit);
    const std::vector<double> row = errors.row(static_cast<std::uint64_t>(*first));
    const Chart table = chart(Sinusoidal{.dim = 128});
    double most = 0;
    for (std::size_t j = 0; j < row.size(); ++j)
      most = std::max(most, std::abs(row[j] - by_arb(table, to_rational(*first), j)));
    EXPECT_NEAR(there.error, most, 0x1p-52);  // the truth as a double, and its difference
  }
  EXPECT_TRUE(repeats_after_2_to_24());
}

TEST(Precision, BoundsEndWhereTheyAreSaid) {
  for (const double limit : {1e-3, 0x1p-25}) {
    const int bits = bits_within("exp-log", kFloat64, limit);
    const auto bound_at = [](int k) {
      const auto made =
          recipe::make("exp-log", chart(Sinusoidal{.dim = 128}), {kFloat64, kFloat64, {}, {}},
                       Positions::from(Position{1} << k, 1));
      double most = 0;
      for (std::size_t j = 0; j < 128; ++j) most = std::max(most, made->bound(0, j));
      return most;
    };
    EXPECT_LE(bound_at(bits), limit);
    EXPECT_GT(bound_at(bits + 1), limit);
  }
}

TEST(Precision, ClaimsHaveTheirVerdictsFull) {
  const auto all = statements(claims_of_precision());
  EXPECT_EQ(claim_named(all, "exp-log-same-number").verdict, StatementVerdict::proved);
  EXPECT_EQ(claim_named(all, "exp-log-avoids-trouble").verdict, StatementVerdict::refuted);
  EXPECT_EQ(claim_named(all, "unit-interval").verdict, StatementVerdict::conditional);
  EXPECT_EQ(claim_named(all, "rotation-float32").verdict, StatementVerdict::proved);
  EXPECT_EQ(claim_named(all, "any-position").verdict, StatementVerdict::conditional);
  EXPECT_EQ(claim_named(all, "float-or-double").verdict, StatementVerdict::conditional);
}

}  // namespace
}  // namespace sextant::properties
