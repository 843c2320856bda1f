#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "certificate/certificates.hpp"

namespace sextant::certificate {
namespace {

using nlohmann::json;

struct Found {
  const char* offset;
  const char* low;
  const char* high;
};

/// The offsets below 2⁶³ that are near in sinusoidal dim=4 base=500000, by distance.  The third is
/// a difference of the second, beyond 2⁶², and the fourth.
constexpr Found kFirst{"8448268280573835314", "1.3714150e-18", "1.3714151e-18"};
constexpr Found kSecond{"4938327761175705201", "2.5547257e-18", "2.5547258e-18"};
constexpr Found kThird{"3696007038325533202", "4.5005955e-18", "4.5005956e-18"};
constexpr Found kFourth{"1242320722850171999", "5.0658349e-18", "5.0658350e-18"};

json list(const std::vector<Found>& found) {
  json all = json::array();
  for (const Found& one : found)
    all.push_back({{"offset", one.offset}, {"distance", {one.low, one.high}}});
  return all;
}

json far_collisions(const char* last, const std::vector<Found>& ascending,
                    const std::vector<Found>& closest) {
  const json scheme = {
      {"method", "lattice"},
      {"bits", 155},
      {"unit", "1845840579322172680"},
      {"basis",
       json::array(
           {json::array({"4938327761175705201", "785959273799046262", "1111514264479520"}),
            json::array({"1242320722850171999", "197721483947101402", "279620404170525"}),
            json::array({"8448268280573835314", "1344583657419793217", "1901528444068291"})})}};
  return {{"certificate", "near-collisions"},
          {"version", 1},
          {"encoding", "sinusoidal dim=4 base=500000"},
          {"outcome", "holds"},
          {"frequencies", json::array({"1", json::array({"power", "500000", "-1/2"})})},
          {"near",
           {{"last", last},
            {"threshold", "548566/100000000000000000000000"},
            {"found", list(ascending)},
            {"schemes", json::array({scheme})}}},
          {"closest", list(closest)}};
}

TEST(LargeOffsets, AreFoundOnTheListThoughTheirSumBeganBeyond62Bits) {
  const Checked c = checked(far_collisions(
      "9223372036854775807", {kFourth, kThird, kSecond, kFirst}, {kFirst, kSecond, kThird}));
  EXPECT_TRUE(c.confirmed) << c.what;
}

TEST(LargeOffsets, AreMissedWhereTheirSumBeganBeyond62Bits) {
  const Checked c = checked(far_collisions("4000000000000000000", {kFourth}, {kFourth}));
  EXPECT_FALSE(c.confirmed) << c.what;
  EXPECT_THAT(c.what, testing::HasSubstr("offset 3696007038325533202 is within the threshold"));
}

}  // namespace
}  // namespace sextant::certificate
