#include "sextant/verify/diagnosis/approximate.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <unordered_map>

namespace sextant::verify {

/// Expressions in doubles, each part that several share once.
class Approximation {
 public:
  double operator()(const Expression& e) {
    if (const Rational* known = e.rational()) return static_cast<double>(*known);
    const auto [place, is_new] = known_.try_emplace(e.identity(), 0);
    if (!is_new) return place->second;
    const double value = evaluated(e);
    return known_[e.identity()] = value;
  }

 private:
  double evaluated(const Expression& e) {
    const auto part = [&](std::size_t k) { return (*this)(e.part(k)); };
    switch (e.kind()) {
      case Expression::Kind::rational:
        return static_cast<double>(*e.rational());
      case Expression::Kind::pi:
        return std::numbers::pi;
      case Expression::Kind::log:
        return std::log(part(0));
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
  }

  std::unordered_map<const void*, double> known_;
};

double approximate(const Expression& expression) { return Approximation()(expression); }

FrequenciesAsAsked::FrequenciesAsAsked(const Waves& waves)
    : waves_(waves),
      approximation_(std::make_unique<Approximation>()),
      known_(waves.frequencies.size()) {}

FrequenciesAsAsked::~FrequenciesAsAsked() = default;

double FrequenciesAsAsked::operator[](int pair) {
  std::optional<double>& known = known_[static_cast<std::size_t>(pair)];
  if (!known) {
    const Frequency& f = waves_.frequencies[static_cast<std::size_t>(pair)];
    const double power = std::pow(static_cast<double>(f.base), static_cast<double>(f.exponent));
    known = static_cast<double>(f.coefficient) * std::pow(std::numbers::pi, f.pi_power) * power *
            (*approximation_)(f.factor);
  }
  return *known;
}

std::vector<double> approximate_frequencies(const Waves& waves) {
  FrequenciesAsAsked frequencies(waves);
  std::vector<double> found;
  for (int pair = 0; pair < waves.pairs(); ++pair) found.push_back(frequencies[pair]);
  return found;
}

bool nearly_equal(const Waves& a, const Waves& b) {
  const std::vector<double> ours = approximate_frequencies(a);
  const std::vector<double> theirs = approximate_frequencies(b);
  return std::equal(ours.begin(), ours.end(), theirs.begin(), theirs.end(),
                    [](double x, double y) { return std::abs(x - y) <= 0x1p-40 * std::abs(y); }) &&
         approximate(a.amplitude) == approximate(b.amplitude) && a.phases == b.phases;
}

}  // namespace sextant::verify
