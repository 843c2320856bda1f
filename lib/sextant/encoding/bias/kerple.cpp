#include "sextant/encoding/bias/kerple.hpp"

#include <string>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/real/readable.hpp"

namespace sextant {

Expression cell(const Kerple& e, const Rational& distance, int head) {
  const auto h = static_cast<std::size_t>(head);
  const Rational n = abs(distance);
  const Expression kernel = e.kernel == Kerple::Kernel::log
                                ? log(Expression(Rational(1 + e.r2[h] * n)))
                                : pow(Expression(n), e.r2[h]);
  return Expression(Rational(-e.r1[h])) * kernel;
}

}  // namespace sextant
