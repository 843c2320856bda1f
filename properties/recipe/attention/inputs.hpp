#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "draw/gen.hpp"
#include "sextant/number/text.hpp"
#include "sextant/recipe/attention/head.hpp"
#include "sextant/recipe/bound/arithmetic_cpp_bin_float.hpp"
#include "sextant/recipe/bound/exactly.hpp"

namespace sextant::recipe::attention {

using Wide = Interval<50>;

/// The number types for the properties of attention.
using NumberTypes = testing::Types<float, double, long double, CppBinFloat50, MpfrFloat50>;

/// Entries m/64 with |m| ≤ 32: exact in every type, and so small that no score of six channels
/// underflows.                                                                    attention.md, (4)
using Grid = Matrix<int>;

inline Grid draw_grid(std::size_t rows, std::size_t columns, const char* name) {
  Grid grid(rows, columns);
  const auto entries =
      *draw::container<std::vector<int>>(rows * columns, draw::full(draw::in_range(-32, 33)))
           .as(name);
  grid.values = entries;
  return grid;
}

/// A grid as numbers of T.
template <class T>
Matrix<T> in(const Grid& grid) {
  Matrix<T> result(grid.rows, grid.columns);
  std::transform(grid.values.begin(), grid.values.end(), result.values.begin(),
                 [](int m) { return nearest<T>(Rational(m, 64)); });
  return result;
}

/// Tokens and the projections of a head, available in any type.
struct Case {
  Grid x, query, key, value;

  template <class T>
  Head<T> head() const {
    Head<T> result;
    result.query = in<T>(query), result.key = in<T>(key), result.value = in<T>(value);
    return result;
  }
};

inline std::size_t draw_size(std::size_t from, std::size_t to, const char* name) {
  return *draw::full(draw::in_range(from, to + 1)).as(name);
}

inline int draw_number(int from, int to, const char* name) {
  return *draw::full(draw::in_range(from, to + 1)).as(name);
}

/// `tokens` tokens of one to six channels, and a head of as many.
inline Case draw_case(std::size_t tokens) {
  const std::size_t width = draw_size(1, 6, "width"), d = draw_size(1, 6, "channels of the head");
  return {draw_grid(tokens, width, "x"), draw_grid(width, d, "W_Q"), draw_grid(width, d, "W_K"),
          draw_grid(width, d, "W_V")};
}

inline std::vector<std::size_t> draw_order(std::size_t n) {
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t i = n; i > 1; --i)
    std::swap(order[i - 1], order[*draw::in_range<std::size_t>(0, i)]);
  return order;
}

inline std::vector<std::size_t> reversal(std::size_t n) {
  std::vector<std::size_t> order(n);
  for (std::size_t i = 0; i < n; ++i) order[i] = n - 1 - i;
  return order;
}

/// γ_k = k·u/(1 − k·u) of T: |Π(1 + δ)^±1 − 1| ≤ γ_k for k roundings.          attention.md, (3)
template <class T>
Rational gamma(std::size_t k) {
  const Rational ku = Rational(k) * power_of_two(-Arithmetic<T>::format.precision);
  return ku / (1 - ku);
}

inline Rational lowest(const Wide& x) { return to_rational(lower_end(x)); }
inline Rational highest(const Wide& x) { return to_rational(upper_end(x)); }
inline bool disjoint(const Wide& a, const Wide& b) {
  return highest(a) < lowest(b) || highest(b) < lowest(a);
}

/// At most 2⁻¹⁰⁰ wide: overlapping intervals are then evidence.
inline bool narrow(const Wide& x) { return highest(x) - lowest(x) <= power_of_two(-100); }

/// Whether two narrow enclosures may contain one number.
inline bool same(const Wide& a, const Wide& b) { return narrow(a) && narrow(b) && !disjoint(a, b); }

template <class T>
Rational largest_size(const Matrix<T>& m) {
  Rational most = 0;
  for (const T& x : m.values) most = std::max(most, Rational(abs(exactly(x))));
  return most;
}

/// Whether row `a` of A and row `b` of B certainly differ.
inline bool rows_differ(const Matrix<Wide>& A, std::size_t a, const Matrix<Wide>& B,
                        std::size_t b) {
  for (std::size_t j = 0; j < A.columns; ++j) {
    if (disjoint(A(a, j), B(b, j))) return true;
  }
  return false;
}

}  // namespace sextant::recipe::attention
