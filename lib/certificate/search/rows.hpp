#pragma once

#include <cstdint>

#include "certificate/arithmetic/rounding.hpp"
#include "certificate/arithmetic/turns.hpp"
#include "certificate/statement/certificate.hpp"

namespace sextant::certificate {

/// Rows of amplitude·(sin pω_i, cos pω_i), with each entry rounded to a format.
class RoundedRows {
 public:
  /// Throws Error for an unknown format, and for an amplitude that the format does not hold.
  RoundedRows(const Rows& rows, Turns& turns);

  /// Whether all rows that round alike have D ≤ threshold.    reports/derivations/checking.md, (13)
  bool reached_by(const Fraction& threshold) const;

  /// Whether the rows of two positions round alike in every entry.  Throws Refused if 8192 bits do
  /// not decide.
  bool alike(const Integer& p, const Integer& q) const;

 private:
  Dyadic entry(const Integer& p, std::size_t pair, bool cosine) const;

  const Rows* rows_;
  Turns* turns_;
  Format format_;
};

/// Confirms a collision, or that there is none, by comparing the rows at the near offsets.  Returns
/// the number of pairs of rows compared.  Throws Refused.
std::uint64_t confirm_rows(const Certificate& c, Turns& turns);

}  // namespace sextant::certificate
