#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "certificate/certificates.hpp"

namespace sextant::certificate {
namespace {

using nlohmann::json;
using testing::HasSubstr;

/// A change of a certificate, and the reason of its refusal.
struct Change {
  const char* reason;
  std::function<void(json&)> make;
};

void expect_refused(const json& good, const std::vector<Change>& changes) {
  const Checked whole = checked(good);
  ASSERT_TRUE(whole.confirmed) << whole.what;
  for (const Change& change : changes) {
    json bad = good;
    change.make(bad);
    const Checked refused = checked(bad);
    EXPECT_FALSE(refused.confirmed) << change.reason;
    EXPECT_THAT(refused.what, HasSubstr(change.reason));
    EXPECT_EQ(refused.what.find('\n'), std::string::npos);
  }
}

/// The nearest rows of dim = 8 up to 9999, and others almost as near.
json unique_to_9999() {
  const auto found = near_offsets(8, 9999, 0.4L);
  json c = certificate("uniqueness", 8, "holds", near(8, "9999", "2/5", found, blocks(8, 10)));
  std::uint64_t least = found.front();
  for (const std::uint64_t k : found)
    if (distance(8, k) < distance(8, least)) least = k;
  c["minimum"] = offset(8, least);
  return c;
}

TEST(Uniqueness, IsRefusedWhereAnythingIsChanged) {
  const json good = unique_to_9999();
  const json other = good["near"]["found"][0];
  ASSERT_NE(other["offset"], good["minimum"]["offset"]);
  expect_refused(
      good,
      {{"minimum stated", [&](json& c) { c["minimum"] = other; }},
       {"is not in near.found", [](json& c) { c["minimum"]["offset"] = "1"; }},
       {"outside the interval", [](json& c) { c["minimum"]["distance"][0] = "0.39999"; }},
       {"outside the interval", [](json& c) { c["near"]["found"][0]["distance"][1] = "0.001"; }},
       {"outside the interval", [](json& c) { c["near"]["found"][0]["distance"][0] = "0.3999"; }},
       {"not what the outcome", [](json& c) { c["outcome"] = "fails"; }},
       {"is within the threshold, and not listed", [](json& c) { c["near"]["threshold"] = "1/2"; }},
       {"not certainly within", [](json& c) { c["near"]["threshold"] = "1/1000"; }},
       {"and not listed", [](json& c) { c["near"]["last"] = "99999"; }},
       {"and not listed", [](json& c) { c["near"]["found"].erase(0); }},
       {"frequencies[2]: is not that of", [](json& c) { c["frequencies"][2][2] = "-5/8"; }},
       {"frequencies[0]: is not that of", [](json& c) { c["frequencies"][0] = "1001/1000"; }},
       {"outside the interval", [](json& c) {
          c["encoding"] = "another";
          c["frequencies"][0] = "1001/1000";
        }}});
}

/// Another frequency of a pair that turns slowly shows only where the list is tried.
TEST(Uniqueness, HoldsOfTheFrequenciesListed) {
  json c = neighbours(128, "999999", blocks(128, 14));
  for (json& one : c["near"]["found"]) one["distance"] = {"3", "4"};
  ASSERT_TRUE(checked(c).confirmed);
  c["encoding"] = "another";
  for (std::size_t i = 0; i < 64; ++i) c["frequencies"][i] = c["frequencies"][i % 2];
  c["near"]["threshold"] = "110";
  c["near"]["found"][0]["distance"] = {"1", "110"};
  EXPECT_THAT(checked(c).what, HasSubstr("and not listed"));
}

/// ω = 2π/5 and 2π/3: the rows of p and p + 15 are equal, which no enclosure can show.
json repeated() {
  json c = certificate("uniqueness", 4, "fails", {{"last", "40"}, {"threshold", "1/100"}});
  c["encoding"] = "another";
  c["frequencies"] = {{"product", "2/5", {"pi"}}, {"product", {"sum", "1/3", "1/3"}, {"pi"}}};
  const auto at = [](const char* k) { return json{{"offset", k}, {"distance", {"0", "0"}}}; };
  c["near"]["found"] = {at("15"), at("30")};
  c["near"]["schemes"] = json::array({{{"method", "blocks"}, {"top", 0}, {"starts", {2}}}});
  c["minimum"] = at("15");
  return c;
}

TEST(Uniqueness, FailsWhereRowsAreEqual) {
  expect_refused(
      repeated(),
      {{"not certainly larger", [](json& c) { c["minimum"] = c["near"]["found"][1]; }},
       {"not what the outcome", [](json& c) { c["outcome"] = "holds"; }},
       {"offset 30 is within", [](json& c) { c["near"]["found"].erase(1); }},
       {"D(15) is 0, outside",
        [](json& c) {
          c["near"]["found"][0]["distance"] = {"1e-9", "1e-8"};
        }},
       {"outside the interval", [](json& c) { c["frequencies"][0] = json::array({"pi"}); }}});
}

TEST(Neighbours, AreRefusedWhereAnythingIsChanged) {
  expect_refused(neighbours(64, "20000", blocks(64, 14)),
                 {{"certainly within", [](json& c) { c["near"]["threshold"] = "2165/1000"; }},
                  {"lacks offset 1",
                   [](json& c) {
                     c["near"]["threshold"] = "2";
                     c["near"]["found"] = json::array();
                   }},
                  {"offset 1 is within", [](json& c) { c["near"]["found"] = json::array(); }},
                  {"listed", [](json& c) { c["near"]["threshold"] = "40"; }},
                  {"offset 2 is within", [](json& c) {
                     c["near"]["threshold"] = above(64, 2);
                     c["near"]["found"] =
                         near(64, "20000", "", near_offsets(64, 20000, distance(64, 2) * 1.00001L),
                              {})["found"];
                   }}});
}

/// dim = 8: the first offset nearer than 1 comes early.
TEST(Neighbours, HaveARival) {
  const long double own = distance(8, 1) * (1 + 1e-9L);
  const auto found = near_offsets(8, 5000, own);
  ASSERT_GT(found.size(), 3U);
  json c = certificate("neighbours", 8, "fails", near(8, "5000", above(8, 1), found, blocks(8, 9)));
  c["rival"] = offset(8, found[1]);
  expect_refused(c,
                 {{"and comes before", [&](json& bad) { bad["rival"] = offset(8, found[2]); }},
                  {"not certainly smaller", [&](json& bad) { bad["rival"] = offset(8, 1); }},
                  {"not in near.found", [&](json& bad) { bad["rival"]["offset"] = "2"; }},
                  {"is within the threshold too", [&](json& bad) { bad["outcome"] = "holds"; }}});
}

TEST(NearCollisions, AreRefusedWhereAnythingIsChanged) {
  const auto found = near_offsets(8, 20000, 0.4L);
  ASSERT_GT(found.size(), 6U);
  const json list = near(8, "20000", "2/5", found, blocks(8, 10));
  expect_refused(
      near_collisions(8, list, 5),
      {{"does not certainly ascend", [](json& c) { std::swap(c["closest"][1], c["closest"][2]); }},
       {"comes twice", [](json& c) { c["closest"][1] = c["closest"][0]; }},
       {"lacks offset", [](json& c) { c["closest"].erase(2); }},
       {"not in near.found", [](json& c) { c["closest"][0]["offset"] = "1"; }},
       {"outside the interval",
        [](json& c) { c["closest"][4]["distance"] = c["closest"][0]["distance"]; }},
       {"has the outcome", [](json& c) { c["outcome"] = "fails"; }}});
}

/// Schemes beside one another are all tried.
TEST(Schemes, AreAllTried) {
  json c = neighbours(8, "100", blocks(8, 4));
  c["near"]["found"] =
      near(8, "100", "", near_offsets(8, 100, distance(8, 1) * (1 + 1e-9L)), {})["found"];
  c["near"]["schemes"].push_back(lattice(8, "100", 1.0L));
  c["certificate"] = "near-collisions";
  c["closest"] = near_collisions(8, c["near"], c["near"]["found"].size())["closest"];
  ASSERT_TRUE(checked(c).confirmed) << checked(c).what;
  c["near"]["schemes"][1]["basis"][0] = c["near"]["schemes"][1]["basis"][1];
  EXPECT_THAT(checked(c).what, HasSubstr("determinant 0"));
}

}  // namespace
}  // namespace sextant::certificate
