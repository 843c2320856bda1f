#include "certificate/statement/identities.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

#include "certificate/arithmetic/error.hpp"
#include "certificate/arithmetic/ring.hpp"

namespace sextant::certificate {
namespace {

using Element = Ring::Element;
using Values = std::map<std::string, Fraction>;

// Far above every known identity; time and memory stay small.
constexpr int kMostTimes = 16;
constexpr int kMostDegree = 64;
constexpr long kMostTerms = 4096;
constexpr std::size_t kMostParts = 64;
constexpr std::size_t kMostEquations = 4096;

const std::set<std::string> kIdentities = {
    "shift-invariance", "dot-product", "distance",   "orthogonality",  "composition",
    "inverse",          "norm",        "derivative", "angle-addition", "shift"};

struct Names {
  std::set<std::string> angles, numbers;
};

/// An expression's kind and its parts.
struct Shape {
  explicit Shape(const Node& e) : parts(e.list(2, kMostParts)), kind(parts[0].text()) {
    const bool joins = kind == "sum" || kind == "product";
    if (!joins && kind != "number" && kind != "cos" && kind != "sin")
      parts[0].refuse("must be number, cos, sin, sum or product");
    if (!joins && parts.size() != 2) e.refuse("must be a list of 2 elements");
  }
  std::vector<Node> parts;
  std::string kind;
};

void collect(const Node& e, Names& names) {
  if (e.is_text()) return;
  const Shape shape(e);
  if (shape.kind == "number") {
    names.numbers.insert(shape.parts[1].text());
  } else if (shape.kind == "cos" || shape.kind == "sin") {
    for (const auto& [name, times] : shape.parts[1].members()) names.angles.insert(name);
  } else {
    for (std::size_t i = 1; i < shape.parts.size(); ++i) collect(shape.parts[i], names);
  }
}

/// The cosine and sine of an angle in those of its parts, by the addition theorem.
std::pair<Element, Element> point(const Ring& ring, const Node& angle) {
  const Element zero(ring);
  Element c = ring.constant(Fraction(Integer(1), Integer(1)));
  Element s = zero;
  for (const auto& [name, multiple] : angle.members()) {
    const int times = multiple.small(-kMostTimes, kMostTimes);
    const Element along = ring.cosine(name);
    const Element across = times < 0 ? zero - ring.sine(name) : ring.sine(name);
    for (int n = 0; n < std::abs(times); ++n) {
      const Element turned = c * along - s * across;
      s = s * along + c * across;
      c = turned;
    }
  }
  return {c, s};
}

Element expanded(const Ring& ring, const Node& e) {
  if (e.is_text()) return ring.constant(e.fraction());
  const Shape shape(e);
  if (shape.kind == "number") return ring.number(shape.parts[1].text());
  if (shape.kind == "cos") return point(ring, shape.parts[1]).first;
  if (shape.kind == "sin") return point(ring, shape.parts[1]).second;
  Element result = expanded(ring, shape.parts[1]);
  for (std::size_t i = 2; i < shape.parts.size(); ++i) {
    const Element more = expanded(ring, shape.parts[i]);
    result = shape.kind == "sum" ? result + more : result * more;
    if (ring.terms(result) > kMostTerms) e.refuse("more than 4096 terms; no identity has");
  }
  return result;
}

/// The two sides of an equation, with the ring that they are in.
struct Sides {
  explicit Sides(const Node& equation) : Sides(equation, named(equation)) {}
  Sides(const Node& equation, const Names& in)
      : names(in),
        ring({in.angles.begin(), in.angles.end()}, {in.numbers.begin(), in.numbers.end()}),
        left(expanded(ring, equation.member("left"))),
        right(expanded(ring, equation.member("right"))) {}

  static Names named(const Node& equation) {
    Names names;
    collect(equation.member("left"), names);
    collect(equation.member("right"), names);
    return names;
  }
  long degree_of_angle(const std::string& angle) const {
    return std::max(ring.degree_of_angle(left, angle), ring.degree_of_angle(right, angle));
  }
  long degree_of_number(const std::string& number) const {
    return std::max(ring.degree_of_number(left, number), ring.degree_of_number(right, number));
  }

  Names names;
  Ring ring;
  Element left, right;
};

/// Throws Refused unless there are more than `degree` distinct points.
void expect_more(const Node& points, long degree) {
  const auto least = static_cast<std::size_t>(degree) + 1;
  std::vector<Fraction> seen;
  for (const Node& point : points.list(1, kMostEquations)) {
    seen.push_back(point.fraction());
    const auto same = [&](const Fraction& x) {
      return fmpq_equal(x.get(), seen.back().get()) != 0;
    };
    if (std::any_of(seen.begin(), seen.end() - 1, same))
      throw Refused(point.path() + ": a point comes twice");
  }
  if (seen.size() < least)
    throw Refused(points.path() + ": " + std::to_string(least) + " points are needed");
}

/// The degree that the certificate states; throws Refused if the expression exceeds it.
long stated(const Node& degrees, const std::string& name, long least) {
  const Node node = degrees.member(name.c_str());
  const long degree = node.small(0, kMostDegree);
  if (degree < least) throw Refused(node.path() + ": the degree is " + std::to_string(least));
  return degree;
}

/// Throws Refused unless the grid decides the equation.                          identities.md, (4)
void expect_decided(const Node& equation, const Sides& sides) {
  const Node degrees = equation.member("degrees");
  const Node grid = equation.member("grid");
  for (const std::string& name : sides.names.angles) {
    const long degree = stated(degrees.member("angles"), name, sides.degree_of_angle(name));
    expect_more(grid.member("half_tangents").member(name.c_str()), 2 * degree);
  }
  for (const std::string& name : sides.names.numbers) {
    const long degree = stated(degrees.member("numbers"), name, sides.degree_of_number(name));
    expect_more(grid.member("numbers").member(name.c_str()), degree);
  }
}

/// The values of all names, as the ring's evaluation needs them.
Values values(const Node& written, const std::set<std::string>& names) {
  Values result;
  for (const std::string& name : names)
    result.emplace(name, written.member(name.c_str()).fraction());
  return result;
}

/// Throws Refused unless the counterexample refutes the variant.
void expect_refuted(const Node& variant) {
  const Node place = variant.member("counterexample");
  const Sides sides(variant);
  const Values angles = values(place.member("half_tangents"), sides.names.angles);
  const Values numbers = values(place.member("numbers"), sides.names.numbers);
  const Fraction left = sides.ring.at(sides.left, angles, numbers);
  const Fraction right = sides.ring.at(sides.right, angles, numbers);
  const auto is = [&](const Fraction& x, const char* key) {
    return fmpq_equal(x.get(), place.member(key).fraction().get()) != 0;
  };
  if (!is(left, "left") || !is(right, "right"))
    throw Refused(place.path() + ": the sides have other values there");
  if (fmpq_equal(left.get(), right.get()) != 0)
    throw Refused(place.path() + ": the sides are equal there");
}

}  // namespace

bool is_identity(const Node& root) {
  return kIdentities.contains(root.member("certificate").text());
}

std::string confirm_identity(const Node& root) {
  root.member("version").small(1, 1);
  bool holds = true;
  const auto equations = root.member("equations").list(1, kMostEquations);
  for (const Node& equation : equations) {
    const Sides sides(equation);
    holds = holds && sides.ring.vanishes(sides.left - sides.right);
    expect_decided(equation, sides);
  }
  const std::string outcome = root.member("outcome").text();
  if (outcome != (holds ? "holds" : "fails"))
    throw Refused(std::string("outcome: the equations ") + (holds ? "hold" : "fail"));
  const auto wrong = root.member("wrong").list(0, kMostEquations);
  for (const Node& variant : wrong) expect_refuted(variant);
  return root.member("certificate").text() + ": " + std::to_string(equations.size()) +
         " equations as listed, expanded modulo cos² + sin² = 1: " +
         (holds ? "they hold" : "they fail") + "; " + std::to_string(wrong.size()) +
         " wrong variants are refuted";
}

}  // namespace sextant::certificate
