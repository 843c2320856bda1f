#pragma once

#include <optional>
#include <span>

#include "sextant/number/format.hpp"
#include "sextant/vectors/margin.hpp"

namespace sextant::vectors {

/// The formats that tests are about.
std::span<const Format> formats();

/// The numbers of a format between two of its ends.
struct Stored {
  Rational low, high;

  bool holds(const Rational& y) const { return low <= y && y <= high; }
  bool meets(const Stored& other) const { return low <= other.high && other.low <= high; }
};

/// What rounding to `format` makes of the reals within a margin of a value.     vectors.md, (4)
Stored stored(const Format& format, const Rational& value, const Rational& margin);

/// The same and the two neighbours of the value: what is valid or acceptable; the neighbours alone
/// where nothing is granted.
Stored acceptable(const Format& format, const Rational& value,
                  const std::optional<Rational>& margin);

}  // namespace sextant::vectors
