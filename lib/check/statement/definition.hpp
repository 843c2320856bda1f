#pragma once

#include <optional>
#include <string>
#include <vector>

#include "check/statement/certificate.hpp"

namespace sextant::check {

/// An encoding by the definition (Vaswani et al. 2017, §3.5; tensor2tensor): the numbers that a
/// proof about it is to be of, whatever a certificate lists.
struct Defined {
  std::string name;  ///< as given, with one space between its words
  std::vector<Expression> frequencies;
  Fraction origin;
  Fraction amplitude;
};

/// What a name means that is `sinusoidal` or `rope` with dim, and base, law, shift, scale, origin,
/// amplitude, layout and order, each once at most, for so many frequencies.  Nothing where there is
/// more to a name, or what is not known here.  Throws Refused where a word comes twice, and where
/// dim is not that of the frequencies.
std::optional<Defined> defined(const std::string& encoding, std::size_t frequencies);

/// Throws Refused where a certificate lists other numbers than those of its encoding: frequencies
/// to 500 bits; origin and amplitude exactly.  Nothing rests on it but what people read there.
void expect_listed(const Defined& encoding, const Certificate& c);

}  // namespace sextant::check
