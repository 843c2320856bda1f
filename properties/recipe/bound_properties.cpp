#include <iostream>

#include <gtest/gtest.h>

#include "recipe/statements.hpp"
#include "recipe/subject/nearest.hpp"
#include "recipe/subject/programs.hpp"
#include "recipe/subject/recorded.hpp"
#include "recipe/subject/share.hpp"

namespace sextant::recipe {
namespace {

class EveryRecipe : public SharedSubjects<> {};
INSTANTIATE_TEST_SUITE_P(Types, EveryRecipe, testing::ValuesIn(all_subjects()), name_of_subject);

TEST_P(EveryRecipe, StaysWithinItsDerivedBound) {
  const auto held = stays_within_its_derived_bound(GetParam());
  EXPECT_TRUE(held);
  std::cout << "  " << held.message() << '\n';
}

/// Whose rows follow from each other.
class Run : public SharedSubjects<> {};
INSTANTIATE_TEST_SUITE_P(Types, Run, recipes_where([](const Subjects& s) { return s.sequential; }),
                         name_of_subject);

/// Of a type that no hardware has; of those that it has the test above tries as long runs.
class RunInSoftware : public SharedSubjects<> {};
INSTANTIATE_TEST_SUITE_P(Types, RunInSoftware, recipes_where([](const Subjects& s) {
                           return s.sequential && !s.hardware();
                         }),
                         name_of_subject);

/// Whose rows do not.
class RowByRow : public SharedSubjects<> {};
INSTANTIATE_TEST_SUITE_P(Types, RowByRow,
                         recipes_where([](const Subjects& s) { return !s.sequential; }),
                         name_of_subject);

TEST_P(RunInSoftware, StaysWithinItsDerivedBoundFull) {
  EXPECT_TRUE(stays_within_its_derived_bound_over_longer_runs(GetParam()));
}

TEST_P(EveryRecipe, StaysWithinItsDerivedBoundWhereFormatsEndFull) {
  EXPECT_TRUE(stays_within_its_derived_bound_where_formats_end(GetParam()));
}

TEST_P(EveryRecipe, KnowsFrequenciesNextToOneFromOne) {
  EXPECT_TRUE(knows_frequencies_next_to_one_from_one(GetParam()));
}

/// Runs of a sequential recipe to its longest, 2²⁴ steps.
TEST_P(Run, StaysWithinItsDerivedBoundOverTheLongestRunFull) {
  const Subjects& subjects = GetParam();
  const int bits = subjects.hardware() ? 24 : 17;
  Nearest nearest;
  for (const auto& e :
       {Sinusoidal{.dim = 2}, Sinusoidal{.dim = 4, .base = 7, .origin = Rational(1, 3)}}) {
    const Waves waves = sextant::chart(e).waves;
    for (const std::int64_t step : {std::int64_t{1}, std::int64_t{-1000003}}) {
      const Positions positions{1000, (std::uint64_t{1} << bits) + 1, step};
      const auto subject = subjects.make(waves, positions, {});
      for (int k = 0; k <= bits; ++k) {
        const std::uint64_t row = std::uint64_t{1} << k;
        for (const Function f : {Function::sine, Function::cosine}) {
          const Channel channel{f, waves.pairs() - 1};
          const double bound = subject->terms(row, channel, subjects.compute).total();
          const auto got =
              measure(*subject, waves, positions, row, channel, subjects.compute, subjects.compute);
          ASSERT_LE(got.error, bound) << "after " << row << " steps of " << step;
          nearest.see(got.error / bound, "base " + to_text(e.base) + ", " + std::to_string(row) +
                                             " steps of " + std::to_string(step) +
                                             (f == Function::sine ? ", sine" : ", cosine"));
        }
      }
    }
  }
  expect_recorded(kLongestRuns, subjects, nearest.ratio, nearest.witness);
}

/// At large positions the angle's error is all: drift is within the bound, and as close to it as is
/// recorded.                                                              properties.md, (13)
TEST_P(RowByRow, DriftAtLargePositionsComesAsCloseToItsBoundAsIsRecordedFull) {
  const Subjects& subjects = GetParam();
  const Waves waves = sextant::chart(Sinusoidal{.dim = 12}).waves;
  const int precision = subjects.compute.precision;
  std::vector<Position> found;
  for (int i = 0; i < 64; ++i)
    found.push_back((Position{1} << std::min(precision + 6, 62)) + 2 * i * 1000003 + 1);
  const Positions positions = Positions::of(found);
  const auto subject = subjects.make(waves, positions, {});
  Nearest nearest;
  for (std::uint64_t row = 0; row < found.size(); ++row) {
    for (int pair = 0; pair < waves.pairs(); ++pair) {
      const Channel channel{Function::sine, pair};
      const double bound = subject->terms(row, channel, subjects.compute).total();
      const auto got =
          measure(*subject, waves, positions, row, channel, subjects.compute, subjects.compute);
      ASSERT_LE(got.error, bound) << "position " << to_text(found[row]) << ", pair " << pair;
      nearest.see(got.error / bound,
                  "position " + to_text(found[row]) + ", pair " + std::to_string(pair));
    }
  }
  expect_recorded(kDrifts, subjects, nearest.ratio, nearest.witness);
}

}  // namespace
}  // namespace sextant::recipe
