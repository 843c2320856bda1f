#include "sextant/encoding/bias/shaw.hpp"

#include <string>

#include "sextant/encoding/real/error.hpp"

namespace sextant {

Integer cell(const Shaw& e, const Integer& relative) {
  const int most = e.max_distance;
  if (relative > most) return 2 * most;
  if (relative < -most) return 0;
  return relative + most;
}

}  // namespace sextant
