#pragma once

#include <cmath>
#include <optional>

#include "sextant/recipe/attention/relative.hpp"
#include "sextant/recipe/attention/rotation.hpp"
#include "sextant/recipe/attention/softmax.hpp"

namespace sextant::recipe::attention {

/// The reference for a head of self-attention over n tokens.  An additive encoding is added to x
/// beforehand.  With only the mask it is NoPE (Kazemnejad et al.  2023); without a mask too, the
/// result does not depend on the order of tokens.
template <class T>
struct Head {
  Matrix<T> query, key, value;          ///< projections, width of x × d
  Mask mask = Mask::none;               ///< causal: a token sees no later ones
  std::optional<Matrix<T>> bias;        ///< n × n, added to the scores (ALiBi, T5)
  std::optional<Rotation<T>> rotation;  ///< of queries and keys (RoPE)
  std::optional<Relative<T>> relative;  ///< of keys and values (Shaw et al.)
};

/// A head whose queries, keys and values are the tokens themselves.
template <class T>
Head<T> plain_head(std::size_t width, Mask mask = Mask::none) {
  Head<T> head;
  head.query = head.key = head.value = identity<T>(width);
  head.mask = mask;
  return head;
}

/// QKᵀ/√d of queries (n × d) and keys (m × d): n × m.  With relative keys (QKᵀ + QRᵀ)/√d.
///                                                  Vaswani et al.  2017, §3.2.1; attention.md, (1)
template <class T>
Matrix<T> scores(const Matrix<T>& q, const Matrix<T>& k, const Relative<T>* relative = nullptr) {
  using std::sqrt;
  const T root = sqrt(T(static_cast<unsigned>(q.columns)));
  Matrix<T> result(q.rows, k.rows);
  for (std::size_t i = 0; i < q.rows; ++i) {
    for (std::size_t j = 0; j < k.rows; ++j) {
      T s = dot(q.row(i), k.row(j));
      if (relative != nullptr) s = s + dot(q.row(i), relative->keys.row(relative->row(i, j)));
      result(i, j) = s / root;
    }
  }
  return result;
}

/// The head's weights for tokens x: n × n; each row sums to 1.
template <class T>
Matrix<T> weights(const Head<T>& head, const Matrix<T>& x) {
  Matrix<T> q = product(x, head.query), k = product(x, head.key);
  if (head.rotation) q = rotated(q, *head.rotation), k = rotated(k, *head.rotation);
  Matrix<T> s = scores(q, k, head.relative ? &*head.relative : nullptr);
  if (head.bias) s = sum(s, *head.bias);
  return softmax(s, head.mask);
}

/// The head's output for tokens x: Σ_j w_ij·v_j, or Σ_j w_ij·(v_j + r_ij) with relative values.  It
/// has n rows as wide as `value`.  Sums are computed from left to right.
template <class T>
Matrix<T> output(const Head<T>& head, const Matrix<T>& x) {
  const Matrix<T> w = weights(head, x), v = product(x, head.value);
  if (!head.relative || head.relative->values.rows == 0) return product(w, v);
  const Relative<T>& relative = *head.relative;
  Matrix<T> result(x.rows, v.columns);
  for (std::size_t i = 0; i < x.rows; ++i) {
    for (std::size_t c = 0; c < v.columns; ++c) {
      const auto value = [&](std::size_t j) {
        return T(v(j, c) + relative.values(relative.row(i, j), c));
      };
      T total = w(i, 0) * value(0);
      for (std::size_t j = 1; j < x.rows; ++j) total = total + w(i, j) * value(j);
      result(i, c) = total;
    }
  }
  return result;
}

}  // namespace sextant::recipe::attention
