#include <algorithm>
#include <cmath>
#include <sstream>

#include "draw/gen.hpp"
#include "engine/property.hpp"
#include "recipe/statements.hpp"
#include "recipe/subject/trial.hpp"
#include "sextant/encoding/text/encoding_text.hpp"

namespace sextant::recipe {
namespace {

constexpr int kPlaces = 6;

/// Whether a bound is promised: ramps and bands may be too near to an end for that.
bool promised(const Context& c) {
  return c.scaling != Scaling::yarn &&
         (c.scaling != Scaling::llama3 || c.low_freq_factor < c.high_freq_factor);
}

struct Counts {
  int tried = 0, promised = 0, blended = 0;
};

void check(const Subjects& subjects, Counts& counts) {
  Rotary e{
      .dim = 2 * *draw::full(draw::in_range(2, 24)),
      .base = *draw::element(Rational(10000), Rational(500000), Rational(1000000), Rational(7, 3))};
  e.context = *draw::contexts(e.dim, e.base).as("context");
  if (e.context.low_freq_factor > e.context.high_freq_factor)
    std::swap(e.context.low_freq_factor, e.context.high_freq_factor);
  const Chart chart = exact::settled(sextant::chart(e));
  std::vector<Position> list;
  for (int k = 0; k < kPlaces; ++k) list.push_back(*draw::positions(40));
  const Positions positions =
      subjects.sequential ? Positions::from(list[0], 64) : Positions::of(list);
  const auto subject = subjects.make(chart.waves, positions, {});
  for (int k = 0; k < kPlaces; ++k) {
    const auto row = static_cast<std::uint64_t>(k);
    const Channel channel{*draw::element(Function::sine, Function::cosine, Function::frequency),
                          *draw::full(draw::in_range(0, e.dim / 2))};
    const double bound = subject->terms(row, channel, subjects.compute).total();
    ++counts.tried;
    if (std::isinf(bound)) {
      if (promised(e.context)) RC_FAIL("no promise for " + to_text(Encoding(e)));
      continue;
    }
    ++counts.promised;
    const Expression& factor =
        chart.waves.frequencies[static_cast<std::size_t>(channel.pair)].factor;
    counts.blended += factor.rational() == nullptr ? 1 : 0;
    const Measured got =
        measure(*subject, chart.waves, positions, row, channel, subjects.compute, subjects.compute);
    std::ostringstream text;
    text << to_text(Encoding(e)) << ", position " << to_text(positions[row]) << ", pair "
         << channel.pair << ": error " << got.error << " > bound " << bound;
    if (!(got.error <= bound)) RC_FAIL(text.str());
  }
}

/// Pair 0 turns by 1 before scaling, and the factor is so near to 1 that the weight of a blend
/// hardly matters.  The bound then consists of the blend's roundings.                          (40)
void check_blend(const Subjects& subjects, double& most) {
  Rotary e{.dim = 2};
  e.context = {.scaling = Scaling::llama3,
               .factor = 1 + Rational(*draw::in_range(1, 50).as("factor"), 997),
               .original = *draw::in_range(8, 24).as("original")};  // 1.3 to 3.8 wavelengths
  const Chart chart = exact::settled(sextant::chart(e));
  const Positions positions = Positions::from(0, 2);
  const auto subject = subjects.make(chart.waves, positions, {});
  const Channel channel{Function::frequency, 0};
  const double bound = subject->terms(0, channel, subjects.compute).total();
  const Measured got =
      measure(*subject, chart.waves, positions, 0, channel, subjects.compute, subjects.compute);
  RC_ASSERT(got.error <= bound);
  most = std::max(most, got.error / bound);
}

}  // namespace

testing::AssertionResult blends_are_off_by_their_roundings(const Subjects& subjects) {
  double most = 0;
  auto held = for_all([&] { check_blend(subjects, most); });
  return held << "nearest to its bound: " << most;
}

/// Whatever stretches the frequencies, and however it is blended.          recipes.md, (37) to (44)
testing::AssertionResult stays_within_its_derived_bound_in_every_context(const Subjects& subjects) {
  Counts counts;
  const auto held = for_all([&] { check(subjects, counts); });
  if (!held) return held;
  if (counts.promised * 2 <= counts.tried)
    return testing::AssertionFailure() << "a bound of nothing proves nothing";
  if (counts.blended == 0) return testing::AssertionFailure() << "no blended band was met";
  return held;
}

}  // namespace sextant::recipe
