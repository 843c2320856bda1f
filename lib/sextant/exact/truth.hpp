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

/// A true value, whatever its definition, as the slow oracle queries it. reference.hpp lists the
/// cases in which the queries terminate.
class Truth {
 public:
  virtual ~Truth() = default;
  /// The value if algebra shows that it is rational; otherwise nullopt.
  virtual std::optional<Rational> rational() const = 0;
  /// Whether it is in case (d): no theorem excludes a rational value.
  virtual bool may_be_rational() const = 0;
  virtual Enclosure enclosure(int level) const = 0;
};

/// A true value to `digits` significant decimal digits, rounded to nearest.  Throws Error if it
/// cannot be decided.
std::string decimal(const Truth& truth, int digits);

}  // namespace sextant::exact
