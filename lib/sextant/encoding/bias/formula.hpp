#pragma once

#include <variant>

#include "sextant/encoding/bias/deberta.hpp"
#include "sextant/encoding/bias/kerple.hpp"
#include "sextant/encoding/bias/query_scale.hpp"
#include "sextant/encoding/bias/shaw.hpp"
#include "sextant/encoding/bias/swin.hpp"
#include "sextant/encoding/bias/t5.hpp"
#include "sextant/encoding/bias/xpos.hpp"

namespace sextant {

using FormulaVariant = std::variant<Kerple, T5, Deberta, DebertaIndex, Shaw, SwinForm,
                                    SwinCoordinatesForm, QueryScaleForm, XposForm>;

/// The value of a channel that is neither a wave nor a multiple of the position.  The code that
/// copies it is compiled once, in formula.cpp.
struct Formula : FormulaVariant {
  using FormulaVariant::FormulaVariant;
  Formula(const Formula&);
  Formula(Formula&&) noexcept;
  Formula& operator=(const Formula&);
  Formula& operator=(Formula&&) noexcept;
  ~Formula();

  friend bool operator==(const Formula&, const Formula&);
};

/// The value at a position and column.  Relative positions are multiplied by `scale`: −1 swaps
/// queries and keys.  Throws Error if the formula has no value at the position, e.g. at a fraction
/// if it needs integers.
Expression cell(const Formula& formula, const Rational& position, int column,
                const Rational& scale = 1);

/// Whether every value is an integer.
bool is_integral(const Formula& formula);

}  // namespace sextant
