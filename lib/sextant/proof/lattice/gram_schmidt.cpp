#include "sextant/proof/lattice/gram_schmidt.hpp"

#include "sextant/encoding/real/error.hpp"
#include "sextant/number/ends.hpp"

namespace sextant::proof {
namespace {

using Fine = Interval<400>;

Fine inner(const std::vector<Integer>& a, const std::vector<Integer>& b) {
  Integer sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return enclose<Fine>(sum);
}

/// The lower end of an interval as a double.  Throws Error if the upper end differs by more than a
/// rounding, or, about 0, by more than 2⁻¹⁰⁰⁰.
double either_end(const Fine& x) {
  const double below = double_below(x), above = double_above(x);
  if (above - below > std::abs(below) * 0x1p-51 + 0x1p-1000)
    throw Error("a basis of the lattice is too long for 1330 bits");
  return below;
}

}  // namespace

GramSchmidt gram_schmidt(const std::vector<std::vector<Integer>>& vectors, int bits) {
  const std::size_t n = vectors.size();
  GramSchmidt result{std::vector(n, std::vector<double>(n, 0.0)), {}};
  std::vector<Fine> squares;
  // r_ij = ⟨b_i, b*_j⟩ = ⟨b_i, b_j⟩ − Σ_{l<j} μ_jl·r_il, and μ_ij = r_ij/|b*_j|².
  std::vector mu(n, std::vector<Fine>(n)), r = mu;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      r[i][j] = inner(vectors[i], vectors[j]);
      for (std::size_t l = 0; l < j; ++l) r[i][j] -= mu[j][l] * r[i][l];
      if (j == i) break;
      mu[i][j] = r[i][j] / squares[j];
      result.mu[i][j] = either_end(mu[i][j]);
    }
    squares.push_back(r[i][i]);
    result.squares.push_back(double_below(Fine(ldexp(r[i][i], -2 * bits))));
    if (!(result.squares.back() > 0)) throw Error("a basis of the lattice is not independent");
  }
  return result;
}

}  // namespace sextant::proof
