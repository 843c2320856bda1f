#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "draw/gen.hpp"
#include "engine/property.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/exact/evaluate.hpp"
#include "sextant/exact/reference.hpp"
#include "sextant/proof/lattice/best_approximation.hpp"
#include "sextant/proof/lattice/blocks.hpp"
#include "sextant/proof/lattice/near.hpp"
#include "theorem/draw.hpp"

namespace sextant::proof {
namespace {

/// D(k) from the definition: the squared distance of two rows, from enclosures of their entries.
PROPERTY(Distance, IsThatOfTwoRows) {
  const Encoding encoding = draw_encoding(6);
  const Chart chart = exact::settled(sextant::chart(encoding));
  const Position p = *draw::positions(62).as("position");
  const std::uint64_t k = *draw::log_uniform(61).as("offset");
  Wide sum = 0;
  for (const Channel& channel : chart.channels) {
    const auto entry = [&](Position at) {
      const auto e = exact::enclosure(chart.waves, to_rational(at), channel, 2);
      const Wide low = enclose<Wide>(to_rational(e.lower)),
                 high = enclose<Wide>(to_rational(e.upper));
      return hull(low, high);
    };
    const Wide difference = entry(p) - entry(p + k);
    sum += difference * difference;
  }
  const OffsetDistance d = near(Offsets(encoding), k);
  RC_ASSERT(d.below <= to_rational(upper_end(sum)));
  RC_ASSERT(d.above >= to_rational(lower_end(sum)));
  RC_ASSERT(d.above - d.below <= d.above * Rational(1, pow(Integer(10), 22)));
}

/// The threshold is D of some offset of the range, so that a list too short by a hair is seen.
struct Sought {
  Encoding encoding;
  Offsets offsets{encoding};
  std::uint64_t first = 1, last = 1;
  Rational threshold = 0;
};
Sought draw_sought(int pairs, int bits, std::uint64_t most) {
  Sought s{draw_encoding(pairs)};
  s.first = 1 + *draw::log_uniform(bits).as("first");
  s.last = s.first + *draw::in_range<std::uint64_t>(0, most).as("more");
  s.threshold = near(s.offsets, *draw::in_range(s.first, s.last + 1).as("at")).above;
  return s;
}

PROPERTY(Blocks, FindWhatOneByOneFinds) {
  const Sought s = draw_sought(6, 0, 60);
  const auto found = Blocks(s.offsets).search(1, s.last, s.threshold, false, {});
  RC_ASSERT(offsets_of(found) == one_by_one(s.offsets, 1, s.last, s.threshold));
}

/// Where phases are known least: a unit of 2⁻⁶⁴ a step, times 2⁴⁹.
PROPERTY(Blocks, FindItFarOutToo) {
  const Sought s = draw_sought(3, 49, 15);
  const auto found = Blocks(s.offsets).search(s.first, s.last, s.threshold, false, {});
  RC_ASSERT(offsets_of(found) == one_by_one(s.offsets, s.first, s.last, s.threshold));
}

/// One pair, of a step that is rounded up or down, and the offset at the rim of an interval that is
/// dropped or kept by what is known of its phase: the first of a block, nearer than the threshold
/// by nothing.
PROPERTY(Blocks, KeepWhatLiesAtTheRimOfAnInterval) {
  const auto thousandths = *draw::in_range(200, 1800).as("scale in thousandths");
  const Offsets offsets(
      read_encoding("sinusoidal dim=2 scale=" + std::to_string(thousandths) + "/1000"));
  const std::uint64_t k =
      2 * *draw::in_range<std::uint64_t>(std::uint64_t{1} << 46, std::uint64_t{1} << 48);
  const auto found = Blocks(offsets).search(k, k, near(offsets, k).above, false, {});
  RC_ASSERT(offsets_of(found) == std::vector{Integer(k)});
}

PROPERTY(Blocks, FallToTheLeast) {
  const Sought s = draw_sought(6, 0, 60);
  const Rational start = near(s.offsets, 1).above;
  const auto found = Blocks(s.offsets).search(1, s.last, start, true, {});
  OffsetDistance least = near(s.offsets, 1);
  for (std::uint64_t k = 2; k <= s.last; ++k)
    if (const OffsetDistance here = near(s.offsets, k); nearer(here, least)) least = here;
  RC_ASSERT(offsets_of(found) == std::vector{least.offset});
}

PROPERTY(LatticeSearch, FindsWhatOneByOneFinds) {
  const Sought s = draw_sought(6, 0, 60);
  nlohmann::ordered_json certificate;
  const auto found =
      near_offsets(s.offsets, {Integer(s.last), Method::lattice}, s.threshold, certificate);
  RC_ASSERT(offsets_of(found) == one_by_one(s.offsets, 1, s.last, s.threshold));
}

/// Far beyond what can be tried one by one; automatic compares both.
PROPERTY(LatticeSearch, AgreesWithBlocksFull) {
  const Sought s = draw_sought(12, 0, 1 << 18);
  nlohmann::ordered_json certificate;
  const OffsetDistance least = nearest_offset(s.offsets, {Integer(s.last)}, certificate);
  RC_ASSERT(certificate.at("schemes").size() >= 2U);
  RC_ASSERT(certificate.at("found").size() == 1U);
  RC_ASSERT(least.offset >= 1 && least.offset <= s.last);
}

PROPERTY(BestApproximation, IsTheNearestOneByOne) {
  const Rational x(Integer(*draw::in_range<std::int64_t>(1, 1 << 30)), Integer((1 << 30) + 3));
  const Wide irrational = enclose<Wide>(x) + sqrt(Wide(2)) / Wide(1000003);
  const std::uint64_t last = *draw::in_range<std::uint64_t>(1, 500).as("last");
  const Rational exactly = to_rational(lower_end(irrational));
  const auto off = [&](std::uint64_t k) {
    const Rational y = exactly * k;
    const Rational part = y - Rational(Integer(numerator(y) / denominator(y)));
    return std::min(part, Rational(1 - part));
  };
  std::uint64_t best = 1;
  for (std::uint64_t k = 2; k <= last; ++k)
    if (off(k) < off(best)) best = k;
  RC_ASSERT(best_approximation(irrational, last) == best);
}

TEST(Offsets, OfARowWithoutPartnersAreRefused) {
  EXPECT_THROW(Offsets(read_encoding("sinusoidal dim=5")), Error);
  EXPECT_THROW(Offsets(read_encoding("alibi heads=8")), Error);
}

TEST(Blocks, RefuseWhatTheyDoNotReach) {
  const Offsets offsets(read_encoding("sinusoidal dim=4"));
  EXPECT_THROW(Blocks(offsets).search(1, std::uint64_t{1} << 50, 1, false, {}), Error);
  EXPECT_THROW(Blocks(offsets).search(0, 5, 1, false, {}), Error);
  EXPECT_THROW(Blocks(offsets).search(6, 5, 1, false, {}), Error);
}

}  // namespace
}  // namespace sextant::proof
