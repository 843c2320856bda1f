#include "sextant/encoding/bias/query_scale.hpp"

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/real/readable.hpp"

namespace sextant {

Rational logarithm_argument(const QueryScaleForm& scale, const Rational& place) {
  if (scale.is_log_n()) return place;
  const Rational quotient = place / scale.of.original;
  return 1 + (scale.floors ? *floor(Expression(quotient)).rational() : quotient);
}

Expression cell(const QueryScaleForm& scale, const Rational& place) {
  if (place < 0)
    throw Error("position + origin = " + readable(place) +
                " is negative, where a query scale has no value");
  if (scale.is_log_n()) {
    if (scale.at_least_one && place <= scale.of.original) return 1;
    if (place == 0)
      throw Error("a query scale of form log-n has no value at position + origin = 0");
    return log(Expression(place)) / log(Expression(scale.of.original));
  }
  Expression logarithm = log(Expression(logarithm_argument(scale, place)));
  if (scale.base != 0) logarithm = logarithm / log(Expression(scale.base));
  const Expression product = Expression(scale.of.beta) * logarithm;
  return scale.adds_one ? Expression(1) + product : product;
}

}  // namespace sextant
