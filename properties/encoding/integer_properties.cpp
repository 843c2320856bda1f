#include <limits>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include <boost/multiprecision/cpp_int.hpp>
#include <gtest/gtest.h>
#include <mpfr.h>

#include "sextant/encoding/real/rational.hpp"

namespace sextant {
namespace {

using Peer = boost::multiprecision::cpp_int;
using PeerRational = boost::multiprecision::cpp_rational;

/// Integers near every size at which a representation could change, and random ones up to 2000
/// bits.
std::vector<Peer> operands() {
  std::vector<Peer> all = {0, 1, 2, 3, 10};
  for (const unsigned bits :
       {31U, 32U, 53U, 54U, 62U, 63U, 64U, 65U, 126U, 127U, 128U, 129U, 191U, 192U}) {
    for (const int off : {-1, 0, 1}) all.push_back((Peer(1) << bits) + off);
  }
  std::mt19937_64 random(1);
  for (const unsigned bits : {40U, 64U, 90U, 127U, 128U, 200U, 2000U}) {
    Peer value = 1;
    while (msb(value) < bits) value = (value << 64) + random();
    all.push_back(value & ((Peer(1) << bits) - 1));
  }
  for (std::size_t i = all.size(); i-- > 0;) all.push_back(-all[i]);
  return all;
}

Integer ours(const Peer& value) { return Integer(value.str()); }

/// floor(value/2^count): Boost 1.74 errs for some negative numbers.
Peer shifted_down(const Peer& value, unsigned count) {
  const Peer unit = Peer(1) << count;
  return value >= 0 ? Peer(value / unit) : Peer(-((unit - 1 - value) / unit));
}

/// The double nearest to a/b by MPFR, ties to even.
double nearest_by_mpfr(const Peer& a, const Peer& b) {
  const mpfr_exp_t least = mpfr_get_emin(), most = mpfr_get_emax();
  mpfr_set_emin(-1073);
  mpfr_set_emax(1024);
  mpq_t fraction;
  mpq_init(fraction);
  mpq_set_str(fraction, (a.str() + "/" + b.str()).c_str(), 10);
  mpq_canonicalize(fraction);
  mpfr_t x;
  mpfr_init2(x, 53);
  mpfr_subnormalize(x, mpfr_set_q(x, fraction, MPFR_RNDN), MPFR_RNDN);
  const double nearest = mpfr_get_d(x, MPFR_RNDN);
  mpfr_clear(x);
  mpq_clear(fraction);
  mpfr_set_emin(least);
  mpfr_set_emax(most);
  return nearest;
}

/// Every operation on all pairs of operands gives Boost's result.
TEST(Integer, ComputesAsBoostDoes) {
  const std::vector<Peer> all = operands();
  for (const Peer& x : all) {
    for (const Peer& y : all) {
      const Integer a = ours(x), b = ours(y);
      const std::string at = x.str() + ", " + y.str();
      ASSERT_EQ((a + b).str(), Peer(x + y).str()) << at;
      ASSERT_EQ((a - b).str(), Peer(x - y).str()) << at;
      ASSERT_EQ((a * b).str(), Peer(x * y).str()) << at;
      ASSERT_EQ(a == b, x == y) << at;
      ASSERT_EQ(a < b, x < y) << at;
      ASSERT_EQ(gcd(a, b).str(), Peer(gcd(x, y)).str()) << at;
      if (x >= 0 && y >= 0) {
        ASSERT_EQ((a & b).str(), Peer(x & y).str()) << at;
        ASSERT_EQ((a | b).str(), Peer(x | y).str()) << at;
      }
      if (y == 0) {
        EXPECT_THROW((void)(a / b), std::overflow_error);
        EXPECT_THROW((void)(a % b), std::overflow_error);
        EXPECT_THROW(Rational(a, b), std::overflow_error);
        continue;
      }
      ASSERT_EQ((a / b).str(), Peer(x / y).str()) << at;
      ASSERT_EQ((a % b).str(), Peer(x % y).str()) << at;
      Integer quotient, remainder;
      divide_qr(a, b, quotient, remainder);
      ASSERT_EQ(quotient * b + remainder, a) << at;
    }
  }
}

TEST(Integer, ShiftsAndConverts) {
  for (const Peer& x : operands()) {
    const Integer a = ours(x);
    ASSERT_EQ(a.str(), x.str());
    for (const unsigned count : {0U, 1U, 63U, 64U, 65U, 127U, 128U, 300U}) {
      ASSERT_EQ((a << count).str(), Peer(x << count).str()) << x << " << " << count;
      ASSERT_EQ((a >> count).str(), shifted_down(x, count).str()) << x << " >> " << count;
    }
    ASSERT_EQ(static_cast<std::int64_t>(a), static_cast<std::int64_t>(x)) << x;
    if (x >= 0) {
      ASSERT_EQ(static_cast<std::uint64_t>(a), static_cast<std::uint64_t>(x)) << x;
    }
    if (x > 0) {
      ASSERT_EQ(msb(a), msb(x)) << x;
    }
    if (x > 0) {
      ASSERT_EQ(lsb(a), lsb(x)) << x;
    }
    ASSERT_EQ(static_cast<double>(a), nearest_by_mpfr(x, 1)) << x;
    Integer moved_from = a;
    const Integer moved = std::move(moved_from);
    ASSERT_EQ(moved, a);
  }
}

/// Sums, products and quotients of fractions are in lowest terms, and round to the nearest double.
TEST(Rational, ComputesAsBoostDoes) {
  const std::vector<Peer> all = operands();
  for (std::size_t i = 0; i + 3 < all.size(); ++i) {
    for (std::size_t j = 0; j + 5 < all.size(); j += 3) {
      const Peer below = all[i + 2] == 0 ? Peer(1) : Peer(abs(all[i + 2]));
      const Peer beside = all[j + 3] == 0 ? Peer(7) : Peer(abs(all[j + 3]));
      const PeerRational x(all[i], below), y(all[j], beside);
      const Rational a(ours(all[i]), ours(below)), b(ours(all[j]), ours(beside));
      const std::string at = x.str() + ", " + y.str();
      ASSERT_EQ(a.str(), x.str());
      ASSERT_EQ((a + b).str(), PeerRational(x + y).str()) << at;
      ASSERT_EQ((a - b).str(), PeerRational(x - y).str()) << at;
      ASSERT_EQ((a * b).str(), PeerRational(x * y).str()) << at;
      if (y != 0) {
        ASSERT_EQ((a / b).str(), PeerRational(x / y).str()) << at;
      }
      ASSERT_EQ(a < b, x < y) << at;
      ASSERT_EQ(static_cast<double>(a), nearest_by_mpfr(numerator(x), denominator(x))) << at;
    }
  }
}

}  // namespace
}  // namespace sextant
