#pragma once

#include <vector>

#include "sextant/encoding/real/rational.hpp"

namespace sextant {

/// One operation of a program that computes a coordinate.  x is the index, or the result of the
/// step before.
///
///   add       x + number
///   multiply  x · number · π^pi_power
///   divide    x / number
///   line      first + x·(last − first)/(count − 1), as PyTorch's linspace
///   sum       x · number, where x counts units of a sum of several coordinates.  The program
///             computes the sum from its terms, with an error of at most `error` unit roundoffs
struct CoordinateStep {
  enum class Operation : unsigned char { add, multiply, divide, line, sum };

  Operation operation = Operation::add;
  Rational number = 0;
  int pi_power = 0;  ///< at least 0
  Rational first = 0, last = 0;
  int count = 0;       ///< number of points of a line: at least 2
  Rational error = 0;  ///< of a sum

  bool operator==(const CoordinateStep&) const = default;
};

/// The operations, in order, from a token's index to its coordinate.  Programs round the result of
/// each.  Empty: the coordinate is the position plus an origin, times a scale.
struct CoordinateSteps {
  std::vector<CoordinateStep> steps;
  bool in_float32 = false;  ///< computed in float32, whatever the format of angles

  bool operator==(const CoordinateSteps&) const = default;
  bool empty() const { return steps.empty(); }
};

/// x → factor·x + offset, exactly.
struct AffineMap {
  Rational factor = 1, offset = 0;
};

/// Returns the map that all steps together compute without rounding, with `pi` in place of π.
AffineMap map_of(const CoordinateSteps& steps, const Rational& pi);

}  // namespace sextant
