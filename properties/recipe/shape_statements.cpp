#include <map>

#include "engine/property.hpp"
#include "recipe/statements.hpp"
#include "recipe/subject/trial.hpp"

namespace sextant::recipe {
namespace {

bool is(const Subjects& s, std::string_view recipe) { return s.recipe == recipe; }

/// A library that errs by an ulp at most returns nothing above 1; one that errs more may, and so
/// may a recurrence.                                                        properties.md, (3)
Rational largest(const At& at, Position p, Function f, int pair) {
  const Subjects& s = at.subjects();
  if (s.sequential) return 1 + At::exact(at.terms(p, f, pair).total());
  if (s.type == "cpp_bin_float_50") return 1 + At::exact(at.terms(p, f, pair).sine);
  return 1;
}

/// Frequencies of one encoding.
testing::AssertionResult grow_geometrically(const At& at) {
  const auto frequency = [&](int i) { return at.known(0, Function::frequency, i); };
  if (frequency(0).mid != 1)
    return testing::AssertionFailure() << "pair 0 has the frequency " << show(frequency(0));
  for (int i = 1; i < at.pairs(); ++i) {
    if (!(frequency(i).mid < frequency(i - 1).mid) || !(frequency(i).mid > 0))
      return testing::AssertionFailure()
             << "pair " << i << ": " << show(frequency(i)) << " after " << show(frequency(i - 1));
    if (!overlap(frequency(i) * frequency(0), frequency(i - 1) * frequency(1)))
      return testing::AssertionFailure()
             << "the ratio is another at pair " << i << ": " << show(frequency(i)) << " after "
             << show(frequency(i - 1));
  }
  return testing::AssertionSuccess();
}

}  // namespace

testing::AssertionResult values_are_bounded_by_one(const Subjects& subjects) {
  const Trial trial(subjects);
  return for_all([&] {
    const At& at = trial.draw_encoding();
    const int pair = trial.draw_pair(at);
    const Position p = trial.draw_position("p");
    for (const Function f : {Function::sine, Function::cosine})
      RC_ASSERT(abs(at.value(p, f, pair)) <= largest(at, p, f, pair));
  });
}

/// Sine and cosine of one computed angle are off the circle by their own errors alone, however
/// wrong the angle; a recurrence and the quarter turn by their whole bound.   properties.md, (4),
/// (5)
testing::AssertionResult every_pair_has_unit_norm(const Subjects& subjects) {
  const bool own_angle = !subjects.sequential && !is(subjects, "quarter-turn-cosine");
  const Trial trial(subjects);
  return for_all([&] {
    const At& at = trial.draw_encoding();
    const int pair = trial.draw_pair(at);
    const Position p = trial.draw_position("p");
    Known sine = at.sine(p, pair), cosine = at.cosine(p, pair);
    if (own_angle) {
      sine.radius = At::exact(at.terms(p, Function::sine, pair).sine);
      cosine.radius = At::exact(at.terms(p, Function::cosine, pair).sine);
    }
    const Known norm = sine * sine + cosine * cosine;
    if (!overlap(norm, Known{1, 0})) RC_FAIL("the norm is " + show(norm));
  });
}

/// sin(−a) = −sin a and cos(−a) = cos a, to the bit: every operation of these recipes is odd or
/// even.
testing::AssertionResult sine_is_odd_and_cosine_is_even_to_the_bit(const Subjects& subjects) {
  const bool even = !is(subjects, "quarter-turn-cosine");
  const Trial trial(subjects);
  return for_all([&] {
    const At& at = trial.draw_encoding();
    const int pair = trial.draw_pair(at);
    const Position p = trial.draw_position("p");
    const bool half_turn = is(subjects, "turns") && overlap(at.sine(p, pair), Known{}) &&
                           at.value(p, Function::cosine, pair) < 0;
    RC_ASSERT(half_turn ||
              at.value(-p, Function::sine, pair) == -at.value(p, Function::sine, pair));
    if (even)
      RC_ASSERT(at.value(-p, Function::cosine, pair) == at.value(p, Function::cosine, pair));
    else
      RC_ASSERT(overlap(at.cosine(-p, pair), at.cosine(p, pair)));
  });
}

/// ω_0 = 1 exactly: the shortest wavelength is 2π.  Then they grow by one and the same ratio.
///                                                                        properties.md, (10)
testing::AssertionResult wavelengths_grow_geometrically_from_two_pi_upwards(
    const Subjects& subjects) {
  const Trial trial(subjects);
  for (const auto& at : trial.encodings()) {
    const auto held = grow_geometrically(*at);
    if (!held) return held;
  }
  return testing::AssertionSuccess();
}

/// The rows of an initial range, as T holds them, are all different.          properties.md, (11)
testing::AssertionResult rows_of_an_initial_range_are_distinct(const Subjects& subjects) {
  const Trial trial(subjects);
  const At& at = *trial.encodings().front();
  constexpr int kRows = 512;
  std::map<std::vector<Rational>, int> seen;
  for (int p = 0; p < kRows; ++p) {
    std::vector<Rational> row;
    for (int i = 0; i < at.pairs(); ++i) {
      row.push_back(at.value(p, Function::sine, i));
      row.push_back(at.value(p, Function::cosine, i));
    }
    const auto [other, is_new] = seen.emplace(std::move(row), p);
    if (!is_new)
      return testing::AssertionFailure()
             << "rows " << other->second << " and " << p << " are equal";
  }
  return testing::AssertionSuccess();
}

/// Expected fault: float32 has no 2²⁴ + 1, so that two positions share a row.  The recipes that
/// keep the position an integer, or a double, do not fail so.             properties.md, (12)
testing::AssertionResult float32_positions_stop_being_distinct_after_two_to_the_24(
    const Subjects& subjects) {
  const Trial trial(subjects);
  const At& at = *trial.encodings().front();
  const Position p = Position{1} << 24;
  bool equal = true;
  for (int i = 0; i < at.pairs(); ++i) {
    for (const Function f : {Function::sine, Function::cosine})
      equal = equal && at.value(p, f, i) == at.value(p + 1, f, i);
  }
  const bool in_float32 = !is(subjects, "turns") && !is(subjects, "narrowed-angle");
  const bool expected = subjects.compute == kFloat32 && in_float32;
  if (equal == expected) return testing::AssertionSuccess();
  return testing::AssertionFailure()
         << "rows 2^24 and 2^24 + 1 are " << (equal ? "equal" : "different");
}

}  // namespace sextant::recipe
