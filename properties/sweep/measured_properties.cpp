#include <algorithm>
#include <cmath>

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

/// A class counted up to, limit by limit.
std::size_t counted_up(double off, double limit) {
  std::size_t k = 0;
  for (; off > limit && k + 1 < measure::Spread::kClasses; limit *= 2) ++k;
  return k;
}

measure::Spread spread_of(const Format& format, const measure::EntryError& e, double got) {
  measure::Spread one;
  const bool right = e.correct == measure::Correct::yes && std::abs(got) <= 1;
  const double unit = std::ldexp(1.0, -format.precision - 1);
  std::size_t steps = 0;
  for (double limit = 1; e.steps >= limit; limit *= 2) ++steps;
  one.steps[steps] = 1;
  one.absolute[right ? 0 : counted_up(e.absolute, unit)] = 1;
  return one;
}

/// Of one row, with nothing known of others.
measure::Defects defects_of(const sweep::Job& job, const measure::DefectGauge& gauge,
                            recipe::Recipe& recipe, std::uint64_t row) {
  std::vector<double> values(job.chart().width());
  measure::SplitRow x, y;
  measure::Defects found;
  recipe.row(row, values);
  gauge.split(values, x);
  gauge.norm(row, job.positions[row], x, found);
  const std::uint64_t other = row + *job.rows_apart;
  if (other == row || other >= job.positions.count) return found;
  recipe.row(other, values);
  gauge.split(values, y);
  gauge.step(row, job.positions[row], x, y, found);
  return found;
}

/// Row by row and entry by entry, without what a sweep does to be fast.
Measured one_by_one(const sweep::Job& job) {
  const Chart chart = job.chart();
  const exact::Oracle oracle(chart);
  const measure::RowGauge gauge(oracle, job.chain.store);
  const measure::DefectGauge identities(chart, job.apart());
  const auto recipe = recipe::make(job.recipe, chart, job.chain, job.positions);
  const auto criteria = sweep::criteria(job.chain.store, job.limits);
  Measured all;
  std::vector<measure::Spread> channels(chart.width());
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
                    const auto one = spread_of(job.chain.store, e, values[channel]);
                    found.spread.merge(one);
                    channels[channel].merge(one);
                    for (const sweep::Criterion& criterion : criteria) {
                      auto& beyond = found.beyond[criterion.name];
                      if (criterion.fails(e) && (!beyond || channel < beyond->channel))
                        beyond = Place{row, p, channel, e.absolute};
                    }
                  });
    // An entry that is no number fails every limit, and is unfaithful unless the truth rounds to
    // it.
    for (std::size_t channel = 0; channel < values.size(); ++channel) {
      if (std::isfinite(values[channel])) continue;
      const double right = oracle.nearest(job.chain.store, p, chart.channels[channel]).value;
      for (const sweep::Criterion& criterion : criteria) {
        auto& beyond = found.beyond[criterion.name];
        const bool before = !beyond || channel < beyond->channel;
        if (before && (criterion.limit || right != values[channel]))
          beyond = Place{row, p, channel, HUGE_VAL};
      }
    }
    if (job.rows_apart) found.defects = defects_of(job, identities, *recipe, row);
    all.octaves[octave].merge(found);
  }
  all.channels = measure::Histogram(channels);
  return all;
}

nlohmann::json text_of(const Measured& measured, const sweep::Job& job) {
  return to_json(measured, job.positions.parts);
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
  const auto whole = text_of(sweeper.measure(0, job.positions.count), job);
  RC_ASSERT(text_of(merged, job) == whole);
  RC_ASSERT(text_of(one_by_one(job), job) == whole);
}

/// What a record says is what was measured, to the bit.
RC_GTEST_PROP(Sweep, IsReadAsItWasWritten, ()) {
  const sweep::Job job = *sweeps();
  const Measured measured = Sweeper(job).measure(0, job.positions.count);
  const std::string text = text_of(measured, job).dump();
  const Measured read = sweep::read_measured(nlohmann::json::parse(text), job.positions.parts);
  RC_ASSERT(text_of(read, job).dump() == text);
  for (const auto& [octave, found] : measured.octaves) {
    RC_ASSERT(read.octaves.at(octave).tally.ulps.value == found.tally.ulps.value);
    for (const auto& [name, first] : found.beyond)
      RC_ASSERT(read.octaves.at(octave).beyond.at(name).has_value() == first.has_value());
  }
}

TEST(Sweep, KeepsWhatIsNotFinite) {
  Found found;
  measure::Witness witness;
  witness.got = -HUGE_VAL;
  witness.error.want = 0.5;
  found.tally.see_not_finite(witness, true);
  Measured measured;
  measured.octaves[3] = found;
  witness.got = std::nan("");
  measured.octaves[4].tally.see_not_finite(witness, true);
  measured.octaves[4].beyond["a limit"] = Place{7, 8, 1, HUGE_VAL};
  const Measured read = sweep::read_measured(to_json(measured, 1), 1);
  EXPECT_EQ(read.octaves.at(3).tally.first_non_finite->got, -HUGE_VAL);
  EXPECT_EQ(read.octaves.at(3).tally.non_finite, 1U);
  EXPECT_TRUE(read.octaves.at(3).tally.absolute.empty());
  EXPECT_TRUE(std::isnan(read.octaves.at(4).tally.first_non_finite->got));
  EXPECT_EQ(read.octaves.at(4).beyond.at("a limit")->absolute, HUGE_VAL);
}

/// An infinity where the truth rounds to a number, and one where it rounds to an infinity.
TEST(Sweep, HoldsInfinitiesToEveryLimit) {
  sweep::Job job = small_sweep();
  job.chain.store = kFloat16;
  for (const auto* amplitude : {"65519.9999", "70000"}) {
    set_field(job.encoding, "amplitude", amplitude);
    const Found found = Sweeper(job).measure(0, job.positions.count).whole();
    EXPECT_GT(found.tally.non_finite, 0U);
    const Found expected = one_by_one(job).whole();
    EXPECT_EQ(to_json(found, 1), to_json(expected, 1)) << amplitude;
    ASSERT_TRUE(found.beyond.at("1e-3"));
    EXPECT_EQ(found.beyond.at("faithful").has_value(),
              found.tally.first_non_finite || found.tally.unfaithful);
  }
}

/// Positions in halves are told as the numbers they are.
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
