#include <cmath>
#include <iomanip>
#include <iostream>
#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "recipe/programs.hpp"
#include "recipe/recorded.hpp"
#include "recipe/subject.hpp"

namespace sextant::recipe {
namespace {

class EveryRecipe : public testing::TestWithParam<Subjects> {};
INSTANTIATE_TEST_SUITE_P(Types, EveryRecipe, testing::ValuesIn(all_subjects()),
                         [](const auto& instance) { return test_name(instance.param); });

constexpr int kQuickSteps = 12;
constexpr int kQuickestSteps = 7;  // of the types that no hardware has
constexpr int kCornerSteps = 6;
constexpr int kPlaces = 6;

/// Rows of a sequential recipe are steps from any start; the rows of any other are any positions.
Positions draw_positions(bool sequential, int bits) {
  if (!sequential) {
    std::vector<Position> found;
    for (int i = 0; i < kPlaces; ++i) found.push_back(*draw::positions());
    return Positions::of(std::move(found));
  }
  const Position start = *draw::positions(40);
  const auto step =
      static_cast<std::int64_t>(*rc::gen::oneOf(rc::gen::just(draw::At{1}), draw::positions(20)));
  return {start, (std::uint64_t{1} << bits) + 1, step == 0 ? 1 : step};
}

/// What was tried, and how near an error came to its bound.
struct Nearest {
  double ratio = 0;
  int tried = 0, unpromised = 0, inside = 0;
  std::string witness;

  void see(double candidate, const std::string& where) {
    if (candidate > ratio) ratio = candidate, witness = where;
  }
};

std::string describe(const Sinusoidal& e, const Positions& positions, std::uint64_t parts,
                     std::uint64_t row, std::size_t column, const Format& store) {
  return to_text(Encoding(e)) + ", start " + to_text(positions.first) + ", step " +
         std::to_string(positions.step) + ", row " + std::to_string(row) + " (position " +
         to_text(positions[row]) + ", in parts of 1/" + std::to_string(parts) + "), column " +
         std::to_string(column) + ", stored in " + store.name();
}

/// Steps rounded to narrower formats on their way, as faults that ship do it.
Detours draw_detours() {
  const auto format = [](const char* what) -> std::optional<Format> {
    const auto name =
        *draw::full(rc::gen::element<std::string>("none", "none", "bfloat16", "float16", "float32"))
             .as(what);
    return name == "none" ? std::nullopt : std::optional(Format::named(name));
  };
  return {format("position through"), format("frequency through")};
}

/// Whether every recipe in every type promises a bound wherever such an encoding is asked for.
///                                                               recipes.md, §Notation, Domain
bool inside_the_domain(const Sinusoidal& e, const Detours& detours, const Channel& channel) {
  const auto between = [](const Rational& x, int bits) {
    return abs(x) >= power_of_two(-bits) && abs(x) <= power_of_two(bits);
  };
  const Waves waves = sextant::chart(e).waves;
  const Rational steepest =
      Rational(waves.ladder.multiplier * waves.pairs()) / waves.ladder.divisor;
  const double bits = std::abs(std::log2(static_cast<double>(e.base)));
  return !detours.position && !detours.frequency && between(e.base, 32) &&
         bits * static_cast<double>(steepest) <= 32 && steepest <= 65536 &&
         between(waves.ladder.divisor, 20) && between(e.scale, 20) && between(e.amplitude, 8) &&
         (e.origin == 0 || between(e.origin, 20)) &&
         (channel.function != Function::frequency || e.base >= 1);
}

void check(const Subjects& subjects, const Sinusoidal& e, const Detours& detours, int bits,
           Nearest& nearest) {
  const auto parts = *draw::full(rc::gen::weightedElement<std::uint64_t>(
      {{6, 1}, {1, 2}, {1, 3}, {1, 10}, {1, 100000}, {1, 1 << 27}, {1, std::uint64_t{1} << 61}}));
  const Chart chart = in_parts(sextant::chart(e), parts);
  const Positions positions = draw_positions(subjects.sequential, bits);
  const auto stores = subjects.stores();
  const Format store =
      stores[static_cast<std::size_t>(*rc::gen::inRange(0, static_cast<int>(stores.size())))];
  const auto subject = subjects.make(chart.waves, positions, detours);
  for (int i = 0; i < kPlaces; ++i) {
    const auto row = subjects.sequential ? *draw::log_uniform(bits) : static_cast<std::uint64_t>(i);
    const auto column = static_cast<std::size_t>(*draw::full(rc::gen::inRange(0, e.dim)));
    Channel channel = chart.channels[column];
    if (channel.function == Function::zero) continue;
    if (*draw::full(rc::gen::inRange(0, 8)) == 0) channel.function = Function::frequency;
    const double bound = subject->terms(row, channel, store).total();
    RC_ASSERT(!std::isnan(bound));
    const bool inside = inside_the_domain(e, detours, channel);
    ++nearest.tried;
    nearest.inside += static_cast<int>(inside);
    if (std::isinf(bound)) {
      if (inside) RC_FAIL("no promise for " + describe(e, positions, parts, row, column, store));
      ++nearest.unpromised;
      continue;
    }
    const Measured got =
        measure(*subject, chart.waves, positions, row, channel, subjects.compute, store);
    if (!(got.error <= bound)) {
      std::ostringstream text;
      text << describe(e, positions, parts, row, column, store) << ": error " << got.error
           << " > bound " << bound
           << (channel.function == Function::frequency ? " (frequency)" : "");
      RC_FAIL(text.str());
    }
    if (bound > 0)
      nearest.see(got.error / bound, describe(e, positions, parts, row, column, store));
  }
}

void stays_within(const Subjects& subjects, int bits) {
  Nearest nearest;
  const bool held = rc::check([&] { check(subjects, *draw::programs(), {}, bits, nearest); });
  std::cout << "  nearest to its bound: " << std::setprecision(3) << nearest.ratio << " at "
            << nearest.witness << "; " << nearest.unpromised << " of " << nearest.tried
            << " places without a promise\n";
  EXPECT_TRUE(held);
  EXPECT_GT(nearest.inside, 0) << "a bound of nothing proves nothing";
}

void stays_within_in_corners(const Subjects& subjects) {
  Nearest nearest;
  const bool held = rc::check([&] {
    const Sinusoidal e = *draw::corners();
    const Detours detours = subjects.hardware() ? draw_detours() : Detours{};
    check(subjects, e, detours, kCornerSteps, nearest);
  });
  EXPECT_TRUE(held);
  EXPECT_GT(nearest.inside, 0) << "a bound of nothing proves nothing";
}

TEST_P(EveryRecipe, StaysWithinItsDerivedBound) {
  stays_within(GetParam(), GetParam().hardware() ? kQuickSteps : kQuickestSteps);
}
TEST_P(EveryRecipe, StaysWithinItsDerivedBoundFull) {
  if (!GetParam().sequential || GetParam().hardware()) GTEST_SKIP() << "it has been tried so far";
  stays_within(GetParam(), kQuickSteps);
}
TEST_P(EveryRecipe, StaysWithinItsDerivedBoundWhereFormatsEnd) {
  stays_within_in_corners(GetParam());
}

/// A base may be so near to 1 that no double tells its powers from 1: they are not exact for that.
TEST_P(EveryRecipe, KnowsFrequenciesNextToOneFromOne) {
  const Subjects& subjects = GetParam();
  for (const std::string_view base :
       {"1", "1.000000000000001", "1.0000000000000000001", "0.9999999999999999999",
        "1.00000000000000000000000000000000000000001"}) {
    const Waves waves = sextant::chart(Sinusoidal{.dim = 8, .base = parse_rational(base)}).waves;
    const Positions positions{0, 2, 1};
    const auto subject = subjects.make(waves, positions, {});
    for (int pair = 0; pair < waves.pairs(); ++pair) {
      const Channel channel{Function::frequency, pair};
      const auto got =
          measure(*subject, waves, positions, 1, channel, subjects.compute, subjects.compute);
      EXPECT_LE(got.error, subject->terms(1, channel, subjects.compute).total())
          << base << ", pair " << pair;
    }
  }
}

/// Runs of a sequential recipe to its longest, 2²⁴ steps.
TEST_P(EveryRecipe, StaysWithinItsDerivedBoundOverTheLongestRunFull) {
  const Subjects& subjects = GetParam();
  if (!subjects.sequential) GTEST_SKIP() << "rows do not follow from each other";
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
TEST_P(EveryRecipe, DriftAtLargePositionsComesAsCloseToItsBoundAsIsRecorded) {
  const Subjects& subjects = GetParam();
  if (subjects.sequential) GTEST_SKIP() << "a run has its own property";
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
