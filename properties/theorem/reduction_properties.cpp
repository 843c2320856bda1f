#include <gtest/gtest.h>

#include "draw/gen.hpp"
#include "engine/property.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/proof/lattice/gram_schmidt.hpp"
#include "sextant/proof/lattice/reduction.hpp"

namespace sextant::proof {
namespace {

using Matrix = std::vector<std::vector<Integer>>;

Matrix identity(std::size_t n) {
  Matrix m(n, std::vector<Integer>(n, 0));
  for (std::size_t i = 0; i < n; ++i) m[i][i] = 1;
  return m;
}

/// Rows added to rows, and exchanged.
Matrix draw_unimodular() {
  const auto n = *draw::in_range<std::size_t>(2, 9).as("dimension");
  Matrix m = identity(n);
  for (int step = 0; step < 40; ++step) {
    const auto i = *draw::in_range<std::size_t>(0, n), j = *draw::in_range<std::size_t>(0, n);
    const int factor = *draw::in_range(-3, 4);
    if (i == j) continue;
    for (std::size_t l = 0; l < n; ++l) m[i][l] += factor * m[j][l];
    if (factor == 3) std::swap(m[i], m[j]);
  }
  return m;
}

PROPERTY(Unimodular, IsWhatRowOperationsMakeOfTheIdentity) {
  RC_ASSERT(unimodular(draw_unimodular()));
}

PROPERTY(Unimodular, IsNoMatrixWithARowTwice) {
  Matrix m = draw_unimodular();
  const auto i = *draw::in_range<std::size_t>(0, m.size()), j = (i + 1) % m.size();
  Matrix doubled = m;
  for (Integer& x : doubled[i]) x *= 2;
  RC_ASSERT(!unimodular(doubled));
  m[i] = m[j];
  RC_ASSERT(!unimodular(m));
}

PROPERTY(Reduction, StaysInTheLattice) {
  const Matrix m = draw_unimodular();
  RC_ASSERT(unimodular(reduced(m)));
}

/// |b*_i|² multiply to the square of the determinant, which is 1 here; and μ is that of rationals.
PROPERTY(GramSchmidt, IsThatOfRationals) {
  const Matrix m = draw_unimodular();
  const GramSchmidt fast = gram_schmidt(m, 0);
  std::vector<std::vector<Rational>> stars;
  std::vector<Rational> squares;
  Rational product = 1;
  for (std::size_t i = 0; i < m.size(); ++i) {
    std::vector<Rational> star(m[i].begin(), m[i].end());
    for (std::size_t j = 0; j < i; ++j) {
      Rational r = 0;
      for (std::size_t l = 0; l < m.size(); ++l) r += m[i][l] * stars[j][l];
      const Rational mu = r / squares[j];
      const Rational found(fast.mu[i][j]);
      RC_ASSERT(abs(found - mu) <= abs(found) * power_of_two(-51) + power_of_two(-1000));
      for (std::size_t l = 0; l < m.size(); ++l) star[l] -= mu * stars[j][l];
    }
    Rational square = 0;
    for (const Rational& x : star) square += x * x;
    RC_ASSERT(Rational(fast.squares[i]) <= square);
    RC_ASSERT(Rational(fast.squares[i]) > square * Rational(999999, 1000000));
    stars.push_back(std::move(star));
    squares.push_back(square);
    product *= square;
  }
  RC_ASSERT(product == 1);
}

TEST(GramSchmidt, RefusesVectorsThatDepend) {
  EXPECT_THROW(gram_schmidt({{1, 2}, {2, 4}}, 0), Error);
}

}  // namespace
}  // namespace sextant::proof
