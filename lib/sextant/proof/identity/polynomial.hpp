#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "sextant/encoding/real/rational.hpp"

namespace sextant::proof {

/// A sum of integer multiples of named angles: j − i is {{"j", 1}, {"i", −1}}.
using Angle = std::map<std::string, int>;

/// Where a polynomial is evaluated: the tangent of half of every angle, and every number.
struct EvaluationPoint {
  std::map<std::string, Rational> half_tangents, numbers;
};

/// A polynomial in cosines and sines of angles and in numbers, in unexpanded form.
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

  /// Upper bounds of its degrees: for each angle, in its cosine and sine together; for each number.
  ///                                                                             identities.md, (4)
  struct Degrees {
    std::map<std::string, int> angles, numbers;
  };
  Degrees degrees() const;

  /// The exact value; `place` must have every angle and number that occurs.      identities.md, (3)
  Rational at(const EvaluationPoint& place) const;

  /// Its form in certificates: "a/b", ["number", name], ["cos", {angle: multiple, …}], ["sin", …],
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
