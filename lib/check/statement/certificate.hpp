#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "check/arithmetic/expression.hpp"
#include "check/arithmetic/number.hpp"

namespace sextant::check {

/// An offset and an enclosure of D there (reports/derivations/checking.md, (1)).
struct Offset {
  Integer offset;
  Fraction low;
  Fraction high;
};

/// Intervals of 2^level offsets, halved down from `top`; at a level the pairs from starts[level] on
/// are summed.
struct Blocks {
  int top = 0;
  std::vector<int> starts;
};

/// Rows (k, n_0, …) that span all integer vectors, and the scaling of the last coordinate.
struct Lattice {
  int bits = 0;
  Integer unit;
  std::vector<std::vector<Integer>> basis;
};

struct ContinuedFraction {};

using Scheme = std::variant<Blocks, Lattice, ContinuedFraction>;

/// The list of every offset up to `last` at which D is at most `threshold`.
struct Near {
  Integer last;
  Fraction threshold;
  std::vector<Offset> found;
  std::vector<Scheme> schemes;
};

/// Two positions whose rows round alike.
struct Collision {
  Integer earlier;
  Integer later;
};

/// Rows of amplitude·(sin, cos) rounded to a format.
struct Rows {
  std::string format;
  std::string key;  ///< where the format stands in the document
  Integer first;
  Integer last;
  Expression amplitude;
  std::optional<Collision> collision;
  Fraction origin;  ///< added to positions
};

enum class Theorem : unsigned char { uniqueness, neighbours, near_collisions, distinct_rows };

struct Certificate {
  Theorem theorem = Theorem::uniqueness;
  std::string name;      ///< the theorem's
  std::string encoding;  ///< for people
  bool holds = false;
  std::vector<Expression> frequencies;
  Near near;
  std::optional<Offset> minimum;  ///< uniqueness
  std::optional<Offset> rival;    ///< neighbours, where it fails
  std::vector<Offset> closest;    ///< near-collisions
  std::optional<Rows> rows;       ///< distinct-rows
};

/// Throws Error, naming the key, for what is no certificate of a theorem that can be checked.
Certificate read_certificate(const Node& root);

}  // namespace sextant::check
