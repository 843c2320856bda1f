#include "sextant/verify/observation/approximate.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sextant::verify {

namespace {

/// Returns the value of an expression in doubles.  Shared subexpressions are computed once.
double approximation(const Expression& e, std::unordered_map<const void*, double>& known) {
  if (const Rational* number = e.rational()) return static_cast<double>(*number);
  if (const auto place = known.find(e.identity()); place != known.end()) return place->second;
  const auto part = [&](std::size_t k) { return approximation(e.part(k), known); };
  const auto value = [&] {
    switch (e.kind()) {
      case Expression::Kind::rational:
        return static_cast<double>(*e.rational());
      case Expression::Kind::pi:
        return std::numbers::pi;
      case Expression::Kind::log:
        return std::log(part(0));
      case Expression::Kind::exp:
        return std::exp(part(0));
      case Expression::Kind::power:
        return std::pow(part(0), static_cast<double>(e.exponent()));
      case Expression::Kind::sum:
        return part(0) + part(1);
      case Expression::Kind::product:
        return part(0) * part(1);
      case Expression::Kind::floor:
        return std::floor(part(0));
      case Expression::Kind::minimum:
        return std::min(part(0), part(1));
      case Expression::Kind::maximum:
        return std::max(part(0), part(1));
      case Expression::Kind::unless_zero:
        break;
    }
    const double first = part(0);
    return first == 0 ? part(1) : first;
  };
  return known[e.identity()] = value();
}

}  // namespace

double approximate(const Expression& expression) {
  std::unordered_map<const void*, double> parts;
  return approximation(expression, parts);
}

double FrequenciesAsAsked::operator[](int pair) {
  std::optional<double>& known = known_[static_cast<std::size_t>(pair)];
  if (!known) {
    const Frequency& f = waves_.frequencies[static_cast<std::size_t>(pair)];
    const double power = std::pow(static_cast<double>(f.base), static_cast<double>(f.exponent));
    known = static_cast<double>(f.coefficient) * std::pow(std::numbers::pi, f.pi_power) * power *
            approximation(f.factor, parts_);
  }
  return *known;
}

std::vector<double> approximate_frequencies(const Waves& waves) {
  FrequenciesAsAsked frequencies(waves);
  std::vector<double> found;
  for (int pair = 0; pair < waves.pairs(); ++pair) found.push_back(frequencies[pair]);
  return found;
}

bool same_angles(const Waves& a, const Waves& b, double within) {
  const std::vector<double> x = approximate_frequencies(a), y = approximate_frequencies(b);
  const auto of_x = static_cast<double>(a.scale), of_y = static_cast<double>(b.scale);
  return std::equal(x.begin(), x.end(), y.begin(), y.end(), [&](double p, double q) {
    return std::abs(of_x * p - of_y * q) <= within * std::abs(of_y * q);
  });
}

bool nearly_equal(const Waves& a, const Waves& b) {
  const std::vector<double> ours = approximate_frequencies(a);
  const std::vector<double> theirs = approximate_frequencies(b);
  return std::equal(ours.begin(), ours.end(), theirs.begin(), theirs.end(),
                    [](double x, double y) { return std::abs(x - y) <= 0x1p-40 * std::abs(y); }) &&
         approximate(a.amplitude) == approximate(b.amplitude) && a.phases == b.phases &&
         a.xpos == b.xpos;
}

}  // namespace sextant::verify
