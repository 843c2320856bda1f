#pragma once

#include <cstdint>

#include "check/arithmetic/rounding.hpp"
#include "check/arithmetic/turns.hpp"
#include "check/statement/certificate.hpp"

namespace sextant::check {

/// Rows of amplitude·(sin pω_i, cos pω_i), each entry rounded to a format.
class RoundedRows {
 public:
  /// Throws Error for a format that is unknown, and for an amplitude that it does not hold.
  RoundedRows(const Rows& rows, Turns& turns);

  /// Whether D up to the threshold is all that rows which round alike can have: (13) of
  /// reports/derivations/checking.md.
  bool reached_by(const Fraction& threshold) const;

  /// Whether the rows of two positions round alike in every entry.  Throws Refused where 8192 bits
  /// do not tell.
  bool alike(const Integer& p, const Integer& q) const;

 private:
  Dyadic entry(const Integer& p, std::size_t pair, bool cosine) const;

  const Rows* rows_;
  Turns* turns_;
  Format format_;
};

/// Confirms a collision, or that there is none, from the offsets that are near.  The number of
/// pairs of rows compared.  Throws Refused.
std::uint64_t confirm_rows(const Certificate& c, Turns& turns);

}  // namespace sextant::check
