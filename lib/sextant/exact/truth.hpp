#pragma once

#include <optional>
#include <string>

#include "sextant/encoding/real/rational.hpp"
#include "sextant/number/number.hpp"

namespace sextant::exact {

/// A closed interval with exact ends that contains the true value.
struct Enclosure {
  Number lower, upper;
};

/// A correctly rounded number.  Where it is undecided, `number` is one of the two candidates.
struct NearestNumber {
  Number number;
  bool decided = true;
};

/// A true value, whatever defines it, as the slow oracle asks about it: reference.hpp has the cases
/// in which its questions end.
class Truth {
 public:
  virtual ~Truth() = default;
  /// The value where it is rational and this is known by algebra.
  virtual std::optional<Rational> rational() const = 0;
  /// Case (d): nothing is known that forbids a rational value.
  virtual bool may_be_rational() const = 0;
  virtual Enclosure enclosure(int level) const = 0;
};

/// A true value to `digits` significant decimal digits, rounded to nearest.  Throws Error if it
/// cannot be decided.
std::string decimal(const Truth& truth, int digits);

}  // namespace sextant::exact
