#include "sextant/encoding/bias/formula.hpp"

#include <type_traits>

#include "sextant/encoding/real/error.hpp"

namespace sextant {
namespace {

Integer integer(const Rational& position) {
  if (!is_integer(position)) throw Error("position " + to_text(position) + " is no integer");
  return numerator(position);
}

/// Swaps queries and keys: offsets are negated.
template <class F>
Integer reversed(const F& f, const Integer& query, int key) {
  (void)cell(f, query, key);  // throws for a query outside
  return cell(f, key, static_cast<int>(query));
}

}  // namespace

Formula::Formula(const Formula&) = default;
Formula::Formula(Formula&&) noexcept = default;
Formula& Formula::operator=(const Formula&) = default;
Formula& Formula::operator=(Formula&&) noexcept = default;
Formula::~Formula() = default;

bool operator==(const Formula& x, const Formula& y) {
  return static_cast<const FormulaVariant&>(x) == static_cast<const FormulaVariant&>(y);
}

Expression cell(const Formula& formula, const Rational& position, int column,
                const Rational& scale) {
  const auto relative = [&](const auto& f, int sign) {  // sign: of a query's position
    const Rational apart =
        f.keys == 0 ? position : Rational((position - (column + f.first_key)) * sign);
    return integer(apart * scale);
  };
  return std::visit(
      [&]<class F>(const F& f) -> Expression {
        if constexpr (std::is_same_v<F, Kerple>) {
          return cell(f, position * scale, column);
        } else if constexpr (std::is_same_v<F, QueryScaleForm>) {
          return cell(f, position);
        } else if constexpr (std::is_same_v<F, XposForm>) {
          return cell(f, position * scale, column);
        } else if constexpr (std::is_same_v<F, SwinCoordinatesForm>) {
          return Expression(scale) * cell(f, integer(position), column);
        } else if constexpr (std::is_same_v<F, SwinForm>) {
          return Rational(scale < 0 ? reversed(f, integer(position), column)
                                    : cell(f, integer(position), column));
        } else if constexpr (std::is_same_v<F, T5> || std::is_same_v<F, Shaw>) {
          return Rational(cell(f, relative(f, -1)));
        } else if constexpr (std::is_same_v<F, Deberta>) {
          return Rational(cell(f, relative(f, 1)));
        } else {
          return Rational(cell(f, relative(f.of, 1)));
        }
      },
      formula);
}

bool is_integral(const Formula& formula) {
  return !std::holds_alternative<Kerple>(formula) &&
         !std::holds_alternative<QueryScaleForm>(formula) &&
         !std::holds_alternative<SwinCoordinatesForm>(formula) &&
         !std::holds_alternative<XposForm>(formula);
}

}  // namespace sextant
