#include "sextant/exact/evaluate.hpp"

#include <map>
#include <optional>
#include <utility>

#include "sextant/exact/expression_enclosure.hpp"
#include "sextant/exact/undecided.hpp"
#include "sextant/number/real.hpp"
#include "sextant/number/round.hpp"

namespace sextant::exact {
namespace {

using Kind = Expression::Kind;

constexpr int kLastLevel = 3;

/// Calls `decide` with narrower and narrower enclosures until it returns a value.
template <class Decide>
auto decided(const Expression& e, int last, const Decide& decide) {
  for (int level = 0; level <= last; ++level) {
    const auto [lower, upper] = on_level(level, [&]<class I>(std::type_identity<I>) {
      const I x = evaluate<I>(e);
      return std::pair(lower_end(x), upper_end(x));
    });
    if (!lower.finite() || !upper.finite()) continue;
    if (auto found = decide(lower, upper)) return *std::move(found);
  }
  throw Undecided("the definition depends on a comparison that no enclosure can decide");
}

/// −1, 0 or 1; 0 only if algebra shows that.
int sign(const Expression& e) {
  if (const Rational* x = e.rational()) return *x < 0 ? -1 : (*x > 0 ? 1 : 0);
  return decided(e, kLastLevel, [](const Number& lower, const Number& upper) {
    const Rational low = to_rational(lower);
    const Rational high = to_rational(upper);
    return low > 0 ? std::optional(1) : (high < 0 ? std::optional(-1) : std::nullopt);
  });
}

Expression decide_floor(const Expression& e) {
  return decided(e, kLastLevel, [](const Number& lower, const Number& upper) {
    const Expression low = floor(to_rational(lower));
    return low == floor(to_rational(upper)) ? std::optional(low) : std::nullopt;
  });
}

/// One traversal of expressions that share parts: each part is settled once.
class Settling {
 public:
  Expression operator()(const Expression& e) {
    if (!e.unsettled()) return e;
    const auto known = done_.find(e.identity());
    if (known != done_.end()) return known->second.second;
    const Expression result = settle(e);
    done_.emplace(e.identity(), std::pair(e, result));
    return result;
  }

 private:
  Expression settle(const Expression& e) {
    const Expression a = (*this)(e.part(0));
    switch (e.kind()) {
      case Kind::log:
        return log(a);
      case Kind::exp:
        return exp(a);
      case Kind::power:
        return pow(a, e.exponent());
      case Kind::floor:
        return a.rational() ? floor(a) : decide_floor(a);
      case Kind::sum:
        return a + (*this)(e.part(1));
      case Kind::product:
        return a * (*this)(e.part(1));
      case Kind::minimum:
        return sign(a - (*this)(e.part(1))) < 0 ? a : (*this)(e.part(1));
      case Kind::maximum:
        return sign(a - (*this)(e.part(1))) > 0 ? a : (*this)(e.part(1));
      default:
        return sign(a) != 0 ? a : (*this)(e.part(1));
    }
  }

  std::map<const void*, std::pair<Expression, Expression>> done_;  ///< keeps the keys alive
};

}  // namespace

Expression settled(const Expression& e) { return Settling()(e); }

Frequency settled(const Frequency& frequency) {
  Frequency result = frequency;
  result.factor = settled(result.factor);
  return result;
}

Chart settled(Chart chart) {
  Settling settle;
  for (Frequency& frequency : chart.waves.frequencies)
    if (frequency.factor.unsettled()) frequency.factor = settle(frequency.factor);
  chart.waves.amplitude = settle(chart.waves.amplitude);
  return chart;
}

Number nearest(const Format& format, const Expression& e) {
  const Expression known = settled(e);
  if (const Rational* x = known.rational()) return round(format, *x);
  return decided(known, kPrecisionLevels - 1, [&](const Number& lower, const Number& upper) {
    const Number low = round(format, lower.negative, lower.significand, lower.exponent);
    const Number high = round(format, upper.negative, upper.significand, upper.exponent);
    return low == high ? std::optional(low) : std::nullopt;
  });
}

/// The leading 127 bits of both ends: if they are equal, every real between is within a unit.
Factor factor(const Expression& e) {
  if (const Rational* x = e.rational()) return Factor::of(*x);
  return decided(e, kLastLevel, [](const Number& lower, const Number& upper) {
    const Rational low = to_rational(lower), high = to_rational(upper);
    if (low <= 0 && high >= 0) return std::optional<Factor>();
    // Both ends are within a unit of the end of greater size, cut off.
    const Factor cut = Factor::of(high < 0 ? low : high);
    const bool narrow = high - low < power_of_two(cut.exponent);
    return narrow ? std::optional(Factor{cut.negative, cut.mantissa, cut.exponent, false})
                  : std::nullopt;
  });
}

}  // namespace sextant::exact
