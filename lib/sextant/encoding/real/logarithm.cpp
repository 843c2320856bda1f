#include "sextant/encoding/real/logarithm.hpp"

#include <compare>

namespace sextant {
namespace {

Integer power(const Integer& x, int n) { return pow(x, static_cast<unsigned>(n)); }

/// Compares aⁿ with powers of b by cross-multiplication, because quotients would have to be
/// reduced.
class Powers {
 public:
  Powers(const Rational& a, const Rational& b, int n)
      : above_(power(numerator(a), n)),
        below_(power(denominator(a), n)),
        step_above_(numerator(b)),
        step_below_(denominator(b)) {}

  /// The sign of aⁿ − b^j.
  std::strong_ordering beyond(int j) const {
    return above_ * power(step_below_, j) <=> below_ * power(step_above_, j);
  }

  /// The largest j with b^j ≤ aⁿ.
  int steps() const {
    int too_many = 1;
    while (beyond(too_many) >= 0) too_many *= 2;
    int low = too_many / 2;
    while (too_many - low > 1) {
      const int middle = low + (too_many - low) / 2;
      (beyond(middle) >= 0 ? low : too_many) = middle;
    }
    return low;
  }

 private:
  Integer above_, below_, step_above_, step_below_;
};

}  // namespace

int floor_of_logarithms(const Rational& a, const Rational& b, int n) {
  return Powers(a, b, n).steps();
}

int ceil_of_logarithms(const Rational& a, const Rational& b, int n) {
  const Powers powers(a, b, n);
  const int j = powers.steps();
  return powers.beyond(j) == 0 ? j : j + 1;
}

}  // namespace sextant
