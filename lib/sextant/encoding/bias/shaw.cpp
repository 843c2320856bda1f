#include "sextant/encoding/bias/shaw.hpp"

#include <string>

#include "sextant/encoding/bias/chart.hpp"
#include "sextant/encoding/real/error.hpp"

namespace sextant {

Integer cell(const Shaw& e, const Integer& relative) {
  const int most = e.max_distance;
  if (relative > most) return 2 * most;
  if (relative < -most) return 0;
  return relative + most;
}

Chart chart(const Shaw& e) {
  if (e.max_distance < 0)
    throw Error("--max-distance " + std::to_string(e.max_distance) + " is negative");
  return chart_of(e, e.keys);
}

}  // namespace sextant
