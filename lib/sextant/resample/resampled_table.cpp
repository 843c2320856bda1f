#include "sextant/resample/resampled_table.hpp"

#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/number/round.hpp"

namespace sextant::resample {
namespace {

constexpr double kUpward = 1 + 0x1p-20;  // covers the roundings of sums of up to 2²⁸ terms

/// A row of the source in an entry's sum.
struct Term {
  std::uint64_t row = 0;
  Integer weight;
  double size = 0, error = 0;
};

/// The terms of a cell, and of its error bound.                          resampling.md, (10)
std::vector<Term> terms_of(const Resampling& how, const Taps& down, const Taps& across,
                           double extra) {
  std::vector<Term> terms;
  for (const Tap& y : down.taps)
    for (const Tap& x : across.taps)
      terms.push_back({source_row(how, {y.index, x.index}), y.numerator * x.numerator,
                       y.size * x.size,
                       y.size * x.error + y.error * x.size + y.error * x.error + extra});
  return terms;
}

/// The taps of both axes.  A sequence has one line, which no program interpolates.
LineTaps down(const Resampling& how, const Format& compute) {
  if (how.from.height == 1 && how.to.height == 1)
    return {{Filter::nearest, 0, Coordinates::asymmetric, false, Edge::clamped}, {}, compute};
  Line line{how.from.height, how.to.height, {}};
  if (how.scale_factor) line.scale_factor = how.scale_factor->height;
  return {how.rule, line, compute};
}

LineTaps across(const Resampling& how, const Format& compute) {
  Line line{how.from.width, how.to.width, {}};
  if (how.scale_factor) line.scale_factor = how.scale_factor->width;
  return {how.rule, line, compute};
}

int bits_of(const Integer& value) { return value == 0 ? 0 : highest_bit(abs(value)) + 1; }

Int128 to_int128(const Integer& value) { return static_cast<Int128>(value); }

}  // namespace

Rational ExactRow::value(std::size_t channel) const {
  const Integer numerator = small_ ? Integer(small_numerators_[channel]) : numerators_[channel];
  return Rational(numerator, denominator_) * power_of_two(exponent_);
}

exact::Ball ExactRow::ball(std::size_t channel) const {
  if (!small_) return exact::ball(value(channel));
  Int128 numerator = small_numerators_[channel];
  if (numerator == 0) return {};
  const int shift = 126 - highest_bit(static_cast<Bits>(numerator < 0 ? -numerator : numerator));
  numerator *= Int128{1} << shift;
  return exact::Ball{numerator, 0, exponent_ - shift} * factor_;
}

double ExactRow::nearest(const Format& format, std::size_t channel, const exact::Ball& ball) const {
  if (const auto fast = exact::nearest(format, ball)) return *fast;
  return to_double(round(format, value(channel)));
}

ResampledTable::ResampledTable(const SourceNumbers& source, const Resampling& how,
                               const Format& compute)
    : source_(source),
      how_(how),
      compute_(compute),
      down_(down(how, compute)),
      across_(across(how, compute)) {
  if (source.rows() < std::max(how.source_rows(), how.prefix))
    throw Error(fmt::format("the source has {} rows, fewer than the {} of its grid", source.rows(),
                            how.source_rows()));
}

void ResampledTable::read(std::uint64_t row, ExactRow& r) const {
  const auto cell = cell_of(how_, row);
  std::vector<Term> terms;
  r.denominator_ = 1;
  if (cell) {
    const Taps& down = down_[cell->y];
    const Taps& across = across_[cell->x];
    const double extra = how_.rule.kernel == Filter::linear ? gamma(4, compute_) : 0;
    terms = terms_of(how_, down, across, extra);
    r.denominator_ = down.denominator * across.denominator;
  } else {
    terms.push_back({row, 1, 1, 0});
  }
  int bits = 0;
  for (const Term& term : terms) bits = std::max(bits, bits_of(term.weight));
  const int sum_bits = bits + source_.bits() + static_cast<int>(std::bit_width(terms.size()));
  r.small_ = sum_bits <= 126 && source_.bits() <= 63;
  r.exponent_ = source_.exponent();
  r.factor_ = exact::Factor::of(Rational(1, r.denominator_));
  const std::size_t columns = source_.columns();
  r.small_numerators_.assign(r.small_ ? columns : 0, 0);
  r.numerators_.assign(r.small_ ? 0 : columns, 0);
  r.bounds_.assign(columns, 0);
  r.sizes_.assign(columns, 0);
  // Copies are only converted to the format of the sums.
  const bool copied = !cell || how_.rule.kernel == Filter::nearest;
  for (const Term& term : terms) {
    const auto values = source_.values(term.row);
    if (term.weight != 0 && r.small_) {
      const Int128 weight = to_int128(term.weight);
      for (std::size_t c = 0; c < columns; ++c)
        r.small_numerators_[c] += weight * source_.small(values[c]);
    } else if (term.weight != 0) {
      for (std::size_t c = 0; c < columns; ++c)
        r.numerators_[c] += term.weight * source_.integer(values[c]);
    }
    for (std::size_t c = 0; c < columns; ++c) {
      r.sizes_[c] += term.size * std::abs(values[c]);
      r.bounds_[c] += copied ? term.size * std::abs(values[c] - round_to(compute_, values[c]))
                             : term.error * std::abs(values[c]);
    }
  }
  if (copied) return;
  const auto count = static_cast<double>(terms.size());
  const double rounding = gamma(count + 2, compute_);
  const double underflow = count * std::ldexp(1.0, compute_.emin - compute_.precision + 2);
  for (std::size_t c = 0; c < columns; ++c)
    r.bounds_[c] = (r.bounds_[c] + rounding * (r.sizes_[c] + r.bounds_[c])) * kUpward + underflow;
}

}  // namespace sextant::resample
