#pragma once

#include <optional>
#include <span>

#include "sextant/number/format.hpp"
#include "sextant/vectors/margin.hpp"

namespace sextant::vectors {

/// The formats of the tests.
std::span<const Format> formats();

/// The numbers of a format in a closed range.
struct Stored {
  Rational low, high;

  bool holds(const Rational& y) const { return low <= y && y <= high; }
  bool meets(const Stored& other) const { return low <= other.high && other.low <= high; }
};

/// The numbers of `format` that rounding gives for the reals within `margin` of a value.
///                                                                                  vectors.md, (4)
Stored stored(const Format& format, const Rational& value, const Rational& margin);

/// The valid or acceptable numbers: those of stored(), and the two neighbours of the value.
/// Without a margin only the neighbours.
Stored acceptable(const Format& format, const Rational& value,
                  const std::optional<Rational>& margin);

}  // namespace sextant::vectors
