#include "sextant/proof/identity/polynomial.hpp"

#include <algorithm>
#include <cstdlib>

#include <nlohmann/json.hpp>

namespace sextant::proof {
namespace {

/// Σ over the keys of either, or the larger of both.
template <class Join>
std::map<std::string, int> joined(std::map<std::string, int> a, const std::map<std::string, int>& b,
                                  const Join& join) {
  for (const auto& [name, degree] : b) a[name] = join(a[name], degree);
  return a;
}

/// A complex number with rational parts.
struct Vector {
  Rational x = 1, y = 0;
};
Vector operator*(const Vector& a, const Vector& b) {
  return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
}

/// A vector in the direction of half the angle: the product of 1 ± it over its named angles, each
/// as often as its multiple.                                                   identities.md, (2)
Vector half_direction(const Angle& angle, const EvaluationPoint& place) {
  Vector direction;
  for (const auto& [name, multiple] : angle) {
    const Rational t = place.half_tangents.at(name);
    for (int n = 0; n < std::abs(multiple); ++n)
      direction = direction * Vector{1, multiple < 0 ? Rational(-t) : t};
  }
  return direction;
}

}  // namespace

Polynomial Polynomial::number(std::string name) {
  Polynomial result(Kind::number);
  result.name_ = std::move(name);
  return result;
}

Polynomial Polynomial::cosine(Angle angle) {
  Polynomial result(Kind::cosine);
  result.angle_ = std::move(angle);
  return result;
}

Polynomial Polynomial::sine(Angle angle) {
  Polynomial result(Kind::sine);
  result.angle_ = std::move(angle);
  return result;
}

Polynomial operator+(const Polynomial& a, const Polynomial& b) {
  Polynomial result(Polynomial::Kind::sum);
  result.parts_ = {a, b};
  return result;
}

Polynomial operator*(const Polynomial& a, const Polynomial& b) {
  Polynomial result(Polynomial::Kind::product);
  result.parts_ = {a, b};
  return result;
}

Polynomial::Degrees Polynomial::degrees() const {
  Degrees result;
  if (kind_ == Kind::number) result.numbers[name_] = 1;
  for (const auto& [name, multiple] : angle_) result.angles[name] = std::abs(multiple);
  for (const Polynomial& part : parts_) {
    const auto join = [this](int a, int b) {
      return kind_ == Kind::product ? a + b : std::max(a, b);
    };
    const Degrees more = part.degrees();
    result.angles = joined(result.angles, more.angles, join);
    result.numbers = joined(result.numbers, more.numbers, join);
  }
  return result;
}

Rational Polynomial::at(const EvaluationPoint& place) const {
  switch (kind_) {
    case Kind::constant:
      return value_;
    case Kind::number:
      return place.numbers.at(name_);
    case Kind::sum:
      return parts_[0].at(place) + parts_[1].at(place);
    case Kind::product:
      return parts_[0].at(place) * parts_[1].at(place);
    default:
      break;
  }
  const Vector half = half_direction(angle_, place);
  const Vector whole = half * half;
  return (kind_ == Kind::cosine ? whole.x : whole.y) / (half.x * half.x + half.y * half.y);
}

nlohmann::ordered_json Polynomial::json() const {
  using nlohmann::ordered_json;
  switch (kind_) {
    case Kind::constant:
      return to_text(value_);
    case Kind::number:
      return ordered_json::array({"number", name_});
    case Kind::sum:
    case Kind::product:
      return ordered_json::array(
          {kind_ == Kind::sum ? "sum" : "product", parts_[0].json(), parts_[1].json()});
    default:
      break;
  }
  ordered_json angle = ordered_json::object();
  for (const auto& [name, multiple] : angle_) angle[name] = multiple;
  return ordered_json::array({kind_ == Kind::cosine ? "cos" : "sin", angle});
}

}  // namespace sextant::proof
