#include <set>
#include <sstream>

#include <nlohmann/json.hpp>

#include "certificate/arithmetic/error.hpp"
#include "certificate/check.hpp"
#include "draw/gen.hpp"
#include "draw/places.hpp"
#include "engine/property.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/proof/identity/identities.hpp"

namespace sextant::proof {
namespace {

using nlohmann::ordered_json;

/// The checker's error for a certificate; empty if it is confirmed.
std::string refusal_of_identity(const ordered_json& certificate) {
  std::istringstream text(certificate.dump());
  try {
    const certificate::Checked checked = certificate::check_certificate(text);
    return checked.confirmed ? "" : checked.what;
  } catch (const certificate::Error& error) {
    return error.what();
  }
}

Polynomial x() { return Polynomial::number("x"); }
Polynomial cosine() { return Polynomial::cosine({{"a", 1}}); }
Polynomial sine() { return Polynomial::sine({{"a", 1}}); }

TEST(Identity, HoldsAndItsCertificateIsAccepted) {
  for (const Identity& one : identities()) {
    const Theorem theorem = prove(one);
    EXPECT_EQ(theorem.outcome, TheoremOutcome::holds) << one.name << ": " << theorem.result;
    EXPECT_EQ(refusal_of_identity(*theorem.certificate), "") << one.name;
  }
}

TEST(Identity, FailsWhereASignIsTurnedOrAnOffsetAdded) {
  std::set<std::string> names;
  for (const Identity& one : identities()) {
    EXPECT_TRUE(names.insert(one.name).second);
    EXPECT_FALSE(one.wrong.empty()) << one.name;
    for (const Claimed& claimed : one.wrong) {
      const Theorem theorem = prove({one.name, claimed.name, claimed.equations, {}});
      EXPECT_EQ(theorem.outcome, TheoremOutcome::fails) << one.name << ": " << claimed.name;
      // The checker expands it: it says the same without a look at the grid.
      EXPECT_EQ(refusal_of_identity(*theorem.certificate), "") << claimed.name;
    }
    EXPECT_THROW((void)identity(one.name + "?"), Error);
    EXPECT_EQ(&identity(one.name), &one);
  }
}

/// x(x − 1)…(x − n + 1) is 0 on n of the n + 1 points that decide: one less would not do.
TEST(Identity, IsDecidedByTheLastPointOfANumbersGrid) {
  for (int n = 1; n <= 6; ++n) {
    Polynomial product = x();
    for (int k = 1; k < n; ++k) product = product * (x() - k);
    const auto found = counterexample({product, 0});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->place.numbers.at("x"), n);
  }
}

/// The chord through the points of half tangents t and u has 1 − tu = (1 + tu)·cos + …: here as
/// (1 − tu)·cos + (t + u)·sin = 1 + tu.  A product of n of them is 0 on 2n points of the 2n + 1.
TEST(Identity, IsDecidedByTheLastPointOfAnAnglesGrid) {
  for (int n = 1; n <= 4; ++n) {
    Polynomial product = 1;
    for (int k = 0; k < n; ++k) {
      const int t = 2 * k, u = 2 * k + 1;
      product = product * ((1 - t * u) * cosine() + (t + u) * sine() - (1 + t * u));
    }
    const auto found = counterexample({product, 0});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->place.half_tangents.at("a"), 2 * n);
  }
}

/// Angles are added through their halves' directions; the values are those of the addition theorem.
PROPERTY(Identity, EvaluatesSumsOfAnglesAsTheAdditionTheoremDoes) {
  const EvaluationPoint place{
      {{"a", *draw::rationals().as("tan a/2")}, {"b", *draw::rationals().as("tan b/2")}}, {}};
  const auto c = [&](Angle a) { return Polynomial::cosine(std::move(a)).at(place); };
  const auto s = [&](Angle a) { return Polynomial::sine(std::move(a)).at(place); };
  const int n = *draw::in_range(-4, 5).as("n");
  const Angle a = {{"a", n}}, b = {{"b", 1}}, both = {{"a", n}, {"b", 1}};
  RC_ASSERT(c(both) == Rational(c(a) * c(b) - s(a) * s(b)));
  RC_ASSERT(s(both) == Rational(s(a) * c(b) + c(a) * s(b)));
  RC_ASSERT(c({{"a", n + 1}}) == Rational(c(a) * c({{"a", 1}}) - s(a) * s({{"a", 1}})));
}

ordered_json shift_invariance() { return *prove(identity("shift-invariance")).certificate; }

TEST(IdentityChecker, RefusesWhatWasChanged) {
  const ordered_json good = shift_invariance();
  ASSERT_EQ(refusal_of_identity(good), "");
  const auto refuses = [&](const char* pointer, const ordered_json& value) {
    ordered_json bad = good;
    bad.at(ordered_json::json_pointer(pointer)) = value;
    EXPECT_NE(refusal_of_identity(bad), "") << pointer;
  };
  refuses("/outcome", "fails");
  refuses("/outcome", "open");
  refuses("/equations", ordered_json::array());
  refuses("/equations/0/right", good["equations"][0]["left"][1]);
  refuses("/equations/0/degrees/angles/i", 0);
  refuses("/equations/0/degrees/numbers/q0", 0);
  refuses("/equations/0/grid/half_tangents/j", {"0", "1"});
  refuses("/equations/0/grid/half_tangents/j", {"0", "1", "2/2"});
  refuses("/equations/0/grid/numbers/k1", {"0"});
  refuses("/wrong/0/counterexample", nullptr);
  refuses("/wrong/0/counterexample/left", "17");
  refuses("/wrong/0/counterexample/right", "1/0");
  refuses("/equations/0/left", {"cos", {{"i", 1000000000}}});
  refuses("/equations/0/left", {"tan", {{"i", 1}}});
  // The values are right, and they are equal.
  ordered_json true_one = good["wrong"][0];
  true_one["right"] = true_one["left"];
  true_one["counterexample"]["right"] = true_one["counterexample"]["left"];
  refuses("/wrong/0", true_one);
  refuses("/wrong/0/right", good["equations"][0]["right"]);
  refuses("/wrong/0/counterexample/half_tangents/i", "12");
}

}  // namespace
}  // namespace sextant::proof
