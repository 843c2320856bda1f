#include "sextant/exact/angle/turn.hpp"

namespace sextant::exact {

Turn operator+(const Turn& a, const Turn& b) {
  Turn sum;
  Bits carry = Bits{a.low} + b.low;
  sum.low = static_cast<std::uint64_t>(carry);
  carry = (carry >> 64) + a.middle + b.middle;
  sum.middle = static_cast<std::uint64_t>(carry);
  sum.high = a.high + b.high + static_cast<std::uint64_t>(carry >> 64);
  sum.radius = a.radius + b.radius;
  return sum;
}

Turn operator-(const Turn& a) {
  const Turn one{0, 0, 1, 0};
  Turn negated = Turn{~a.high, ~a.middle, ~a.low, 0} + one;
  negated.radius = a.radius;
  return negated;
}

Turn operator*(Position position, const Turn& step) {
  const std::uint64_t p = magnitude(position);
  const Bits low = Bits{p} * step.low;
  const Bits middle = Bits{p} * step.middle + static_cast<std::uint64_t>(low >> 64);
  const Turn product{p * step.high + static_cast<std::uint64_t>(middle >> 64),
                     static_cast<std::uint64_t>(middle), static_cast<std::uint64_t>(low),
                     p * step.radius};
  return position < 0 ? -product : product;
}

}  // namespace sextant::exact
