#include "sextant/measure/identity/dot.hpp"

#include <cmath>
#include <vector>

namespace sextant::measure {
namespace {

/// Adds numbers, with the errors of its sums and their bounds.
class Adder {
 public:
  explicit Adder(const Format& format) : format_(format) {}

  double add(double a, double b) {
    const double sum = rounded(format_, a + b);
    return see(sum, static_cast<long double>(a) + b);
  }
  /// a + x·y, rounded once.
  double fuse(double a, double x, double y) {
    const double sum =
        format_ == kFloat64
            ? std::fma(x, y, a)
            : static_cast<double>(
                  std::fma(static_cast<float>(x), static_cast<float>(y), static_cast<float>(a)));
    return see(sum, static_cast<long double>(x) * y + a);
  }
  double by_halves(std::span<const double> terms) {
    if (terms.empty()) return 0;
    if (terms.size() == 1) return terms.front();
    const std::size_t half = terms.size() / 2;
    const double left = by_halves(terms.first(half));
    return add(left, by_halves(terms.subspan(half)));
  }

  DefectPart part() const {
    return {static_cast<double>(std::abs(off_)), bound_ * kUpward + seen_ * kEvaluation};
  }

 private:
  double see(double sum, long double exact) {
    off_ += sum - exact;
    if (sum != exact) bound_ += half_ulp(format_, sum);
    seen_ += std::abs(sum);
    return sum;
  }

  Format format_;
  long double off_ = 0;
  double bound_ = 0, seen_ = 0;
};

}  // namespace

Dot dot(std::span<const double> x, std::span<const double> y, const Format& format, Summation how) {
  Dot found;
  Adder adder(format);
  if (how == Summation::fused) {
    for (std::size_t j = 0; j < x.size(); ++j) found.value = adder.fuse(found.value, x[j], y[j]);
    found.sums = adder.part();
    return found;
  }
  std::vector<double> products;
  long double off = 0;
  for (std::size_t j = 0; j < x.size(); ++j) {
    const double product = rounded(format, x[j] * y[j]);
    const double lost = std::fma(x[j], y[j], -product);
    off += lost;
    if (lost != 0) found.products.bound += half_ulp(format, product);
    products.push_back(product);
  }
  found.products.value = static_cast<double>(std::abs(off));
  found.products.bound *= kUpward;
  if (how == Summation::pairwise) {
    found.value = adder.by_halves(products);
  } else {
    for (std::size_t j = 0; j < products.size(); ++j)
      found.value = j == 0 ? products[0] : adder.add(found.value, products[j]);
  }
  found.sums = adder.part();
  return found;
}

DefectPart entries(std::span<const double> x, std::span<const double> y, std::span<const double> ex,
                   std::span<const double> ey, long double truth) {
  long double sum = 0;
  double bound = 0, seen = 1 + static_cast<double>(std::abs(truth));
  for (std::size_t j = 0; j < x.size(); ++j) {
    sum += static_cast<long double>(x[j]) * y[j];
    seen += static_cast<double>(std::abs(sum)) + std::abs(x[j] * y[j]);
    bound += std::abs(x[j]) * ey[j] + std::abs(y[j]) * ex[j] + ex[j] * ey[j];
  }
  return {static_cast<double>(std::abs(sum - truth)), bound * kUpward + seen * kEvaluation};
}

}  // namespace sextant::measure
