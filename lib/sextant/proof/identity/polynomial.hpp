#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "sextant/encoding/real/rational.hpp"

namespace sextant::proof {

/// Whole multiples of named angles, added: j − i is {{"j", 1}, {"i", −1}}.
using Angle = std::map<std::string, int>;

/// Where a polynomial is evaluated: the tangent of half of every angle, and every number.
struct EvaluationPoint {
  std::map<std::string, Rational> half_tangents, numbers;
};

/// A polynomial in cosines and sines of angles and in numbers, as it is written.
class Polynomial {
 public:
  Polynomial(int value) : Polynomial(Kind::constant) { value_ = value; }
  static Polynomial number(std::string name);
  static Polynomial cosine(Angle angle);
  static Polynomial sine(Angle angle);

  friend Polynomial operator+(const Polynomial& a, const Polynomial& b);
  friend Polynomial operator*(const Polynomial& a, const Polynomial& b);
  friend Polynomial operator-(const Polynomial& a) { return Polynomial(-1) * a; }
  friend Polynomial operator-(const Polynomial& a, const Polynomial& b) { return a + -b; }

  /// Bounds of its degrees: in the cosine and the sine of an angle together, and in a number.
  ///                                                              identities.md, (4)
  struct Degrees {
    std::map<std::string, int> angles, numbers;
  };
  Degrees degrees() const;

  /// The value, exactly.  The place has every angle and number that occurs.  identities.md, (3)
  Rational at(const EvaluationPoint& place) const;

  /// As certificates write it: "a/b", ["number", name], ["cos", {angle: multiple, …}], ["sin", …],
  /// ["sum", E, E], ["product", E, E].
  nlohmann::ordered_json json() const;

 private:
  enum class Kind : unsigned char { constant, number, cosine, sine, sum, product };
  explicit Polynomial(Kind kind) : kind_(kind) {}

  Kind kind_;
  Rational value_ = 0;
  std::string name_;
  Angle angle_;
  std::vector<Polynomial> parts_;
};

}  // namespace sextant::proof
