#include "sextant/encoding/bias/kerple.hpp"

#include <string>

#include "sextant/encoding/bias/chart.hpp"
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

Chart chart(const Kerple& e) {
  if (e.r1.empty() || e.r1.size() != e.r2.size()) {
    throw Error("--r1 has " + std::to_string(e.r1.size()) + " numbers and --r2 has " +
                std::to_string(e.r2.size()) + ": each has one a head");
  }
  for (int head = 0; head < e.heads(); ++head) {
    const auto h = static_cast<std::size_t>(head);
    if (e.r1[h] <= 0) throw Error("--r1 " + readable(e.r1[h]) + " is not positive");
    if (e.r2[h] <= 0) throw Error("--r2 " + readable(e.r2[h]) + " is not positive");
    if (e.kernel == Kerple::Kernel::power && e.r2[h] > 2)
      throw Error("--r2 " + readable(e.r2[h]) + " is beyond 2: that power is no kernel");
  }
  return chart_of(e, e.heads());
}

}  // namespace sextant
