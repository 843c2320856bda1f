#include "certificate/search/rows.hpp"

#include <string>

#include "certificate/arithmetic/error.hpp"

namespace sextant::certificate {
namespace {

constexpr slong kMostRowBits = 8192;
constexpr std::uint64_t kMostPairs = std::uint64_t{1} << 30;

Format known_format(const Rows& rows) {
  const auto format = format_of(rows.format);
  if (!format) throw Error(rows.key + ": must be float16, bfloat16, float32, float64 or binary128");
  return *format;
}

/// T·A² ≥ 2m·gap², in exact numbers.
bool reaches(const Fraction& threshold, const Fraction& amplitude, std::size_t pairs, slong gap) {
  Fraction reach, need(Integer(2 * static_cast<slong>(pairs)), Integer(1));
  fmpq_mul(reach.get(), amplitude.get(), amplitude.get());
  fmpq_mul(reach.get(), reach.get(), threshold.get());
  if (gap >= 0)
    fmpq_mul_2exp(need.get(), need.get(), static_cast<ulong>(2 * gap));
  else
    fmpq_div_2exp(need.get(), need.get(), static_cast<ulong>(-2 * gap));
  return fmpq_cmp(reach.get(), need.get()) >= 0;
}

/// A lower bound of |x|, as an exact number.
Fraction at_least(const Real& x) {
  Dyadic low;
  arb_get_abs_lbound_arf(low.get(), x.get(), 256);
  Fraction result;
  arf_get_fmpq(result.get(), low.get());
  return result;
}

}  // namespace

RoundedRows::RoundedRows(const Rows& rows, Turns& turns)
    : rows_(&rows), turns_(&turns), format_(known_format(rows)) {
  const Real a = evaluate(rows.amplitude, 512);
  if (arb_is_finite(a.get()) == 0 || arb_contains_zero(a.get()) != 0)
    throw Error("rows.amplitude: must be a number other than 0");
  if (arf_cmpabs_2exp_si(arb_midref(a.get()), format_.most - 1) >= 0)
    throw Error("rows.amplitude: beyond what " + rows.format + " holds");
}

bool RoundedRows::reached_by(const Fraction& threshold) const {
  const Real ball = evaluate(rows_->amplitude, 512);
  const auto exact = of_pi(rows_->amplitude);
  const Fraction amplitude = exact && exact->power == 0 ? exact->rational : at_least(ball);
  return reaches(threshold, amplitude, turns_->size(), widest_gap(ball, format_));
}

Dyadic RoundedRows::entry(const Integer& p, std::size_t pair, bool cosine) const {
  // (p + origin)·f, over the origin's denominator.
  Integer at;
  fmpz_mul(at.get(), p.get(), fmpq_denref(rows_->origin.get()));
  fmpz_add(at.get(), at.get(), fmpq_numref(rows_->origin.get()));
  for (slong precision = 128; precision <= kMostRowBits; precision *= 2) {
    Real x;
    const slong bits = at.bits() + precision;
    arb_mul_fmpz(x.get(), turns_->within(bits)[pair].get(), at.get(), bits + 64);
    arb_div_fmpz(x.get(), x.get(), fmpq_denref(rows_->origin.get()), bits + 64);
    arb_mul_2exp_si(x.get(), x.get(), 1);
    (cosine ? arb_cos_pi : arb_sin_pi)(x.get(), x.get(), precision);
    arb_mul(x.get(), x.get(), evaluate(rows_->amplitude, precision).get(), precision);
    if (auto result = rounded(x, format_)) return *result;
  }
  throw Refused("row " + p.text() + ", pair " + std::to_string(pair) +
                ": 8192 bits do not tell how it rounds");
}

bool RoundedRows::alike(const Integer& p, const Integer& q) const {
  for (std::size_t pair = 0; pair < turns_->size(); ++pair)
    for (const bool cosine : {false, true})
      if (!(entry(p, pair, cosine) == entry(q, pair, cosine))) return false;
  return true;
}

namespace {

/// All pairs of rows that may round alike, up to row `end`: only the stated collision and later
/// ones do.
class Comparison {
 public:
  Comparison(const Rows& rows, const RoundedRows& rounded) : rows_(rows), rounded_(rounded) {}

  void offset(const Integer& k) {
    const Integer end = rows_.collision ? rows_.collision->later : rows_.last;
    for (Integer p = rows_.first; p + k <= end; p = p + Integer(1)) {
      if (++pairs_ > kMostPairs) throw Refused("more than 2^30 pairs of rows to compare");
      const Integer q = p + k;
      if (later(p, q) || !rounded_.alike(p, q)) continue;
      throw Refused("rows " + p.text() + " and " + q.text() + " round alike" +
                    (rows_.collision ? ", and come before the collision stated" : ""));
    }
  }

  std::uint64_t pairs() const { return pairs_; }

 private:
  bool later(const Integer& p, const Integer& q) const {
    return rows_.collision && q == rows_.collision->later && p >= rows_.collision->earlier;
  }

  const Rows& rows_;
  const RoundedRows& rounded_;
  std::uint64_t pairs_ = 0;
};

}  // namespace

std::uint64_t confirm_rows(const Certificate& c, Turns& turns) {
  const Rows& rows = *c.rows;
  const RoundedRows rounded(rows, turns);
  if (c.holds == rows.collision.has_value())
    throw Refused(c.holds ? "it holds, and states a collision" : "it fails, and states none");
  const Integer end = rows.collision ? rows.collision->later : rows.last;
  if (end - rows.first > c.near.last) throw Refused("near.last is below the distance of two rows");
  if (!rounded.reached_by(c.near.threshold))
    throw Refused("rows farther apart than near.threshold can round alike");
  if (rows.collision && !rounded.alike(rows.collision->earlier, rows.collision->later))
    throw Refused("rows " + rows.collision->earlier.text() + " and " +
                  rows.collision->later.text() + " do not round alike");
  Comparison comparison(rows, rounded);
  for (const Offset& one : c.near.found) comparison.offset(one.offset);
  return comparison.pairs();
}

}  // namespace sextant::certificate
