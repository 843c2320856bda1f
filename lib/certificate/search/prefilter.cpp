#include "certificate/search/prefilter.hpp"

#include <algorithm>

namespace sextant::certificate {
namespace {

constexpr std::uint64_t kHalfTurn = std::uint64_t{1} << 63;

/// x modulo 2¹²⁸, in two halves.
std::pair<std::uint64_t, std::uint64_t> halves(const Integer& x) {
  Integer high, low;
  fmpz_fdiv_r_2exp(low.get(), x.get(), 64);
  fmpz_fdiv_q_2exp(high.get(), x.get(), 64);
  fmpz_fdiv_r_2exp(high.get(), high.get(), 64);
  return {fmpz_get_ui(high.get()), fmpz_get_ui(low.get())};
}

/// min(⌈T/4⌉, m + 1): beyond m the threshold rules out nothing.
Integer whole_quarter(const Fraction& threshold, std::size_t pairs) {
  Integer quarter, denominator;
  fmpz_mul_2exp(denominator.get(), fmpq_denref(threshold.get()), 2);
  fmpz_cdiv_q(quarter.get(), fmpq_numref(threshold.get()), denominator.get());
  return std::min(quarter, Integer(static_cast<slong>(pairs) + 1));
}

/// ⌊2^bits · sin²(πb)/b²⌋ with b = cell/2¹³: the factor of u² in (3) below b.
std::uint64_t ratio(slong cell, slong bits) {
  constexpr slong kPrecision = 192;
  Real b = Integer(cell);
  arb_mul_2exp_si(b.get(), b.get(), -13);
  Real x;
  arb_sin_pi(x.get(), b.get(), kPrecision);
  arb_div(x.get(), x.get(), b.get(), kPrecision);
  arb_mul(x.get(), x.get(), x.get(), kPrecision);
  arb_mul_2exp_si(x.get(), x.get(), bits);
  return fmpz_get_ui(floor_of(x).get());
}

std::uint64_t to_nearest_turn(std::uint64_t phase) { return std::min(phase, -phase); }

}  // namespace

Prefilter::Prefilter(Turns& turns, const Fraction& threshold) {
  const Integer quarter = whole_quarter(threshold, turns.size());
  // Units of 2^−bits: a sum of less than T/4 + 1 stays below 2⁶⁴, (5).
  const slong bits = std::min<slong>(59, 62 - quarter.bits());
  for (slong cell = 0; cell < (1 << kCells); ++cell)
    ratios_[static_cast<std::size_t>(cell)] = ratio(cell + 1, bits);
  ratios_.back() = ratio(1 << kCells, bits);
  Integer scaled, denominator;
  fmpz_mul_2exp(scaled.get(), fmpq_numref(threshold.get()), static_cast<ulong>(bits));
  fmpz_mul_2exp(denominator.get(), fmpq_denref(threshold.get()), 2);
  fmpz_cdiv_q(scaled.get(), scaled.get(), denominator.get());
  Integer most = quarter;
  fmpz_mul_2exp(most.get(), most.get(), static_cast<ulong>(bits));
  enough_ = fmpz_get_ui(std::min(scaled, most).get());
  for (const Integer& f : turns.fixed_point(64))
    frequencies_.push_back(to_nearest_turn(halves(f).second));
  for (const Integer& f : turns.fixed_point(128)) {
    const auto [high, low] = halves(f);
    fine_.push_back(static_cast<Wide>(high) << 64 | low);
  }
}

bool Prefilter::rules_out(std::uint64_t k) const {
  std::uint64_t sum = 0;
  for (const Wide& f : fine_) {
    // (4) in 2⁻¹²⁸ turns: k/2 + 1 of them, and the truncation, less than 2 units of 2⁻⁶⁴.
    const std::uint64_t u = to_nearest_turn(static_cast<std::uint64_t>(f * k >> 64));
    if (u > 2) sum += square_of_sine(u - 2);
    if (sum > enough_) return true;
  }
  return false;
}

std::vector<std::uint64_t> Prefilter::strays(std::uint64_t half) const {
  std::vector<std::uint64_t> result;
  for (const std::uint64_t f : frequencies_) {
    const Wide stray = static_cast<Wide>(half) * (static_cast<Wide>(f) + 1);
    result.push_back(static_cast<std::uint64_t>(std::min<Wide>(stray, kHalfTurn)));
  }
  return result;
}

bool Prefilter::rules_out(std::uint64_t middle, const std::vector<std::uint64_t>& strays,
                          std::size_t start) const {
  const std::uint64_t own = (middle >> 1) + 1;
  std::uint64_t sum = 0;
  for (std::size_t i = start; i < frequencies_.size(); ++i) {
    const std::uint64_t u = to_nearest_turn(middle * frequencies_[i]);
    const std::uint64_t astray = strays[i] + own;
    if (u <= astray) continue;
    sum += square_of_sine(u - astray);
    if (sum > enough_) return true;
  }
  return false;
}

}  // namespace sextant::certificate
