#include <algorithm>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "draw/numbers.hpp"
#include "sextant/encoding/error.hpp"
#include "sextant/sweep/chunk.hpp"
#include "sweep/jobs.hpp"

namespace sextant {
namespace {

using sweep::Found;
using sweep::Measured;
using sweep::Place;
using sweep::Sweeper;

/// Any cut of the rows [0, count), its parts in any order.
std::vector<std::pair<std::uint64_t, std::uint64_t>> parts(std::uint64_t count) {
  std::vector<std::uint64_t> ends = {0, count};
  for (int k = *rc::gen::inRange(0, 8); k > 0; --k)
    ends.push_back(*draw::full(rc::gen::inRange<std::uint64_t>(0, count + 1)));
  std::sort(ends.begin(), ends.end());
  std::vector<std::pair<std::uint64_t, std::uint64_t>> found;
  for (std::size_t k = 1; k < ends.size(); ++k) {
    if (ends[k - 1] < ends[k]) found.emplace_back(ends[k - 1], ends[k]);
  }
  for (std::size_t k = found.size(); k > 1; --k)
    std::swap(found[k - 1], found[*draw::full(rc::gen::inRange<std::size_t>(0, k))]);
  return found;
}

/// Row by row and entry by entry, without what a sweep does to be fast.
Measured one_by_one(const sweep::Job& job) {
  const Chart chart = job.chart();
  const exact::Oracle oracle(chart);
  const measure::RowGauge gauge(oracle, job.chain.store);
  const auto recipe = recipe::make(job.recipe, chart, job.chain, job.positions);
  Measured all;
  std::vector<double> values(chart.width());
  for (std::uint64_t row = 0; row < job.positions.count; ++row) {
    const Position p = job.positions[row];
    int octave = 0;
    for (Rational size =
             Rational(to_rational(p < 0 ? -p : p)) / Rational(Integer(job.positions.parts));
         size >= 1; size /= 2)
      ++octave;
    recipe->row(row, values);
    Found found;
    gauge.measure(row, p, values, found.tally,
                  [&](std::size_t channel, const measure::EntryError& e) {
                    for (std::size_t i = 0; i < sweep::kCriteria.size(); ++i) {
                      const bool before = !found.beyond[i] || channel < found.beyond[i]->channel;
                      if (sweep::kCriteria[i].fails(job.chain.store, e) && before)
                        found.beyond[i] = Place{row, p, channel, e.absolute};
                    }
                  });
    all.octaves[octave].merge(found);
  }
  return all;
}

/// Chunks of any sizes, measured and merged in any order, are what one measurement of all is, and
/// what measuring every entry by itself is.
RC_GTEST_PROP(Sweep, IsTheSameInWhateverParts, ()) {
  const sweep::Job job = *sweeps();
  const Sweeper sweeper(job);
  Measured merged;
  for (const auto& [first, last] : parts(job.positions.count)) {
    Measured part = sweeper.measure(first, last);
    if (*rc::gen::arbitrary<bool>()) std::swap(part, merged);
    merged.merge(part);
  }
  const auto whole = to_json(sweeper.measure(0, job.positions.count));
  RC_ASSERT(to_json(merged) == whole);
  RC_ASSERT(to_json(one_by_one(job)) == whole);
}

/// What a record says is what was measured, to the bit.
RC_GTEST_PROP(Sweep, IsReadAsItWasWritten, ()) {
  const sweep::Job job = *sweeps();
  const Measured measured = Sweeper(job).measure(0, job.positions.count);
  const std::string text = to_json(measured).dump();
  const Measured read = sweep::read_measured(nlohmann::json::parse(text));
  RC_ASSERT(to_json(read).dump() == text);
  for (const auto& [octave, found] : measured.octaves) {
    RC_ASSERT(read.octaves.at(octave).tally.ulps.value == found.tally.ulps.value);
    RC_ASSERT(read.octaves.at(octave).beyond[0].has_value() == found.beyond[0].has_value());
  }
}

TEST(Sweep, KeepsWhatIsNotFinite) {
  Found found;
  measure::Witness witness;
  witness.got = -HUGE_VAL;
  witness.error.want = 0.5;
  found.tally.see_not_finite(witness, true);
  witness.got = std::nan("");
  witness.row = 0, witness.channel = 1;
  Measured measured;
  measured.octaves[3] = found;
  const Measured read = sweep::read_measured(to_json(measured));
  EXPECT_EQ(read.octaves.at(3).tally.first_non_finite->got, -HUGE_VAL);
  EXPECT_EQ(read.octaves.at(3).tally.non_finite, 1U);
  EXPECT_TRUE(read.octaves.at(3).tally.absolute.empty());
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
  job.recipe = "no-such";
  EXPECT_THROW(Sweeper{job}, Error);
}

/// Octaves are the same on both sides of the origin, and their rows are no neighbours.
TEST(Sweep, KnowsBothSidesOfTheOrigin) {
  sweep::Job job = small_sweep();
  job.positions = Positions::from(-200, 700);
  const Measured measured = Sweeper(job).measure(0, job.positions.count);
  EXPECT_EQ(to_json(measured), to_json(one_by_one(job)));
  EXPECT_EQ(measured.octaves.size(), 10U);
}

/// Long enough for vectors, and for the windows in which a first failure is looked for to grow.
TEST(SweepFull, FindsTheFirstFailures) {
  sweep::Job job = small_sweep();
  set_field(job.encoding, "dim", "34");
  job.positions = Positions::from(0, 70000);
  const Measured measured = Sweeper(job).measure(0, job.positions.count);
  EXPECT_EQ(to_json(measured), to_json(one_by_one(job)));
  const auto& beyond = measured.whole().beyond;
  ASSERT_TRUE(beyond[0] && beyond[1] && beyond[3]);
  EXPECT_GT(beyond[3]->row, 1000U);
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
