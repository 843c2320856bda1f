#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "sextant/encoding/real/rational.hpp"

namespace sextant {

/// A real number as its definition writes it: rationals, π, logarithms, rational powers, sums and
/// products of such, and the decisions that definitions make.  Operations on rationals are done at
/// once, so that most of what is rational is known to be.
class Expression {
 public:
  /// What it is at its outermost.  `floor`, `minimum`, `maximum` and `unless_zero` are decisions:
  /// exact::settled makes them.
  enum class Kind : unsigned char {
    rational,
    pi,
    log,      ///< ln of its part
    power,    ///< its part to the power of a rational
    sum,      ///< of two parts
    product,  ///< of two parts
    floor,
    minimum,
    maximum,
    unless_zero  ///< its first part, or the second where the first is 0
  };

  Expression(Rational value = 0);
  Expression(int value) : Expression(Rational(value)) {}
  static Expression pi();

  Kind kind() const { return node_->kind; }
  /// The value, where it is known to be rational.
  const Rational* rational() const { return kind() == Kind::rational ? &node_->number : nullptr; }
  /// The exponent of a power.
  const Rational& exponent() const { return node_->number; }
  const Expression& part(std::size_t index) const { return node_->parts[index]; }
  /// The same thing for as long as there is a copy: for maps.
  const void* identity() const { return node_.get(); }

  /// Whether decisions are left in it.
  bool unsettled() const { return node_->unsettled; }
  /// Whether it is known to be an algebraic number.
  bool algebraic() const { return node_->algebraic; }
  /// Whether it is known to be transcendental: by Lindemann (π, and logarithms of rationals), and
  /// by Gelfond and Schneider (quotients of logarithms of rationals).
  bool transcendental() const { return node_->transcendental; }
  /// Whether it is known to be irrational.
  bool irrational() const;

  /// Of the same form, which is more than the same number.
  friend bool operator==(const Expression& a, const Expression& b);

  friend Expression operator+(const Expression& a, const Expression& b);
  friend Expression operator-(const Expression& a);
  friend Expression operator-(const Expression& a, const Expression& b) { return a + -b; }
  friend Expression operator*(const Expression& a, const Expression& b);
  friend Expression operator/(const Expression& a, const Expression& b);
  friend Expression pow(const Expression& a, const Rational& exponent);
  friend Expression log(const Expression& a);
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

/// Throws Error for the logarithm of a rational ≤ 0, a power of a rational < 0 with a fraction for
/// an exponent, and a division by 0.
Expression pow(const Expression& a, const Rational& exponent);
Expression log(const Expression& a);
Expression floor(const Expression& a);
Expression min(const Expression& a, const Expression& b);
Expression max(const Expression& a, const Expression& b);
Expression unless_zero(const Expression& a, const Expression& b);
inline Expression ceil(const Expression& a) { return -floor(-a); }

}  // namespace sextant
