#include <gtest/gtest.h>

#include "certificate/arithmetic/document.hpp"
#include "certificate/certificates.hpp"
#include "certificate/search/prefilter.hpp"
#include "certificate/statement/distance.hpp"
#include "draw/gen.hpp"
#include "engine/property.hpp"

namespace sextant::certificate {
namespace {

Turns turns_of(int dim) {
  const nlohmann::json list = frequencies(dim);
  std::vector<Expression> expressions;
  for (const nlohmann::json& one : list)
    expressions.push_back(read_expression(Node(one, "frequency")));
  return Turns(expressions);
}

/// ⌊t·10⁶⌋ millionths.
Fraction millionths(long double t) {
  return {Integer(static_cast<slong>(t * 1000000)), Integer(1000000)};
}

constexpr long double kSlack = 1e-9L;  // of `distance`, ten digits

/// What is ruled out is farther than the threshold, at any size of threshold; and what is farther
/// by a hundredth is ruled out: a prefilter that let much through would be sound and of no use. (3)
/// is off by less than a thousandth, for sin²(πb)/b² changes by no more in a cell.
PROPERTY(Screen, RulesOutWhatIsFarther) {
  const int dim = *draw::element(2, 4, 8, 64, 256);
  const auto near = *draw::in_range<std::uint64_t>(1, 400);
  const long double own = distance(dim, near);
  Turns turns = turns_of(dim);
  const Prefilter prefilter(turns, millionths(own + 1e-6L));
  for (std::uint64_t k = 1; k < 400; ++k) {
    const long double other = distance(dim, k);
    if (prefilter.rules_out(k)) RC_ASSERT(other > own * (1 - kSlack));
    if (other > (own + 2e-6L) * 1.01L) RC_ASSERT(prefilter.rules_out(k));
  }
}

/// A middle so large that its own error, not the interval's, is what counts in (4).
PROPERTY(Screen, RulesOutNoIntervalOfOffsetsThatAreNear) {
  const auto k = *draw::in_range<std::uint64_t>(std::uint64_t{1} << 56, std::uint64_t{1} << 62);
  const int dim = *draw::element(2, 4, 16);
  Turns turns = turns_of(dim);
  Integer offset;
  fmpz_set_ui(offset.get(), k);
  const Real own = Distance(turns).at(offset, 192);
  const Prefilter prefilter(turns,
                            millionths(arf_get_d(arb_midref(own.get()), ARF_RND_NEAR) + 2e-6L));
  RC_ASSERT(!prefilter.rules_out(k));
  RC_ASSERT(!prefilter.rules_out(k, prefilter.strays(1), 0));
}

/// An interval is ruled out only where every offset of it is farther, by the pairs summed alone.
PROPERTY(Screen, RulesOutIntervalsOnlyWhereAllIsFarther) {
  const int dim = *draw::element(4, 16, 64, 128);
  const int level = *draw::in_range(1, 8);
  const auto half = std::uint64_t{1} << (level - 1);
  const auto middle = *draw::in_range<std::uint64_t>(half, 1000000);
  const auto start = *draw::in_range<std::size_t>(0, static_cast<std::size_t>(dim) / 2);
  Turns turns = turns_of(dim);
  // As near as the nearest offset of the interval is: the hardest threshold.
  long double least = distance(dim, middle - half);
  for (std::uint64_t k = middle - half; k < middle + half; ++k)
    least = std::min(least, distance(dim, k));
  RC_PRE(least > 1e-5L);
  const Prefilter near(turns, millionths(least + 2e-6L));
  RC_ASSERT(!near.rules_out(middle, near.strays(half), start));
  // And it is ruled out by some threshold where phases are well apart.
  const Prefilter tiny(turns, Fraction(1, 1000000));
  RC_TAG(tiny.rules_out(middle, tiny.strays(half), start) ? "ruled out" : "left");
}

}  // namespace
}  // namespace sextant::certificate
