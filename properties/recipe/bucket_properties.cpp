#include <cmath>
#include <functional>
#include <set>

#include <gtest/gtest.h>

#include "draw/places.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/exact/evaluate.hpp"
#include "sextant/recipe/bound/arithmetic.hpp"

namespace sextant::recipe {
namespace {

/// T5's buckets as programs compute them, with a logarithm of T given: exact at its argument and
/// rounded, or something near that.
template <class T>
using Logarithm = std::function<T(T)>;

template <class T>
T rounded_log(T x) {
  return to<T>(log(Expression(to_rational(from_double(static_cast<double>(x))))));
}

enum class Scaled { divided, by_reciprocal, after_epsilon };

/// e + trunc(log(n/e)/log(max/e)·(nb − e)), with the divisor formed in Python's double.
template <class T>
int bucket(const T5& t5, int n, Scaled how, const Logarithm<T>& logarithm) {
  const int nb = t5.buckets_a_direction();
  const int exact = nb / 2;
  if (n < exact) return n;
  const double range = rounded_log<double>(static_cast<double>(t5.max_distance) / exact);
  T ratio = static_cast<T>(n) / static_cast<T>(exact);
  if (how == Scaled::after_epsilon) ratio += std::numeric_limits<T>::epsilon();
  const T part = how == Scaled::by_reciprocal ? logarithm(ratio) * (T(1) / static_cast<T>(range))
                                              : logarithm(ratio) / static_cast<T>(range);
  return std::min(exact + static_cast<int>(part * static_cast<T>(nb - exact)), nb - 1);
}

/// (buckets, max distance): what T5, LongT5, UMT5 and Flan have, and its neighbours.
std::vector<T5> settings() {
  std::vector<T5> all;
  for (const int buckets : {16, 32, 64}) {
    for (const int most : {64, 128, 256}) {
      for (const bool both : {true, false})
        all.push_back({.num_buckets = buckets, .max_distance = most, .bidirectional = both});
    }
  }
  std::erase_if(all, [](const T5& t) { return t.max_distance <= t.buckets_a_direction() / 2; });
  return all;
}

/// The distances up to 2·max at which a computation differs.
template <class T>
std::set<int> differences(const T5& t5, Scaled how, const Logarithm<T>& logarithm) {
  std::set<int> found;
  for (int n = 0; n <= 2 * t5.max_distance; ++n) {
    if (bucket<T>(t5, n, how, logarithm) != cell(t5, -n)) found.insert(n);
  }
  return found;
}

/// Where n/e is such a power of max/e that the argument of the truncation is an integer.
std::set<int> exact_hits(const T5& t5) {
  const int nb = t5.buckets_a_direction();
  const int exact = nb / 2;
  std::set<int> found;
  for (int n = exact + 1; n <= 2 * t5.max_distance; ++n) {
    const Expression quotient =
        log(Expression(Rational(n, exact))) / log(Expression(Rational(t5.max_distance, exact)));
    const Expression part = Expression(nb - exact) * quotient;
    if (part.rational() != nullptr && is_integer(*part.rational())) found.insert(n);
  }
  return found;
}

/// By computation, over every distance: with correctly rounded logarithms float32 has the exact
/// buckets in every order of the operations, and float64 where it divides.       bias.md, (10)
TEST(T5InFloats, HasTheExactBucketsWhereLogarithmsAreCorrectlyRounded) {
  for (const T5& t5 : settings()) {
    for (const Scaled how : {Scaled::divided, Scaled::by_reciprocal, Scaled::after_epsilon}) {
      EXPECT_EQ(differences<float>(t5, how, rounded_log<float>), std::set<int>{})
          << to_text(t5) << " " << static_cast<int>(how);
      if (how == Scaled::by_reciprocal) continue;
      EXPECT_EQ(differences<double>(t5, how, rounded_log<double>), std::set<int>{})
          << to_text(t5) << " " << static_cast<int>(how);
    }
  }
}

/// A product with a rounded reciprocal falls short of an integer in float64, as it happens, and not
/// in float32.
TEST(T5InFloats, LosesExactHitsToReciprocalsInFloat64) {
  for (const T5& t5 : settings()) {
    const auto lost = differences<double>(t5, Scaled::by_reciprocal, rounded_log<double>);
    for (const int n : lost) EXPECT_EQ(exact_hits(t5).count(n), 1U) << to_text(t5) << " " << n;
  }
  EXPECT_EQ(differences<double>({}, Scaled::by_reciprocal, rounded_log<double>), std::set<int>{64});
}

/// A logarithm that is an ulp too small loses exact hits, and nothing else.
TEST(T5InFloats, LosesExactHitsAloneToLogarithmsAnUlpTooSmall) {
  const auto below = [](float x) { return std::nextafter(rounded_log<float>(x), 0.0F); };
  const auto above = [](float x) { return std::nextafter(rounded_log<float>(x), 1e9F); };
  for (const T5& t5 : settings()) {
    const std::set<int> lost = differences<float>(t5, Scaled::divided, below);
    for (const int n : lost) EXPECT_EQ(exact_hits(t5).count(n), 1U) << to_text(t5) << " " << n;
    EXPECT_EQ(differences<float>(t5, Scaled::divided, above), std::set<int>{}) << to_text(t5);
  }
  EXPECT_EQ(exact_hits({}), (std::set<int>{16, 32, 64, 128, 256}));
  EXPECT_EQ(differences<float>({}, Scaled::divided, below), (std::set<int>{16, 32, 64}));
}

/// mid + ceil(log(n/mid)/log((max − 1)/mid)·(mid − 1)).
template <class T>
int bucket(const Deberta& e, int n, const Logarithm<T>& logarithm) {
  const int mid = e.num_buckets / 2;
  if (n <= mid) return n;
  const T range = rounded_log<T>(static_cast<T>(e.max_distance - 1) / static_cast<T>(mid));
  const T part = logarithm(static_cast<T>(n) / static_cast<T>(mid)) / range;
  return mid + static_cast<int>(std::ceil(part * static_cast<T>(mid - 1)));
}

/// Ceilings go wrong the other way: a logarithm an ulp too large leaves the table of buckets.
TEST(DebertaInFloats, HasTheExactBucketsButForLogarithmsAnUlpTooLarge) {
  for (const auto& [buckets, most] : {std::pair(256, 512), std::pair(32, 128)}) {
    const Deberta e{.num_buckets = buckets, .max_distance = most};
    for (int n = 0; n < 2 * most; ++n) {
      EXPECT_EQ(bucket<float>(e, n, rounded_log<float>), cell(e, n)) << to_text(e) << " " << n;
      EXPECT_EQ(bucket<double>(e, n, rounded_log<double>), cell(e, n)) << to_text(e) << " " << n;
    }
    const auto above = [](float x) { return std::nextafter(rounded_log<float>(x), 1e9F); };
    EXPECT_EQ(cell(e, most - 1), buckets - 1);
    EXPECT_EQ(bucket<float>(e, most - 1, above), buckets) << to_text(e);
  }
}

}  // namespace
}  // namespace sextant::recipe
