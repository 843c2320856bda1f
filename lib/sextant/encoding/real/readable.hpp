#pragma once

#include <string>
#include <string_view>

#include "sextant/encoding/real/rational.hpp"

namespace sextant {

/// A rational as messages show it: an integer, or a decimal of at most six significant digits.  If
/// the decimal is not exact, the fraction comes first: `12345/67891 (about 0.181836)`.
std::string readable(const Rational& value);

/// The text with every fraction `a/b` replaced by what `readable` shows.  A fraction inside a
/// longer word or in single quotes may be a name and stays unchanged.
std::string readable_fractions(std::string_view text);

}  // namespace sextant
