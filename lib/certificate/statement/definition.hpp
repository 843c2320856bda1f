#pragma once

#include <optional>
#include <string>
#include <vector>

#include "certificate/statement/certificate.hpp"

namespace sextant::certificate {

/// An encoding by its definition (Vaswani et al.  2017, §3.5; tensor2tensor): the numbers that a
/// proof must be about, whatever a certificate lists.
struct Defined {
  std::string name;  ///< as given, with single spaces
  std::vector<Expression> frequencies;
  Fraction origin;
  Fraction amplitude;
};

/// The definition of a name: `sinusoidal` or `rope` with dim, and base, law, shift, scale, origin,
/// amplitude, layout and order, each at most once, for `frequencies` frequencies. nullopt if the
/// name has other words or values that are unknown here.  Throws Refused if a word occurs twice, or
/// if dim does not fit the number of frequencies.
std::optional<Defined> defined(const std::string& encoding, std::size_t frequencies);

/// Throws Refused if a certificate's numbers are not those of its encoding: frequencies to 500
/// bits, origin and amplitude exactly.  Only the name that people read depends on this check, not
/// the proof.
void expect_listed(const Defined& encoding, const Certificate& c);

}  // namespace sextant::certificate
