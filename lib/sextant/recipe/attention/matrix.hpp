#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

#include "sextant/number/real.hpp"
#include "sextant/recipe/bound/arithmetic.hpp"

namespace sextant::recipe::attention {

template <class T>
inline constexpr bool kIsInterval = false;
template <unsigned Digits>
inline constexpr bool kIsInterval<Interval<Digits>> = true;

/// The number of T nearest to a value; the value itself for Rational; an enclosing interval for
/// intervals.
template <class T>
T nearest(const Rational& value) {
  if constexpr (std::is_same_v<T, Rational>)
    return value;
  else if constexpr (kIsInterval<T>)
    return enclose<T>(value);
  else
    return to<T>(value);
}

/// rows × columns numbers of T, row by row.  T is any number type: of the hardware, of Boost, an
/// interval (results then enclose the true ones), or Rational if no function is called.
template <class T>
struct Matrix {
  std::size_t rows = 0, columns = 0;
  std::vector<T> values;

  Matrix() = default;
  Matrix(std::size_t r, std::size_t c) : rows(r), columns(c), values(r * c, T(0)) {}

  bool operator==(const Matrix&) const = default;
  T& operator()(std::size_t i, std::size_t j) { return values[i * columns + j]; }
  const T& operator()(std::size_t i, std::size_t j) const { return values[i * columns + j]; }
  std::span<const T> row(std::size_t i) const { return {values.data() + i * columns, columns}; }
};

/// Entries given one by one, row by row.
template <class T>
Matrix<T> matrix(std::size_t rows, const std::vector<Rational>& entries) {
  Matrix<T> result(rows, entries.size() / rows);
  std::transform(entries.begin(), entries.end(), result.values.begin(),
                 [](const Rational& x) { return nearest<T>(x); });
  return result;
}

template <class T>
Matrix<T> identity(std::size_t n) {
  Matrix<T> result(n, n);
  for (std::size_t i = 0; i < n; ++i) result(i, i) = T(1);
  return result;
}

/// Σ a_j·b_j, computed from left to right.
template <class T>
T dot(std::span<const T> a, std::span<const T> b) {
  if (a.empty()) return T(0);
  T sum = a[0] * b[0];
  for (std::size_t j = 1; j < a.size(); ++j) sum = sum + a[j] * b[j];
  return sum;
}

/// A (n × m) times B (m × d): n × d, sums from left to right.
template <class T>
Matrix<T> product(const Matrix<T>& a, const Matrix<T>& b) {
  Matrix<T> result(a.rows, b.columns);
  for (std::size_t i = 0; i < a.rows; ++i) {
    for (std::size_t j = 0; j < b.columns; ++j) {
      T sum = a(i, 0) * b(0, j);
      for (std::size_t l = 1; l < a.columns; ++l) sum = sum + a(i, l) * b(l, j);
      result(i, j) = sum;
    }
  }
  return result;
}

/// A + B of equal shapes: embeddings plus positions.
template <class T>
Matrix<T> sum(const Matrix<T>& a, const Matrix<T>& b) {
  Matrix<T> result = a;
  for (std::size_t i = 0; i < result.values.size(); ++i)
    result.values[i] = result.values[i] + b.values[i];
  return result;
}

/// [A | B] with equal numbers of rows: embeddings next to positions.
template <class T>
Matrix<T> beside(const Matrix<T>& a, const Matrix<T>& b) {
  Matrix<T> result(a.rows, a.columns + b.columns);
  for (std::size_t i = 0; i < a.rows; ++i) {
    for (std::size_t j = 0; j < a.columns; ++j) result(i, j) = a(i, j);
    for (std::size_t j = 0; j < b.columns; ++j) result(i, a.columns + j) = b(i, j);
  }
  return result;
}

/// P·A: row i is row order[i] of A.
template <class T>
Matrix<T> permuted(const Matrix<T>& a, std::span<const std::size_t> order) {
  Matrix<T> result(order.size(), a.columns);
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t j = 0; j < a.columns; ++j) result(i, j) = a(order[i], j);
  }
  return result;
}

}  // namespace sextant::recipe::attention
