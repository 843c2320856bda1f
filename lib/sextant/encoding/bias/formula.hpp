#pragma once

#include <variant>

#include "sextant/encoding/bias/deberta.hpp"
#include "sextant/encoding/bias/kerple.hpp"
#include "sextant/encoding/bias/shaw.hpp"
#include "sextant/encoding/bias/swin.hpp"
#include "sextant/encoding/bias/t5.hpp"

namespace sextant {

/// A window's index with its axes taken one for the other, as programs mistake them.
struct SwappedSwin {
  Swin of;

  bool operator==(const SwappedSwin&) const = default;
};
Integer cell(const SwappedSwin& index, const Integer& query, int key);

using FormulaVariant = std::variant<Kerple, T5, Deberta, DebertaIndex, Shaw, Swin, SwappedSwin>;

/// What a channel holds that is no wave and no multiple of the position.  The code that copies it
/// is compiled once, in formula.cpp.
struct Formula : FormulaVariant {
  using FormulaVariant::FormulaVariant;
  Formula(const Formula&);
  Formula(Formula&&) noexcept;
  Formula& operator=(const Formula&);
  Formula& operator=(Formula&&) noexcept;
  ~Formula();

  friend bool operator==(const Formula&, const Formula&);
};

/// The value at a position and column, relative positions times `scale` (−1: queries and keys are
/// taken for each other).  Throws Error for a position that the formula has no value for: integers
/// want integers.
Expression cell(const Formula& formula, const Rational& position, int column,
                const Rational& scale = 1);

/// Whether every value is an integer.
bool is_integral(const Formula& formula);

}  // namespace sextant
