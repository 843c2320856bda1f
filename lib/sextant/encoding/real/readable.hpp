#pragma once

#include <string>
#include <string_view>

#include "sextant/encoding/real/rational.hpp"

namespace sextant {

/// A rational as messages show it: an integer as it is, else a decimal of at most six significant
/// digits.  Where that is not the whole number, the fraction comes first:
/// `12345/67891 (about 0.181836)`.
std::string readable(const Rational& value);

/// A text with every fraction `a/b` in it as `readable` shows it.  Fractions that are part of a
/// longer word, or stand in single quotes, are left alone: they may be names.
std::string readable_fractions(std::string_view text);

}  // namespace sextant
