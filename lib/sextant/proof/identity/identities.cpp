#include "sextant/proof/identity/identities.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>

#include <nlohmann/json.hpp>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/real/readable.hpp"
#include "sextant/proof/statement/certificate.hpp"

namespace sextant::proof {
namespace {

using nlohmann::ordered_json;
using Values = std::map<std::string, Rational>;
using Choices = std::map<std::string, std::vector<Rational>>;

/// 0, 1, …, last.
std::vector<Rational> up_to(int last) {
  std::vector<Rational> result;
  for (int n = 0; n <= last; ++n) result.emplace_back(n);
  return result;
}

std::map<std::string, int> larger(std::map<std::string, int> a,
                                  const std::map<std::string, int>& b) {
  for (const auto& [name, degree] : b) a[name] = std::max(a[name], degree);
  return a;
}

Polynomial::Degrees degrees(const Equation& e) {
  const auto left = e.left.degrees();
  const auto right = e.right.degrees();
  return {larger(left.angles, right.angles), larger(left.numbers, right.numbers)};
}

/// Calls visit() with every combination of values, until it returns false.
template <class Visit>
bool every(Values& values, const Choices& choices, Choices::const_iterator at, const Visit& visit) {
  if (at == choices.end()) return visit();
  return std::all_of(at->second.begin(), at->second.end(), [&](const Rational& value) {
    values[at->first] = value;
    return every(values, choices, std::next(at), visit);
  });
}

ordered_json written(const Values& values) {
  ordered_json result = ordered_json::object();
  for (const auto& [name, value] : values) result[name] = to_text(value);
  return result;
}

ordered_json written(const Choices& choices) {
  ordered_json result = ordered_json::object();
  for (const auto& [name, values] : choices) {
    result[name] = ordered_json::array();
    for (const Rational& value : values) result[name].push_back(to_text(value));
  }
  return result;
}

ordered_json written(const Equation& equation) {
  const auto [angles, numbers] = degrees(equation);
  const PointGrid points = grid(equation);
  return {
      {"left", equation.left.json()},
      {"right", equation.right.json()},
      {"degrees", {{"angles", angles}, {"numbers", numbers}}},
      {"grid",
       {{"half_tangents", written(points.half_tangents)}, {"numbers", written(points.numbers)}}}};
}

/// A wrong variant with its first counterexample; null if there is none.
ordered_json refuted(const Claimed& claimed) {
  for (const Equation& equation : claimed.equations) {
    const auto found = counterexample(equation);
    if (!found) continue;
    return {{"variant", claimed.name},
            {"left", equation.left.json()},
            {"right", equation.right.json()},
            {"counterexample",
             {{"half_tangents", written(found->place.half_tangents)},
              {"numbers", written(found->place.numbers)},
              {"left", to_text(found->left)},
              {"right", to_text(found->right)}}}};
  }
  return {{"variant", claimed.name}, {"counterexample", nullptr}};
}

}  // namespace

PointGrid grid(const Equation& equation) {
  PointGrid result;
  const auto [angles, numbers] = degrees(equation);
  for (const auto& [name, degree] : angles) result.half_tangents[name] = up_to(2 * degree);
  for (const auto& [name, degree] : numbers) result.numbers[name] = up_to(degree);
  return result;
}

std::optional<Counterexample> counterexample(const Equation& equation) {
  const PointGrid points = grid(equation);
  EvaluationPoint place;
  std::optional<Counterexample> found;
  const auto equal = [&] {
    const Rational left = equation.left.at(place);
    const Rational right = equation.right.at(place);
    if (left != right) found = {place, left, right};
    return left == right;
  };
  const auto numbers = [&] {
    return every(place.numbers, points.numbers, points.numbers.begin(), equal);
  };
  every(place.half_tangents, points.half_tangents, points.half_tangents.begin(), numbers);
  return found;
}

const Identity& identity(const std::string& name) {
  std::string known;
  for (const Identity& one : identities()) {
    if (one.name == name) return one;
    known += (known.empty() ? "" : ", ") + one.name;
  }
  throw Error("no identity '" + name + "'; there are: " + known);
}

Theorem prove(const Identity& identity) {
  const auto begin = std::chrono::steady_clock::now();
  Theorem theorem{.name = identity.name,
                  .statement = identity.statement,
                  .result = "for every pair, every frequency and every real position",
                  .method =
                      "a polynomial in the tangents of half angles that is 0 on a grid of "
                      "more points than its degrees is 0 (identities.md)",
                  .outcome = TheoremOutcome::holds,
                  .certificate = {}};
  ordered_json equations = ordered_json::array();
  ordered_json wrong = ordered_json::array();
  for (const Equation& equation : identity.equations) {
    equations.push_back(written(equation));
    const auto found = counterexample(equation);
    if (!found) continue;
    theorem.outcome = TheoremOutcome::fails;
    theorem.result = "the sides differ: " + readable(found->left) + ", " + readable(found->right);
  }
  for (const Claimed& claimed : identity.wrong) wrong.push_back(refuted(claimed));
  theorem.certificate = std::make_shared<ordered_json>(
      ordered_json{{"certificate", identity.name},
                   {"version", 1},
                   {"encoding", "sinusoidal and rotary encodings, one pair"},
                   {"equations", equations},
                   {"wrong", wrong}});
  conclude(theorem,
           std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  return theorem;
}

}  // namespace sextant::proof
