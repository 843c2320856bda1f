#include "engine/property.hpp"
#include "recipe/statements.hpp"
#include "recipe/subject/trial.hpp"

namespace sextant::recipe {
namespace {

/// (sine, cosine) of an angle, known within the bound.
struct Row {
  Known sine, cosine;
};
Row row(const At& at, Position p, int pair) { return {at.sine(p, pair), at.cosine(p, pair)}; }

/// The row rotated by the angle of another: [[C, S], [−S, C]] · (s, c).
Row rotated(const Row& r, const Row& by) {
  return {r.sine * by.cosine + r.cosine * by.sine, r.cosine * by.cosine - r.sine * by.sine};
}
Row inverse(const Row& r) { return {Known{} - r.sine, r.cosine}; }

/// A ball as wide as the circle would overlap with everything.
void assert_narrow(const Known& x) {
  if (x.radius >= 1) RC_FAIL("nothing is known: " + show(x));
}

void assert_overlap(const Row& a, const Row& b) {
  for (const Known& x : {a.sine, a.cosine, b.sine, b.cosine}) assert_narrow(x);
  if (!overlap(a.sine, b.sine)) RC_FAIL("sines " + show(a.sine) + " and " + show(b.sine));
  if (!overlap(a.cosine, b.cosine)) RC_FAIL("cosines " + show(a.cosine) + " and " + show(b.cosine));
}

}  // namespace

/// The addition formulas: PE(p + k) = R(k)·PE(p).                           properties.md, (8)
testing::AssertionResult a_shift_is_a_rotation_by_its_own_row(const Subjects& subjects) {
  const Trial trial(subjects);
  return for_all([&] {
    const At& at = trial.draw_encoding();
    const int pair = trial.draw_pair(at);
    const Position p = trial.draw_near_position("p"), k = trial.draw_near_position("k");
    assert_overlap(row(at, p + k, pair), rotated(row(at, p, pair), row(at, k, pair)));
  });
}

testing::AssertionResult the_inverse_rotation_brings_a_row_back(const Subjects& subjects) {
  const Trial trial(subjects);
  return for_all([&] {
    const At& at = trial.draw_encoding();
    const int pair = trial.draw_pair(at);
    const Position p = trial.draw_near_position("p"), k = trial.draw_near_position("k");
    const Row there = row(at, p + k, pair);
    assert_overlap(rotated(there, inverse(row(at, k, pair))), row(at, p, pair));
  });
}

testing::AssertionResult rotations_compose(const Subjects& subjects) {
  const Trial trial(subjects);
  return for_all([&] {
    const At& at = trial.draw_encoding();
    const int pair = trial.draw_pair(at);
    const Position j = trial.draw_near_position("j"), k = trial.draw_near_position("k");
    const Row both = rotated(row(at, j, pair), row(at, k, pair));
    const Row swapped = rotated(row(at, k, pair), row(at, j, pair));
    assert_overlap(both, row(at, j + k, pair));
    RC_ASSERT(both.sine.mid == swapped.sine.mid);
    RC_ASSERT(both.cosine.mid == swapped.cosine.mid);
  });
}

/// PE(p)·PE(q) = PE(p + k)·PE(q + k) = Σ cos((p − q)ω): over all pairs.      properties.md, (6)
testing::AssertionResult dot_products_depend_on_the_offset_alone(const Subjects& subjects) {
  const Trial trial(subjects);
  return for_all([&] {
    const At& at = trial.draw_encoding();
    const Position p = trial.draw_near_position("p"), q = trial.draw_near_position("q"),
                   k = trial.draw_near_position("k");
    const Position offset = q < p ? p - q : q - p;
    Known here, there, kernel;
    for (int i = 0; i < at.pairs(); ++i) {
      const Row a = row(at, p, i), b = row(at, q, i);
      const Row c = row(at, p + k, i), d = row(at, q + k, i);
      here = here + a.sine * b.sine + a.cosine * b.cosine;
      there = there + c.sine * d.sine + c.cosine * d.cosine;
      kernel = kernel + at.cosine(offset, i);
    }
    // Sums over the pairs, each within [−1, 1].
    for (const Known& x : {here, there, kernel}) RC_ASSERT(x.radius < at.pairs());
    if (!overlap(here, there)) RC_FAIL(show(here) + " and, shifted, " + show(there));
    if (!overlap(here, kernel)) RC_FAIL(show(here) + " and the kernel " + show(kernel));
  });
}

/// The derivative is linear in PE.  Without a limit: PE(p + h) − PE(p − h) = 2 sin(hω)·J·PE(p).
///                                                                        properties.md, (9)
testing::AssertionResult the_derivative_is_linear_in_the_row(const Subjects& subjects) {
  const Trial trial(subjects);
  return for_all([&] {
    const At& at = trial.draw_encoding();
    const int pair = trial.draw_pair(at);
    const Position h = trial.draw_near_position("h");
    const Position p = trial.draw_near_position("p") + (subjects.sequential ? h : 0);
    const Row ahead = row(at, p + h, pair), behind = row(at, p - h, pair);
    const Row here = row(at, p, pair);
    const Known twice = Known{2, 0} * at.sine(h, pair);
    assert_overlap({ahead.sine - behind.sine, ahead.cosine - behind.cosine},
                   {twice * here.cosine, Known{} - twice * here.sine});
  });
}

}  // namespace sextant::recipe
