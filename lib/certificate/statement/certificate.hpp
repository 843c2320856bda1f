#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "certificate/arithmetic/expression.hpp"
#include "certificate/arithmetic/number.hpp"

namespace sextant::certificate {

/// An offset and an enclosure of its D (reports/derivations/checking.md, (1)).
struct Offset {
  Integer offset;
  Fraction low;
  Fraction high;
};

/// Intervals of 2^level offsets, halved from level `top` down.  At each level the pairs from
/// starts[level] on are summed.
struct Blocks {
  int top = 0;
  std::vector<int> starts;
};

/// Rows (k, n_0, …) that span all integer vectors, and the scale of the last coordinate.
struct Lattice {
  int bits = 0;
  Integer unit;
  std::vector<std::vector<Integer>> basis;
};

struct ContinuedFraction {};

using Scheme = std::variant<Blocks, Lattice, ContinuedFraction>;

/// The list of all offsets up to `last` with D ≤ threshold.
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
  std::string key;  ///< the format's key in the document
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
  std::string encoding;  ///< for messages
  bool holds = false;
  std::vector<Expression> frequencies;
  Near near;
  std::optional<Offset> minimum;  ///< uniqueness
  std::optional<Offset> rival;    ///< neighbours, if it fails
  std::vector<Offset> closest;    ///< near-collisions
  std::optional<Rows> rows;       ///< distinct-rows
};

/// Throws Error, naming the key, if it is not the certificate of a theorem with a checker.
Certificate read_certificate(const Node& root);

}  // namespace sextant::certificate
