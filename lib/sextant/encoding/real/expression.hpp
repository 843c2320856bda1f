#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "sextant/encoding/real/rational.hpp"

namespace sextant {

/// A real number as a formula: rationals, π, logarithms, rational powers, sums, products, and the
/// decisions that definitions make (`floor`, `min`, …).  Operations on rationals are evaluated at
/// once, so that most rational values are known as such.
class Expression {
 public:
  /// The outermost operation.  `floor`, `minimum`, `maximum` and `unless_zero` are decisions, which
  /// exact::settled evaluates.
  enum class Kind : unsigned char {
    rational,
    pi,
    log,      ///< ln of its part
    exp,      ///< e to the power of its part
    power,    ///< its part to the power of a rational
    sum,      ///< of two parts
    product,  ///< of two parts
    floor,
    minimum,
    maximum,
    unless_zero  ///< its first part, or the second if the first is 0
  };

  Expression(Rational value = 0);
  Expression(int value) : Expression(Rational(value)) {}
  static Expression pi();

  Kind kind() const { return node_->kind; }
  /// The value if it is known to be rational; otherwise nullptr.
  const Rational* rational() const { return kind() == Kind::rational ? &node_->number : nullptr; }
  /// The exponent of a power.
  const Rational& exponent() const { return node_->number; }
  const Expression& part(std::size_t index) const { return node_->parts[index]; }
  /// A key for maps: equal for copies, and valid while a copy exists.
  const void* identity() const { return node_.get(); }

  /// Whether it contains a decision.
  bool unsettled() const { return node_->unsettled; }
  /// Whether it is known to be an algebraic number.
  bool algebraic() const { return node_->algebraic; }
  /// Whether it is known to be transcendental: by Lindemann (π, logarithms of rationals, and powers
  /// of e), and by Gelfond and Schneider (quotients of logarithms of rationals).
  bool transcendental() const { return node_->transcendental; }
  /// Whether it is known to be irrational.
  bool irrational() const;

  /// Whether two formulas are the same; the same number may have several formulas.
  friend bool operator==(const Expression& a, const Expression& b);

  friend Expression operator+(const Expression& a, const Expression& b);
  friend Expression operator-(const Expression& a);
  friend Expression operator-(const Expression& a, const Expression& b) { return a + -b; }
  friend Expression operator*(const Expression& a, const Expression& b);
  friend Expression operator/(const Expression& a, const Expression& b);
  friend Expression pow(const Expression& a, const Rational& exponent);
  friend Expression log(const Expression& a);
  friend Expression exp(const Expression& a);
  friend Expression floor(const Expression& a);
  friend Expression min(const Expression& a, const Expression& b);
  friend Expression max(const Expression& a, const Expression& b);
  friend Expression unless_zero(const Expression& a, const Expression& b);

 private:
  struct Node {
    Kind kind = Kind::rational;
    Rational number;
    std::vector<Expression> parts;
    bool unsettled = false, algebraic = false, transcendental = false;
  };
  static Expression of(Node node);
  static bool is_transcendental(Kind kind, const std::vector<Expression>& parts);

  std::shared_ptr<const Node> node_;
};

/// Each throws Error for the logarithm of a rational ≤ 0, for a fractional power of a rational < 0,
/// and for a division by 0.
Expression pow(const Expression& a, const Rational& exponent);
Expression log(const Expression& a);
Expression exp(const Expression& a);
Expression floor(const Expression& a);
Expression min(const Expression& a, const Expression& b);
Expression max(const Expression& a, const Expression& b);
Expression unless_zero(const Expression& a, const Expression& b);
inline Expression ceil(const Expression& a) { return -floor(-a); }

}  // namespace sextant
