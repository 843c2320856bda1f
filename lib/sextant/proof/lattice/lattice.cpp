#include "sextant/proof/lattice/lattice.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "sextant/encoding/real/error.hpp"
#include "sextant/number/ends.hpp"
#include "sextant/proof/lattice/gram_schmidt.hpp"
#include "sextant/proof/lattice/reduction.hpp"
#include "sextant/proof/statement/offsets.hpp"

namespace sextant::proof {
namespace {

/// Coefficients are smaller, so that doubles hold them exactly.
constexpr double kLargestCoefficient = 0x1p52;

/// An upper bound of Σ x_i² for Σ 4 sin²(π x_i) ≤ T and |x_i| ≤ 1/2.                           (10)
Wide square_sum(const Rational& threshold) {
  const Wide t = enclose<Wide>(threshold);
  // Always true; the bound by the arcsine is smaller, but exists only up to 4.
  if (threshold > Rational(399, 100)) return t / 16;
  const Wide x = asin(Wide(sqrt(t) / 2)) / enclose_pi<Wide>();
  return x * x;
}

/// Depth first over all integer combinations whose length, bounded from below, is within the
/// radius.
struct Enumeration {
  const GramSchmidt& basis;
  double square_radius;
  const std::function<bool(const std::vector<std::int64_t>&)>& meet;
  const TheoremProgress& progress;
  std::vector<std::int64_t> x;
  bool going = true;

  void level(std::size_t at, double length, bool zero_above) {
    double centre = 0, sizes = 0;  // (12)
    for (std::size_t j = at + 1; j < x.size(); ++j) {
      const double term = static_cast<double>(x[j]) * basis.mu[j][at];
      centre -= term;
      sizes += std::abs(term);
    }
    const double off = sizes * static_cast<double>(x.size() + 4) * 0x1p-52 + 0x1p-900;
    const double room = std::sqrt((square_radius - length) / basis.squares[at]) * (1 + 0x1p-49);
    const double slack = off + (std::abs(centre) + room) * 0x1p-50;
    const double low = std::ceil(centre - room - slack), high = std::floor(centre + room + slack);
    if (!(std::abs(low) < kLargestCoefficient && std::abs(high) < kLargestCoefficient))
      throw Error("the basis of the lattice is too skew");
    // A vector and its opposite are the same offset: the first non-zero coefficient is positive.
    auto v = static_cast<std::int64_t>(low);
    if (zero_above) v = std::max<std::int64_t>(v, 0);
    for (const auto end = static_cast<std::int64_t>(high); going && v <= end; ++v) {
      x[at] = v;
      const double y = std::max(0.0, std::abs(static_cast<double>(v) - centre) - slack);
      const double now = length + y * y * basis.squares[at] * (1 - 0x1p-40);  // (13)
      if (now > square_radius) continue;
      if (at == 0)
        going = meet(x);
      else
        level(at - 1, now, zero_above && v == 0);
      if (at + 1 == x.size() && progress)
        progress(static_cast<double>(v - static_cast<std::int64_t>(low) + 1) /
                 static_cast<double>(end - static_cast<std::int64_t>(low) + 1));
    }
    x[at] = 0;
  }
};

}  // namespace

Lattice::Lattice(const Offsets& offsets, const Integer& last, const Rational& threshold)
    : last_(last) {
  const int pairs = offsets.pairs();
  const int size = static_cast<int>(msb(last)) + 1;
  const Wide radius_in_turns = sqrt(square_sum(threshold));
  const int small = std::max(0, -std::ilogb(double_below(radius_in_turns)));
  // Chosen such that U has some 60 bits, and the rounding of the steps, last·2⁻ᵇ turns, is
  // negligible against the radius.
  basis_.bits = 60 + size + small;
  if (basis_.bits > 300) throw Error("the threshold is too small for the lattice");
  for (int i = 0; i < pairs; ++i)
    steps_.push_back(nearest_integer(ldexp(offsets.turns(i), basis_.bits)));
  const Wide scaled = ldexp(radius_in_turns, basis_.bits);
  basis_.unit = nearest_integer(Wide(scaled / enclose<Wide>(last)));
  if (basis_.unit < 1) basis_.unit = 1;
  // |(k·F_i − n_i·2ᵇ)_i| ≤ radius·2ᵇ + last·√m, each F_i being off by less than one.       (11)
  const Wide turned = scaled + enclose<Wide>(last) * sqrt(Wide(pairs));
  const Wide counted = enclose<Wide>(Integer(last * basis_.unit));
  square_radius_ = to_rational(upper_end(Wide(turned * turned + counted * counted)));

  std::vector<Combination> plain;
  for (int i = 0; i <= pairs; ++i) {
    plain.emplace_back(pairs + 1, 0);
    plain.back()[static_cast<std::size_t>(i == pairs ? 0 : i + 1)] = 1;
  }
  std::vector<std::vector<Integer>> vectors;
  for (const Combination& row : plain) vectors.push_back(vector(row));
  for (const std::vector<Integer>& v : reduced(vectors)) {
    // k·U is the last coordinate; the differences from k·F_i are whole turns.
    Combination row{v.back() / basis_.unit};
    for (int i = 0; i < pairs; ++i) {
      const auto at = static_cast<std::size_t>(i);
      row.push_back((row[0] * steps_[at] - v[at]) >> basis_.bits);
    }
    if (vector(row) != v) throw Error("fplll has left the lattice");
    basis_.rows.push_back(std::move(row));
  }
  if (!unimodular(basis_.rows)) throw Error("fplll has lost a part of the lattice");
}

std::vector<Integer> Lattice::vector(const Combination& row) const {
  std::vector<Integer> result;
  for (std::size_t i = 0; i < steps_.size(); ++i)
    result.push_back(row[0] * steps_[i] - (row[i + 1] << basis_.bits));
  result.push_back(row[0] * basis_.unit);
  return result;
}

void Lattice::enumerate(const std::function<bool(const Integer&)>& meet,
                        const TheoremProgress& progress) const {
  std::vector<std::vector<Integer>> vectors;
  for (const Combination& row : basis_.rows) vectors.push_back(vector(row));
  const GramSchmidt orthogonal = gram_schmidt(vectors, basis_.bits);
  const double square_radius =
      double_above(Wide(ldexp(enclose<Wide>(square_radius_), -2 * basis_.bits)));
  const std::function<bool(const std::vector<std::int64_t>&)> whole =
      [&](const std::vector<std::int64_t>& x) {
        Integer k = 0;
        for (std::size_t j = 0; j < x.size(); ++j) k += basis_.rows[j][0] * x[j];
        k = abs(k);
        return k == 0 || k > last_ || meet(k);
      };
  Enumeration all{orthogonal, square_radius, whole, progress,
                  std::vector<std::int64_t>(vectors.size(), 0)};
  all.level(vectors.size() - 1, 0, true);
}

}  // namespace sextant::proof
