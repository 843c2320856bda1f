#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "certificate/certificates.hpp"

namespace sextant::certificate {
namespace {

using nlohmann::json;
using testing::HasSubstr;

const json kFraction = {{"method", "continued-fraction"}};

/// What design.md records of the nearest rows: found by others, by other means.
struct Nearest {
  int dim;
  const char* last;
  const char* offset;
  const char* low;
  const char* high;
  const char* threshold;
};

constexpr const char* kTo32 = "4294967295";
constexpr const char* kTo63 = "9223372036854775807";

json uniqueness(const Nearest& n, const json& scheme) {
  const json minimum = {{"offset", n.offset}, {"distance", {n.low, n.high}}};
  json c = certificate("uniqueness", n.dim, "holds",
                       {{"last", n.last},
                        {"threshold", n.threshold},
                        {"found", json::array({minimum})},
                        {"schemes", json::array({scheme})}});
  c["minimum"] = minimum;
  return c;
}

void expect_confirmed(const json& certificate) {
  const Checked c = checked(certificate);
  EXPECT_TRUE(c.confirmed) << certificate["encoding"] << ": " << c.what;
  testing::Test::RecordProperty(c.what, std::to_string(c.seconds) + " s");
}

TEST(Blocks, ConfirmThatNeighboursAreTheClosest) {
  expect_confirmed(neighbours(128, "1073741823", blocks(128, 14)));
  expect_confirmed(neighbours(1024, "1048575", blocks(1024, 13)));
}

TEST(Blocks, ConfirmTheNearestRowsThatAreKnown) {
  expect_confirmed(
      uniqueness({16, kTo32, "1232107506", "0.0010097", "0.0010098", "11/10000"}, blocks(16, 12)));
}

/// The choice of pairs costs time alone: all of them, none, and intervals that are single offsets.
TEST(Blocks, ConfirmWhateverPairsTheySum) {
  for (const int start : {0, 1, 30, 63, 64}) {
    json scheme = blocks(128, 14);
    for (json& one : scheme["starts"]) one = start;
    expect_confirmed(neighbours(128, "99999", scheme));
  }
  expect_confirmed(neighbours(128, "99999", {{"method", "blocks"}, {"top", 0}, {"starts", {64}}}));
  expect_confirmed(neighbours(128, "99999", blocks(128, 40)));
}

TEST(Lattices, ConfirmTheNearestRowsThatAreKnown) {
  for (const Nearest& n :
       {Nearest{4, kTo32, "914098533", "4.4494e-15", "4.4496e-15", "45/10000000000000000"},
        {4, kTo63, "4300109465910692430", "1.395e-34", "1.405e-34",
         "15/100000000000000000000000000000000000"},
        {8, kTo63, "902537965266708497", "2.075e-32", "2.085e-32",
         "21/1000000000000000000000000000000000"},
        {16, kTo63, "8087933931100704775", "6.955e-13", "6.965e-13", "7/10000000000000"},
        {32, kTo63, "4158531342163481319", "0.0108765", "0.0108775", "11/1000"}})
    expect_confirmed(uniqueness(n, lattice(n.dim, n.last, std::strtold(n.high, nullptr))));
}

TEST(Lattices, ConfirmThatNeighboursAreTheClosest) {
  expect_confirmed(neighbours(64, kTo63, lattice(64, kTo63, 2.2L)));
}

TEST(ContinuedFractions, ConfirmTheNearestRowsThatAreKnown) {
  for (const Nearest& n :
       {Nearest{2, kTo32, "2549491779", "2.0015e-19", "2.0025e-19", "21/100000000000000000000"},
        {2, kTo63, "5293386250278608690", "5.645e-40", "5.655e-40",
         "57/100000000000000000000000000000000000000000"}})
    expect_confirmed(uniqueness(n, kFraction));
}

TEST(Blocks, FullConfirmNeighboursToTheFortiethPower) {
  expect_confirmed(neighbours(128, "1099511627775", blocks(128, 14)));
  expect_confirmed(neighbours(1024, "1099511627775", blocks(1024, 14)));
}

TEST(Lattices, FullConfirmNeighboursToTheSixtyThirdPower) {
  expect_confirmed(neighbours(128, kTo63, lattice(128, kTo63, 3.9L)));
}

/// A list that was made by trying every offset, by each scheme that fits.
std::vector<json> schemes(int dim, const std::string& last, long double threshold) {
  std::vector<json> list = {blocks(dim, 10), lattice(dim, last, threshold)};
  if (dim == 2) list.push_back(kFraction);
  return list;
}

/// Each list is complete, and none without any one of its offsets.
TEST(Lists, AreCompleteOrRefused) {
  struct Case {
    int dim;
    std::uint64_t last;
    std::uint64_t farthest;
  };
  // The first offsets whose D the thresholds lie above; 4 < T at the end.
  for (const auto& [dim, last, farthest] : {Case{2, 100000, 710},
                                            {2, 710, 710},
                                            {2, 500, 1},
                                            {4, 20000, 628},
                                            {8, 50000, 1},
                                            {32, 3000, 3},
                                            {32, 300, 250},
                                            {128, 3000, 2}}) {
    const long double threshold = distance(dim, farthest) * (1 + 1e-9L);
    const auto found = near_offsets(dim, last, threshold);
    for (const json& scheme : schemes(dim, std::to_string(last), threshold)) {
      const json c = near_collisions(
          dim, near(dim, std::to_string(last), above(dim, farthest), found, scheme), found.size());
      SCOPED_TRACE(std::to_string(dim) + " " + scheme["method"].get<std::string>());
      expect_confirmed(c);
      for (std::size_t k = 0; k < found.size(); k += 1 + found.size() / 4) {
        json lacking = c;
        lacking["near"]["found"].erase(k);
        const Checked refused = checked(lacking);
        EXPECT_FALSE(refused.confirmed);
        EXPECT_THAT(refused.what, HasSubstr("offset " + std::to_string(found[k]) + " is within"));
      }
    }
  }
}

/// A certificate of pairs of one frequency, with no offset found; its basis is the unit vectors, or
/// these in reverse.
json lacking(const json& frequency, const char* last, const char* threshold, const char* unit,
             std::size_t pairs, bool reversed) {
  json c = certificate("uniqueness", 2, "holds",
                       {{"last", last}, {"threshold", threshold}, {"found", json::array()}});
  c["encoding"] = "another";
  c["frequencies"] = json(pairs, frequency);
  json basis = json(pairs + 1, json(pairs + 1, "0"));
  for (std::size_t i = 0; i <= pairs; ++i) basis[i][reversed ? pairs - i : i] = "1";
  c["near"]["schemes"] =
      json::array({{{"method", "lattice"}, {"bits", 64}, {"unit", unit}, {"basis", basis}}});
  c["minimum"] = offset(2, 1);
  return c;
}

/// The farthest vector that counts lies on the ellipsoid, whichever of its parts is the larger: a
/// radius that is any shorter misses it, and so does a centre that is elsewhere.
TEST(Lattices, ReachToTheRim) {
  for (const char* unit : {"1099511627776", "18446744073709551616", "1000000000000000000000"})
    for (const bool reversed : {false, true}) {
      SCOPED_TRACE(unit);
      // ω = 1: D(1) = 4 sin²(1/2) = 0.91939538826372056522…, D(6) = 4 sin² 3 = 0.07965942…
      EXPECT_THAT(checked(lacking("1", "1", "91939538826372056523/100000000000000000000", unit, 1,
                                  reversed))
                      .what,
                  HasSubstr("offset 1 is within"));
      EXPECT_THAT(
          checked(lacking("1", "6", "7965942669926795891/100000000000000000000", unit, 1, reversed))
              .what,
          HasSubstr("offset 6 is within"));
      // ω = π twice: half a turn each, D(1) = 8.
      EXPECT_THAT(
          checked(lacking(json::array({"pi"}), "1", "8000000000000000000001/1000000000000000000000",
                          unit, 2, reversed))
              .what,
          HasSubstr("offset 1 is within"));
    }
}

/// Few bits: what rounding the frequency moves a vector by is most of the radius, 0.27·k of
/// 0.5·100.
TEST(Lattices, ReachAsFarAsRoundingMovesThem) {
  const json scheme = {{"method", "lattice"},
                       {"bits", 9},
                       {"unit", "1"},
                       {"basis", json::array({json::array({"1", "0"}), json::array({"0", "1"})})}};
  const auto found = near_offsets(2, 710, 0.01L);
  const json whole = near_collisions(2, near(2, "710", "1/100", found, scheme), found.size());
  expect_confirmed(whole);
  for (std::size_t k = 0; k < found.size(); ++k) {
    json lacking = whole;
    lacking["near"]["found"].erase(k);
    EXPECT_THAT(checked(lacking).what,
                HasSubstr("offset " + std::to_string(found[k]) + " is within"));
  }
}

/// A change of the rows, and what refuses it.
TEST(Lattices, NeedABasisOfAllIntegers) {
  const json whole = neighbours(8, "20000", lattice(8, "20000", 1.0L));
  json list = whole;
  const long double threshold = distance(8, 1) * (1 + 1e-9L);
  list["near"]["found"] =
      near(8, "20000", above(8, 1), near_offsets(8, 20000, threshold), {})["found"];
  json& basis = list["near"]["schemes"][0]["basis"];
  ASSERT_THAT(checked(list).what, HasSubstr("is within the threshold too"));
  const json good = basis;
  for (json& one : basis[2]) one = std::to_string(2 * std::stoll(one.get<std::string>()));
  EXPECT_THAT(checked(list).what, HasSubstr("2, not 1 or -1"));
  basis = good;
  basis[1] = basis[0];
  EXPECT_THAT(checked(list).what, HasSubstr("determinant 0"));
  basis = good;
  basis[3][2] = std::to_string(1 + std::stoll(basis[3][2].get<std::string>()));
  EXPECT_THAT(checked(list).what, HasSubstr("determinant"));
  basis = good;
  std::swap(basis[0], basis[4]);
  EXPECT_THAT(checked(list).what, HasSubstr("is within the threshold too"));
  // Another ellipsoid, that holds the same vectors.
  json& unit = list["near"]["schemes"][0]["unit"];
  unit = unit.get<std::string>() + "0";
  EXPECT_THAT(checked(list).what, HasSubstr("is within the threshold too"));
}

/// A basis is no basis for the search before it is reduced: refused, not searched for years.
TEST(Lattices, AreRefusedWhereTheyAreNotReduced) {
  json c = neighbours(8, kTo63, lattice(8, kTo63, 1.0L));
  json& basis = c["near"]["schemes"][0]["basis"];
  for (std::size_t j = 0; j < 5; ++j)
    basis[4][j] = std::to_string(std::stoll(basis[4][j].get<std::string>()) +
                                 40000 * std::stoll(basis[0][j].get<std::string>()));
  EXPECT_THAT(checked(c).what, HasSubstr("not reduced"));
}

}  // namespace
}  // namespace sextant::certificate
