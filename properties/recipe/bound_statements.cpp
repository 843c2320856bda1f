#include <cmath>
#include <iomanip>
#include <limits>

#include "draw/gen.hpp"
#include "engine/property.hpp"
#include "recipe/statements.hpp"
#include "recipe/subject/nearest.hpp"
#include "recipe/subject/trial.hpp"
#include "sextant/encoding/text/encoding_text.hpp"

namespace sextant::recipe {
namespace {

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
      static_cast<std::int64_t>(*draw::one_of(draw::just(draw::At{1}), draw::positions(20)));
  return {start, (std::uint64_t{1} << bits) + 1, step == 0 ? 1 : step};
}

std::string describe(const Sinusoidal& e, const Positions& positions, std::uint64_t parts,
                     std::uint64_t row, std::size_t column, const Format& store) {
  return to_text(Encoding(e)) + ", start " + to_text(positions.first) + ", step " +
         std::to_string(positions.step) + ", row " + std::to_string(row) + " (position " +
         to_text(positions[row]) + ", in parts of 1/" + std::to_string(parts) + "), column " +
         std::to_string(column) + ", stored in " + store.name();
}

/// Steps rounded to narrower formats on their way, as faults that ship do it.
IntermediateRoundings draw_intermediate_roundings() {
  const auto format = [](const char* what) -> std::optional<Format> {
    const auto name =
        *draw::full(draw::element<std::string>("none", "none", "bfloat16", "float16", "float32"))
             .as(what);
    return name == "none" ? std::nullopt : std::optional(Format::named(name));
  };
  return {format("position through"), format("frequency through")};
}

/// Whether every recipe in every type promises a bound wherever such an encoding is asked for.
///                                                               recipes.md, §Notation, Domain
bool inside_the_domain(const Sinusoidal& e, const IntermediateRoundings& intermediate,
                       const Channel& channel) {
  const auto between = [](const Rational& x, int bits) {
    return abs(x) >= power_of_two(-bits) && abs(x) <= power_of_two(bits);
  };
  const Waves waves = sextant::chart(e).waves;
  const Rational steepest =
      Rational(waves.geometric.multiplier * waves.pairs()) / waves.geometric.divisor;
  const double bits = std::abs(std::log2(static_cast<double>(e.base)));
  return !intermediate.position && !intermediate.frequency && between(e.base, 32) &&
         bits * static_cast<double>(steepest) <= 32 && steepest <= 65536 &&
         between(waves.geometric.divisor, 20) && between(e.scale, 20) && between(e.amplitude, 8) &&
         (e.origin == 0 || between(e.origin, 20)) &&
         (channel.function != Function::frequency || e.base >= 1);
}

void check(const Subjects& subjects, const Sinusoidal& e, const IntermediateRoundings& intermediate,
           int bits, Nearest& nearest) {
  const auto parts = *draw::full(draw::weighted_element<std::uint64_t>(
      {{6, 1}, {1, 2}, {1, 3}, {1, 10}, {1, 100000}, {1, 1 << 27}, {1, std::uint64_t{1} << 61}}));
  const Chart chart = in_parts(sextant::chart(e), parts);
  const Positions positions = draw_positions(subjects.sequential, bits);
  const auto stores = subjects.stores();
  const Format store =
      stores[static_cast<std::size_t>(*draw::in_range(0, static_cast<int>(stores.size())))];
  const auto subject = subjects.make(chart.waves, positions, intermediate);
  for (int i = 0; i < kPlaces; ++i) {
    const auto row = subjects.sequential ? *draw::log_uniform(bits) : static_cast<std::uint64_t>(i);
    const auto column = static_cast<std::size_t>(*draw::full(draw::in_range(0, e.dim)));
    Channel channel = chart.channels[column];
    if (channel.function == Function::zero) continue;
    if (*draw::full(draw::in_range(0, 8)) == 0) channel.function = Function::frequency;
    const double bound = subject->terms(row, channel, store).total();
    RC_ASSERT(!std::isnan(bound));
    const bool inside = inside_the_domain(e, intermediate, channel);
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

/// What was found, if it says something.
testing::AssertionResult judged(testing::AssertionResult held, const Nearest& nearest) {
  if (!held) return held;
  if (nearest.inside == 0)
    return testing::AssertionFailure() << "a bound of nothing proves nothing";
  return held << "nearest to its bound: " << std::setprecision(3) << nearest.ratio << " at "
              << nearest.witness << "; " << nearest.unpromised << " of " << nearest.tried
              << " places without a promise";
}

}  // namespace

testing::AssertionResult stays_within_its_derived_bound(const Subjects& subjects) {
  Nearest nearest;
  const int steps = subjects.hardware() ? kQuickSteps : kQuickestSteps;
  return judged(for_all([&] { check(subjects, *draw::programs(), {}, steps, nearest); }), nearest);
}

testing::AssertionResult stays_within_its_derived_bound_over_longer_runs(const Subjects& subjects) {
  Nearest nearest;
  return judged(for_all([&] { check(subjects, *draw::programs(), {}, kQuickSteps, nearest); }),
                nearest);
}

testing::AssertionResult stays_within_its_derived_bound_where_formats_end(
    const Subjects& subjects) {
  Nearest nearest;
  return judged(for_all([&] {
                  const Sinusoidal e = *draw::corners();
                  const IntermediateRoundings intermediate =
                      subjects.hardware() ? draw_intermediate_roundings() : IntermediateRoundings{};
                  check(subjects, e, intermediate, kCornerSteps, nearest);
                }),
                nearest);
}

/// A base may be so near to 1 that no double tells its powers from 1: they are not exact for that.
testing::AssertionResult knows_frequencies_next_to_one_from_one(const Subjects& subjects) {
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
      const double bound = subject->terms(1, channel, subjects.compute).total();
      if (!(got.error <= bound))
        return testing::AssertionFailure() << "base " << base << ", pair " << pair << ": error "
                                           << got.error << " > bound " << bound;
    }
  }
  return testing::AssertionSuccess();
}

}  // namespace sextant::recipe
