#include "sextant/measure/identity/composition.hpp"

#include <cmath>

namespace sextant::measure {

Composition::Composition(double s, double c, double es, double ec, const Format& format)
    : format_(format),
      s_(s),
      c_(c),
      radius_(std::hypot(es, ec) * kUpward),
      ns_(s),
      nc_(c),
      exact_s_(s),
      exact_c_(c) {}

/// a·x + b·y, with each of the three operations rounded.
double Composition::component(double a, double b, double x, double y, double& bound) const {
  const double left = rounded(format_, a * x), right = rounded(format_, b * y);
  const double sum = rounded(format_, left + right);
  bound = half_ulp(format_, left) + half_ulp(format_, right) + half_ulp(format_, sum);
  return sum;
}

void Composition::advance() {
  double of_s = 0, of_c = 0;
  const double s = component(ns_, nc_, c_, s_, of_s);
  const double c = component(nc_, -ns_, c_, s_, of_c);
  ns_ = s, nc_ = c;
  const long double exact_s = exact_s_ * c_ + exact_c_ * s_;
  exact_c_ = exact_c_ * c_ - exact_s_ * s_;
  exact_s_ = exact_s;
  bound_ = (std::hypot(s_, c_) * bound_ + std::hypot(of_s, of_c)) * kUpward;
  ++count_;
}

DefectPart Composition::entries(long double sine, long double cosine) const {
  const auto n = static_cast<double>(count_);
  return {static_cast<double>(std::hypot(exact_s_ - sine, exact_c_ - cosine)),
          n * radius_ * std::pow(1 + radius_, n - 1) * kUpward +
              4 * n * std::pow(1 + radius_, n) * kEvaluation};
}

DefectPart Composition::roundings() const {
  const auto n = static_cast<double>(count_);
  return {static_cast<double>(std::hypot(ns_ - exact_s_, nc_ - exact_c_)),
          bound_ + 4 * n * std::pow(1 + radius_, n) * kEvaluation};
}

}  // namespace sextant::measure
