#include "sextant/encoding/axial/combined_axes.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>

#include "sextant/encoding/real/error.hpp"

namespace sextant {
namespace {

using Operation = CoordinateStep::Operation;

constexpr int kFloat32Digits = 24;

bool is_power_of_two(const Integer& n) { return n > 0 && (n & (n - 1)) == 0; }

/// Whether float32 holds a number that is not tiny: an integer of 24 bits over or times a power of
/// two.
bool in_float32(const Rational& x) {
  const Integer size = numerator(abs(x));
  return size == 0 ||
         (is_power_of_two(denominator(x)) && size >> lsb(size) < Integer(1 << kFloat32Digits));
}

/// Whether float32 holds count/parts, where `parts` is a power of two.
bool in_float32(Position count) {
  const auto size = magnitude(count);
  return size == 0 || size >> std::countr_zero(size) >> kFloat32Digits == 0;
}

/// The bounds of a coordinate, and of its rounding error, in unit roundoffs.
struct Rounded {
  Rational least, most, error = 0;
  Rational size() const { return std::max(abs(least), abs(most)); }
};

/// The range of the coordinate, and its error to first order in the unit roundoff.
///                                                                        axial.md, (1) to (4)
Rounded rounded(const CombinedTerm& term) {
  Rounded x{term.first, term.last};
  for (const CoordinateStep& step : term.coordinate.steps) {
    const Rational& c = step.number;
    const Rational kept = in_float32(c) ? 0 : 1;
    const bool exact = is_power_of_two(numerator(abs(c))) && is_power_of_two(denominator(c));
    const auto times = [&](const Rational& factor, int roundings) {
      x.error = (x.error + x.size() * kept) * abs(factor);
      x.least *= factor, x.most *= factor;
      if (x.least > x.most) std::swap(x.least, x.most);
      if (!exact) x.error += Rational(roundings) * x.size();
    };
    switch (step.operation) {
      case Operation::add:
        x.least += c, x.most += c;
        x.error += kept * abs(c) + x.size();
        break;
      case Operation::multiply:
      case Operation::sum:
        times(c, 1);
        break;
      case Operation::divide:
        times(Rational(1 / c), 2);
        break;
      case Operation::line: {
        const Rational slope = (step.last - step.first) / Rational(step.count - 1);
        x.error = x.error * abs(slope) + Rational(10) * std::max(abs(step.first), abs(step.last));
        x.least = step.first + x.least * slope, x.most = step.first + x.most * slope;
        if (x.least > x.most) std::swap(x.least, x.most);
      }
    }
  }
  return x;
}

/// The greatest common divisor of two rational numbers; the other one if one of them is 0.
Rational common_unit(const Rational& a, const Rational& b) {
  const Integer parts = lcm(denominator(a), denominator(b));
  const Integer first = numerator(a) * (parts / denominator(a));
  const Integer second = numerator(b) * (parts / denominator(b));
  return Rational(gcd(first, second)) / Rational(parts);
}

Error beyond(std::string_view what, std::string_view remedy) {
  return Error(std::string(what) + ": 63 bits do not hold its angles; " + std::string(remedy));
}

}  // namespace

CombinedAxes combined(const std::vector<CombinedTerm>& terms, std::string_view what) {
  CombinedAxes found;
  const Rational axes(static_cast<std::uint64_t>(terms.size()));
  std::vector<Rational> factors;
  Rational constant = 0, unit = 0, sizes = 0;
  for (const CombinedTerm& term : terms) {
    if (abs(term.number) > Rational(kLargestNumber))
      throw Error(std::string(what) + ": a number of --frequencies is larger than 2^20");
    const AffineMap map = map_of(term.coordinate, 1);
    factors.push_back(term.number * map.factor);
    constant += term.number * map.offset;
    unit = common_unit(unit, factors.back());
    const Rounded x = rounded(term);
    const Rational kept = in_float32(term.number) ? 0 : 1;
    found.error += abs(term.number) * (x.error + (axes + kept) * x.size());
    sizes += abs(term.number) * x.size();
  }
  unit = common_unit(unit, constant);
  found.error = std::max(found.error, Rational(Rational(4) * sizes));  // (11)
  if (unit != 0) found.unit = unit;
  Rational most = abs(constant);
  for (std::size_t k = 0; k < terms.size(); ++k)
    most += abs(factors[k]) * std::max(abs(terms[k].first), abs(terms[k].last));
  if (most / found.unit > to_rational(kLargestPosition))
    throw beyond(what, "save the matrix in float32, as programs have it, without tiny numbers");
  for (const Rational& factor : factors)
    found.weights.push_back(to_position(Rational(factor / found.unit)));
  found.constant = to_position(Rational(constant / found.unit));
  return found;
}

Positions sums_of(const CombinedAxes& axes, const std::vector<Positions>& indices) {
  constexpr const char* kWhat = "the sum of a row's coordinates";
  constexpr const char* kRemedy = "give coordinates of fewer digits, such as whole or half pixels";
  for (const Positions& one : indices) {
    const bool dyadic = std::has_single_bit(one.parts);
    for (std::uint64_t row = 0; row < one.count; ++row)
      if (!dyadic || !in_float32(one[row]))
        throw Error("coordinate " + to_text(one[row], one.parts) +
                    " is not a number of float32, as programs have coordinates that they add up");
  }
  Integer common = 1;
  for (const Positions& one : indices) common = lcm(common, Integer(one.parts));
  if (common > Integer(kLargestPosition)) throw beyond(kWhat, kRemedy);
  const auto parts = static_cast<std::uint64_t>(common);
  std::vector<Position> list;
  list.reserve(indices.front().count);
  for (std::uint64_t row = 0; row < indices.front().count; ++row) {
    Position sum = 0;
    bool wraps = __builtin_mul_overflow(axes.constant, static_cast<Position>(parts), &sum);
    for (std::size_t k = 0; k < indices.size(); ++k) {
      Position index = 0;
      wraps |= __builtin_mul_overflow(indices[k][row],
                                      static_cast<Position>(parts / indices[k].parts), &index);
      wraps |= __builtin_mul_overflow(index, axes.weights[k], &index);
      wraps |= __builtin_add_overflow(sum, index, &sum);
    }
    if (wraps || sum > kLargestPosition || sum < -kLargestPosition) throw beyond(kWhat, kRemedy);
    list.push_back(sum);
  }
  return Positions::of(std::move(list), parts);
}

}  // namespace sextant
