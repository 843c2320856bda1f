#pragma once

#include <cmath>

#include "sextant/recipe/attention/matrix.hpp"

namespace sextant::recipe::attention {

/// The keys that a query sees: all, or those not later than itself.
enum class Mask { none, causal };

constexpr bool sees(Mask mask, std::size_t query, std::size_t key) {
  return mask == Mask::none || key <= query;
}

/// Whether a is smaller.  Intervals are compared by their upper ends: any total order suffices.
template <class T>
bool below(const T& a, const T& b) {
  return a < b;
}
template <unsigned Digits>
bool below(const Interval<Digits>& a, const Interval<Digits>& b) {
  return upper(a) < upper(b);
}

/// The weights of each query (n × m, from scores of that shape): exp(s_j − max s) divided by their
/// sum over the keys that the query sees; 0 for the others.  Sums are computed from left to right.
/// Every query must see a key.                        Vaswani et al.  2017, §3.2; attention.md, (2)
template <class T>
Matrix<T> softmax(const Matrix<T>& scores, Mask mask) {
  using std::exp;
  Matrix<T> weights(scores.rows, scores.columns);
  for (std::size_t i = 0; i < scores.rows; ++i) {
    T most = scores(i, 0);
    for (std::size_t j = 1; j < scores.columns; ++j) {
      if (sees(mask, i, j) && below(most, scores(i, j))) most = scores(i, j);
    }
    T total = T(0);
    for (std::size_t j = 0; j < scores.columns; ++j) {
      if (!sees(mask, i, j)) continue;
      weights(i, j) = exp(T(scores(i, j) - most));
      total = total + weights(i, j);
    }
    for (std::size_t j = 0; j < scores.columns; ++j) {
      if (sees(mask, i, j)) weights(i, j) = weights(i, j) / total;
    }
  }
  return weights;
}

}  // namespace sextant::recipe::attention
