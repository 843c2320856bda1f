#include "sextant/encoding/real/expression.hpp"

#include <utility>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/real/readable.hpp"
#include "sextant/encoding/real/root.hpp"

namespace sextant {
namespace {

using Kind = Expression::Kind;

/// x with b = aˣ for rationals a, b > 0 and ≠ 1; nullopt if x is not rational. If it is, both are
/// powers of one root r.  Euclid's algorithm on their exponents ends, because the numbers become
/// smaller in each step.
std::optional<Rational> logarithm(Rational a, Rational b) {
  const bool a_below = a < 1;
  const bool b_below = b < 1;
  if (a_below) a = 1 / a;
  if (b_below) b = 1 / b;
  // The inputs in terms of the current a and b: a₀ = a^p·b^q, b₀ = a^r·b^s.
  Rational p = 1, q = 0, r = 0, s = 1;
  while (a != b) {
    if (a < b) {
      std::swap(a, b);
      std::swap(p, q);
      std::swap(r, s);
    }
    const Rational rest = a / b;
    if (numerator(rest) >= numerator(a) || denominator(rest) > denominator(a)) return std::nullopt;
    q += p;
    s += r;
    a = rest;
    if (a == 1) return std::nullopt;
  }
  const Rational x = (r + s) / (p + q);
  return a_below != b_below ? Rational(-x) : x;
}

bool is_log_of_rational(const Expression& e) {
  return e.kind() == Kind::log && e.part(0).rational() != nullptr;
}

/// Whether the value is known not to be 0.
bool nonzero(const Expression& e) {
  switch (e.kind()) {
    case Kind::rational:
      return *e.rational() != 0;
    case Kind::pi:
      return true;
    case Kind::log:
      return e.part(0).rational() != nullptr;  // which is not 1
    case Kind::exp:
      return true;
    case Kind::power:
      return nonzero(e.part(0));
    case Kind::product:
      return nonzero(e.part(0)) && nonzero(e.part(1));
    default:
      return false;
  }
}

/// 1/ln of a rational.
bool is_inverse_log(const Expression& e) {
  return e.kind() == Kind::power && e.exponent() == -1 && is_log_of_rational(e.part(0));
}

}  // namespace

Expression Expression::of(Node node) {
  bool algebraic = node.kind != Kind::pi && node.kind != Kind::log && node.kind != Kind::exp;
  node.unsettled = node.kind >= Kind::floor;
  for (const Expression& part : node.parts) {
    node.unsettled = node.unsettled || part.unsettled();
    algebraic = algebraic && part.algebraic();
  }
  node.algebraic = algebraic && !node.unsettled;
  node.transcendental = !node.unsettled && is_transcendental(node.kind, node.parts);
  Expression result;
  result.node_ = std::make_shared<const Node>(std::move(node));
  return result;
}

bool Expression::is_transcendental(Kind kind, const std::vector<Expression>& parts) {
  const auto with_algebraic = [&](std::size_t k) {
    return parts[k].transcendental() && parts[1 - k].algebraic() &&
           (kind == Kind::sum || nonzero(parts[1 - k]));
  };
  switch (kind) {
    case Kind::pi:
      return true;
    case Kind::log:
      return parts[0].rational() != nullptr;  // which is not 1
    case Kind::exp:  // of an algebraic number, or of one that is irrational times a logarithm
      return (parts[0].algebraic() && nonzero(parts[0])) ||
             (parts[0].kind() == Kind::product && parts[0].part(0).algebraic() &&
              parts[0].part(0).irrational() && is_log_of_rational(parts[0].part(1)));
    case Kind::power:
      return parts[0].transcendental();
    case Kind::sum:
      return with_algebraic(0) || with_algebraic(1);
    case Kind::product:  // a quotient of logarithms that is not rational, or operator* had found it
      return with_algebraic(0) || with_algebraic(1) ||
             (is_log_of_rational(parts[0]) && is_inverse_log(parts[1]));
    default:
      return false;
  }
}

Expression::Expression(Rational value) {
  Node node;
  node.number = std::move(value);
  node.algebraic = true;
  node_ = std::make_shared<const Node>(std::move(node));
}

Expression Expression::pi() {
  static const Expression pi = of({.kind = Kind::pi, .number = 0, .parts = {}});
  return pi;
}

bool Expression::irrational() const {
  if (transcendental()) return true;
  if (kind() == Kind::power)  // else pow() had found the root
    return part(0).rational() != nullptr && abs(numerator(exponent())) <= 1 << 20;
  if (kind() == Kind::sum || kind() == Kind::product) {  // with 0 is no node
    return (part(0).rational() != nullptr && part(1).irrational()) ||
           (part(1).rational() != nullptr && part(0).irrational());
  }
  return false;
}

bool operator==(const Expression& a, const Expression& b) {
  return a.node_ == b.node_ || (a.kind() == b.kind() && a.node_->number == b.node_->number &&
                                a.node_->parts == b.node_->parts);
}

Expression operator+(const Expression& a, const Expression& b) {
  const Rational* x = a.rational();
  const Rational* y = b.rational();
  if (x && y) return Rational(*x + *y);
  if (x && *x == 0) return b;
  if (y && *y == 0) return a;
  if (a == -b) return 0;
  return Expression::of({.kind = Kind::sum, .number = 0, .parts = {a, b}});
}

Expression operator-(const Expression& a) { return Expression(-1) * a; }

Expression operator*(const Expression& a, const Expression& b) {
  const Rational* x = a.rational();
  const Rational* y = b.rational();
  if (x && y) return Rational(*x * *y);
  if ((x && *x == 0) || (y && *y == 0)) return 0;
  if (x && *x == 1) return b;
  if (y) return b * a;  // rationals stand before
  if (b.kind() == Kind::power && b.exponent() == -1 && b.part(0) == a) return 1;
  if (is_log_of_rational(a) && is_inverse_log(b)) {
    if (const auto quotient = logarithm(*b.part(0).part(0).rational(), *a.part(0).rational()))
      return *quotient;
  }
  if (x && b.kind() == Kind::product && b.part(0).rational())
    return Expression(Rational(*x * *b.part(0).rational())) * b.part(1);
  return Expression::of({.kind = Kind::product, .number = 0, .parts = {a, b}});
}

Expression operator/(const Expression& a, const Expression& b) {
  if (b.rational() && *b.rational() == 0) throw Error("a definition divides by 0");
  return a * pow(b, -1);
}

Expression pow(const Expression& a, const Rational& exponent) {
  if (exponent == 1) return a;
  if (exponent == 0) return 1;
  if (const Rational* x = a.rational()) {
    if (*x == 0 && exponent < 0) throw Error("a definition divides by 0");
    if (*x < 0 && !is_integer(exponent))
      throw Error("a definition takes a root of " + readable(*x) + ", which is negative");
    if (*x == 0) return 0;
    if (const auto power = rational_power(*x, exponent)) return *power;
  }
  if (a.kind() == Kind::power && a.part(0).rational() && *a.part(0).rational() > 0)
    return pow(a.part(0), a.exponent() * exponent);
  return Expression::of({.kind = Kind::power, .number = exponent, .parts = {a}});
}

Expression log(const Expression& a) {
  if (const Rational* x = a.rational()) {
    if (*x <= 0) throw Error("a definition takes the logarithm of " + readable(*x));
    if (*x == 1) return 0;
  }
  return Expression::of({.kind = Kind::log, .number = 0, .parts = {a}});
}

Expression exp(const Expression& a) {
  if (a.rational() && *a.rational() == 0) return 1;
  if (a.kind() == Kind::log) return a.part(0);
  if (a.kind() == Kind::product && a.part(0).rational() && is_log_of_rational(a.part(1)))
    return pow(a.part(1).part(0), *a.part(0).rational());
  return Expression::of({.kind = Kind::exp, .number = 0, .parts = {a}});
}

Expression floor(const Expression& a) {
  if (const Rational* x = a.rational()) {
    Integer quotient = numerator(*x) / denominator(*x);  // toward 0
    if (*x < 0 && !is_integer(*x)) quotient -= 1;
    return Rational(quotient);
  }
  return Expression::of({.kind = Kind::floor, .number = 0, .parts = {a}});
}

Expression min(const Expression& a, const Expression& b) {
  if (a == b) return a;
  if (a.rational() && b.rational()) return *a.rational() < *b.rational() ? a : b;
  return Expression::of({.kind = Kind::minimum, .number = 0, .parts = {a, b}});
}

Expression max(const Expression& a, const Expression& b) {
  if (a == b) return a;
  if (a.rational() && b.rational()) return *a.rational() > *b.rational() ? a : b;
  return Expression::of({.kind = Kind::maximum, .number = 0, .parts = {a, b}});
}

Expression unless_zero(const Expression& a, const Expression& b) {
  if (a == b) return a;
  if (const Rational* x = a.rational()) return *x == 0 ? b : a;
  return Expression::of({.kind = Kind::unless_zero, .number = 0, .parts = {a, b}});
}

}  // namespace sextant
