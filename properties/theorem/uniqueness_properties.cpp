#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/proof/lattice/uniqueness.hpp"
#include "sextant/proof/statement/offsets.hpp"
#include "theorem/draw.hpp"

namespace sextant::proof {
namespace {

Range below(int bits, Method method = Method::automatic) {
  return {(Integer(1) << static_cast<unsigned>(bits)) - 1, method};
}

/// An encoding's least distance below 2^bits, as recorded.
struct Least {
  std::string encoding;
  int bits;
  std::string offset, distance;
};
std::ostream& operator<<(std::ostream& out, const Least& l) {
  return out << l.encoding << " below 2^" << l.bits;
}

class Uniqueness : public testing::TestWithParam<Least> {};

/// Found by other programs, first below 2³² one by one, then by a lattice.
INSTANTIATE_TEST_SUITE_P(
    Known, Uniqueness,
    testing::Values(Least{"sinusoidal dim=2", 32, "2549491779", "2.002e-19"},
                    Least{"sinusoidal dim=4", 32, "914098533", "4.4495e-15"},
                    Least{"sinusoidal dim=8", 32, "2508429787", "7.6525e-13"},
                    Least{"sinusoidal dim=16", 32, "1232107506", "0.00100974"},
                    Least{"sinusoidal dim=32", 32, "1", "1.3727"},
                    Least{"sinusoidal dim=2", 63, "5293386250278608690", "5.650e-40"},
                    Least{"sinusoidal dim=4", 63, "4300109465910692430", "1.40450036e-34"},
                    Least{"sinusoidal dim=8", 63, "902537965266708497", "2.08378361e-32"},
                    Least{"sinusoidal dim=16", 63, "8087933931100704775", "6.95954064e-13"},
                    Least{"sinusoidal dim=32", 63, "4158531342163481319", "0.010877319"},
                    Least{"sinusoidal dim=64", 63, "1", "2.166"},
                    Least{"rope dim=64", 63, "1", "2.166"}));

TEST_P(Uniqueness, HasItsLeastDistanceWhereItIsKnown) {
  const Least& known = GetParam();
  const Theorem t = uniqueness(read_encoding(known.encoding), below(known.bits, Method::lattice));
  EXPECT_EQ(t.outcome, TheoremOutcome::holds);
  EXPECT_EQ(t.certificate->at("minimum").at("offset"), known.offset);
  const std::string printed = t.certificate->at("minimum").at("distance").at(1);
  const Rational recorded = parse_rational(known.distance), found = parse_rational(printed);
  EXPECT_LE(abs(found - recorded), recorded / 1000) << printed;  // of four digits or more
}

TEST(Uniqueness, HoldsFor128ChannelsToTheLastPosition) {
  const Theorem t = uniqueness(read_encoding("sinusoidal dim=128"), below(63));
  EXPECT_EQ(t.certificate->at("minimum").at("offset"), "1");
}

TEST(Uniqueness, HoldsFor128ChannelsBelow2To40ByBothMethodsFull) {
  const Theorem t = uniqueness(read_encoding("sinusoidal dim=128"), below(40));
  EXPECT_EQ(t.certificate->at("near").at("schemes").size(), 2U);
  EXPECT_EQ(t.certificate->at("minimum").at("offset"), "1");
}

/// By both methods up to where the rival is, which the second would not find by the first's
/// mistake.
TEST(Neighbours, AreNotTheClosestPairOf32ChannelsForever) {
  const Theorem t = neighbours(read_encoding("sinusoidal dim=32"), below(63, Method::lattice));
  EXPECT_EQ(t.outcome, TheoremOutcome::fails);
  EXPECT_EQ(t.certificate->at("rival").at("offset"), "89468676394");
  EXPECT_EQ(t.certificate->at("near").at("last"), "89468676394");
  const Theorem before =
      neighbours(read_encoding("sinusoidal dim=32"), {Integer("89468676393"), Method::lattice});
  EXPECT_EQ(before.outcome, TheoremOutcome::holds);
}

TEST(NearCollisions, AreTheLeastOfTheRangeInOrder) {
  const Encoding encoding = read_encoding("sinusoidal dim=6");
  const Theorem t = near_collisions(encoding, {Integer(1000)}, 7);
  const Offsets offsets(encoding);
  std::vector<OffsetDistance> all;
  for (int k = 1; k <= 1000; ++k) all.push_back(near(offsets, k));
  std::sort(all.begin(), all.end(), nearer);
  ASSERT_EQ(t.certificate->at("closest").size(), 7U);
  for (std::size_t i = 0; i < 7; ++i)
    EXPECT_EQ(t.certificate->at("closest").at(i).at("offset"), all[i].offset.str());
}

}  // namespace
}  // namespace sextant::proof
