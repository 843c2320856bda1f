#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "draw/gen.hpp"
#include "draw/numbers.hpp"
#include "engine/property.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/sweep/chunk.hpp"
#include "sextant/sweep/octave.hpp"
#include "sweep/jobs.hpp"
#include "sweep/one_by_one.hpp"

namespace sextant {
namespace {

using sweep::FailurePlace;
using sweep::Found;
using sweep::Measured;
using sweep::Sweeper;

/// Any cut of the rows [0, count), its parts in any order.
std::vector<std::pair<std::uint64_t, std::uint64_t>> parts(std::uint64_t count) {
  std::vector<std::uint64_t> ends = {0, count};
  for (int k = *draw::in_range(0, 8); k > 0; --k)
    ends.push_back(*draw::full(draw::in_range<std::uint64_t>(0, count + 1)));
  std::sort(ends.begin(), ends.end());
  std::vector<std::pair<std::uint64_t, std::uint64_t>> found;
  for (std::size_t k = 1; k < ends.size(); ++k) {
    if (ends[k - 1] < ends[k]) found.emplace_back(ends[k - 1], ends[k]);
  }
  for (std::size_t k = found.size(); k > 1; --k)
    std::swap(found[k - 1], found[*draw::full(draw::in_range<std::size_t>(0, k))]);
  return found;
}

nlohmann::json text_of(const Measured& measured, const sweep::Job& job) {
  return to_json(measured, job.positions.parts);
}

/// Chunks of any sizes, measured and merged in any order, are what one measurement of all is, and
/// what measuring every entry by itself is.
PROPERTY(Sweep, IsTheSameInWhateverParts) {
  const sweep::Job job = *sweeps();
  const Sweeper sweeper(job);
  Measured merged;
  for (const auto& [first, last] : parts(job.positions.count)) {
    Measured part = sweeper.measure(first, last);
    if (*draw::arbitrary<bool>()) std::swap(part, merged);
    merged.merge(part);
  }
  const auto whole = text_of(sweeper.measure(0, job.positions.count), job);
  RC_ASSERT(text_of(merged, job) == whole);
  RC_ASSERT(text_of(one_by_one(job), job) == whole);
}

/// What a record says is what was measured, to the bit.
PROPERTY(Sweep, IsReadAsItWasWritten) {
  const sweep::Job job = *sweeps();
  const Measured measured = Sweeper(job).measure(0, job.positions.count);
  const std::string text = text_of(measured, job).dump();
  const Measured read = sweep::read_measured(nlohmann::json::parse(text), job.positions.parts);
  RC_ASSERT(text_of(read, job).dump() == text);
  for (const auto& [octave, found] : measured.octaves) {
    RC_ASSERT(read.octaves.at(octave).statistics.ulps.value == found.statistics.ulps.value);
    for (const auto& [name, first] : found.beyond)
      RC_ASSERT(read.octaves.at(octave).beyond.at(name).has_value() == first.has_value());
  }
}

TEST(Sweep, KeepsWhatIsNotFinite) {
  Found found;
  measure::Witness witness;
  witness.got = -HUGE_VAL;
  witness.error.want = 0.5;
  found.statistics.see_not_finite(witness, true);
  Measured measured;
  measured.octaves[3] = found;
  witness.got = std::nan("");
  measured.octaves[4].statistics.see_not_finite(witness, true);
  measured.octaves[4].beyond["a limit"] = FailurePlace{7, 8, 1, HUGE_VAL};
  const Measured read = sweep::read_measured(to_json(measured, 1), 1);
  EXPECT_EQ(read.octaves.at(3).statistics.first_non_finite->got, -HUGE_VAL);
  EXPECT_EQ(read.octaves.at(3).statistics.non_finite, 1U);
  EXPECT_TRUE(read.octaves.at(3).statistics.absolute.empty());
  EXPECT_TRUE(std::isnan(read.octaves.at(4).statistics.first_non_finite->got));
  EXPECT_EQ(read.octaves.at(4).beyond.at("a limit")->absolute, HUGE_VAL);
}

/// An infinity where the truth rounds to a number, and one where it rounds to an infinity.
TEST(Sweep, HoldsInfinitiesToEveryLimit) {
  sweep::Job job = small_sweep();
  job.formats.store = kFloat16;
  for (const auto* amplitude : {"65519.9999", "70000"}) {
    set_field(job.encoding, "amplitude", amplitude);
    const Found found = Sweeper(job).measure(0, job.positions.count).whole();
    EXPECT_GT(found.statistics.non_finite, 0U);
    const Found expected = one_by_one(job).whole();
    EXPECT_EQ(to_json(found, 1), to_json(expected, 1)) << amplitude;
    ASSERT_TRUE(found.beyond.at("1e-3"));
    EXPECT_EQ(found.beyond.at("faithful").has_value(),
              found.statistics.first_non_finite || found.statistics.unfaithful);
  }
}

/// Positions in halves are reported as decimal numbers.
TEST(Sweep, TellsPositionsThatAreNoIntegers) {
  sweep::Job job = small_sweep();
  job.positions = Positions::parse("0:4:1/2");
  const Measured measured = Sweeper(job).measure(0, job.positions.count);
  EXPECT_EQ(to_json(measured.whole(), 2)["beyond"]["faithful"]["position"],
            to_text(measured.whole().beyond["faithful"]->position, 2));
  const auto last = to_json(Sweeper(job).measure(7, 8).whole(), 2);
  EXPECT_EQ(last["worst"]["absolute"]["position"], "7/2");
}

TEST(Sweep, RefusesWhatItCannotCut) {
  sweep::Job job = small_sweep();
  job.recipe = "rotation-recurrence";
  EXPECT_THROW(Sweeper{job}, Error);
  job = small_sweep();
  job.part = Part::inv_freq;
  EXPECT_THROW(Sweeper{job}, Error);
  job = small_sweep();
  job.positions = Positions::of({1, 5, 3});
  EXPECT_THROW(Sweeper{job}, Error);
  job = small_sweep();
  job.part = Part::rotated;
  EXPECT_THROW(Sweeper{job}, Error);
  job = small_sweep();
  job.recipe = "no-such";
  EXPECT_THROW(Sweeper{job}, Error);
}

/// Octaves are the same on both sides of the origin, and their rows are no neighbours.
TEST(Sweep, KnowsBothSidesOfTheOrigin) {
  sweep::Job job = small_sweep();
  job.positions = Positions::from(-200, 700);
  const Measured measured = Sweeper(job).measure(0, job.positions.count);
  EXPECT_EQ(text_of(measured, job), text_of(one_by_one(job), job));
  EXPECT_EQ(measured.octaves.size(), 10U);
}

/// Positions below 1 too, and the origin is by itself, though its octave is that of 1/2.
TEST(Sweep, KnowsOctavesBelowOne) {
  sweep::Job job = small_sweep();
  job.positions = Positions::parse("-1:1:1/1000");
  const Measured measured = Sweeper(job).measure(0, job.positions.count);
  EXPECT_EQ(text_of(measured, job), text_of(one_by_one(job), job));
  EXPECT_EQ(measured.octaves.size(), 11U);
  EXPECT_EQ(measured.octaves.at(-9).statistics.entries, 2U * 8U);
  EXPECT_EQ(measured.octaves.at(0).statistics.entries, 1001U * 8U);
}

/// As many parts as there are: the first octave is that of one of them.
TEST(Sweep, KnowsTheFirstOctave) {
  sweep::Job job = small_sweep();
  job.positions.parts = (std::uint64_t{1} << 63) - 1;
  const Measured measured = Sweeper(job).measure(0, job.positions.count);
  EXPECT_EQ(text_of(measured, job), text_of(one_by_one(job), job));
  EXPECT_EQ(measured.octaves.begin()->first, sweep::kFirstOctave);
  const std::string text = text_of(measured, job).dump();
  const Measured read = sweep::read_measured(nlohmann::json::parse(text), job.positions.parts);
  EXPECT_EQ(text_of(read, job).dump(), text);
}

/// Every number of float32 over a power of two, and limits of one's own.
TEST(SweepFull, TakesAllNumbersOfFloat32) {
  sweep::Job job = small_sweep();
  job.positions = Positions::parse_any("float32:16776000/16384:1024.0625");
  job.limits = {1e-7, 2.5};
  ASSERT_EQ(job.positions.count, 1216U + 512U);
  const Measured measured = Sweeper(job).measure(0, job.positions.count);
  EXPECT_EQ(text_of(measured, job), text_of(one_by_one(job), job));
  EXPECT_EQ(measured.octaves.size(), 2U);
  const auto beyond = measured.whole().beyond;
  EXPECT_TRUE(beyond.at("beyond 1e-07"));
  EXPECT_FALSE(beyond.at("beyond 2.5"));
}

/// Long enough for vectors, and for the windows in which a first failure is looked for to grow.
TEST(SweepFull, FindsTheFirstFailures) {
  sweep::Job job = small_sweep();
  set_field(job.encoding, "dim", "34");
  job.positions = Positions::from(0, 70000);
  const Measured measured = Sweeper(job).measure(0, job.positions.count);
  EXPECT_EQ(text_of(measured, job), text_of(one_by_one(job), job));
  const auto beyond = measured.whole().beyond;
  ASSERT_TRUE(beyond.at("faithful") && beyond.at("half-ulp-of-1"));
  EXPECT_GT(beyond.at("half-bfloat16-ulp").value().row, 1000U);
}

TEST(Fingerprints, AreOfWhatIsComputed) {
  const sweep::Job job = small_sweep();
  EXPECT_EQ(sweep::recipe_fingerprint(job), sweep::recipe_fingerprint(job));
  EXPECT_EQ(sweep::library_fingerprint(), sweep::library_fingerprint());
  sweep::Job other = job;
  other.recipe = "pow-divide";
  EXPECT_NE(sweep::recipe_fingerprint(job), sweep::recipe_fingerprint(other));
  EXPECT_EQ(sweep::library_fingerprint().size(), 16U);
}

/// The check value that catalogues of CRCs give for CRC-64/ECMA-182.
TEST(Checksum, IsThatOfEcma182) { EXPECT_EQ(sweep::checksum("123456789"), "6c40df5f0b497347"); }

}  // namespace
}  // namespace sextant
