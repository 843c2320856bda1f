#include "sextant/encoding/bias/swin.hpp"

#include <string>

#include "sextant/encoding/bias/chart.hpp"
#include "sextant/encoding/real/error.hpp"

namespace sextant {
namespace {

std::string window(const Swin& e) {
  return std::to_string(e.height) + " x " + std::to_string(e.width);
}

}  // namespace

Integer cell(const Swin& e, const Integer& query, int key) {
  if (query < 0 || query >= e.tokens())
    throw Error("position " + query.str() + " is not in a window of " + window(e));
  const int q = static_cast<int>(query);
  const int dy = q / e.width - key / e.width;
  const int dx = q % e.width - key % e.width;
  return Integer(dy + e.height - 1) * (2 * e.width - 1) + (dx + e.width - 1);
}

Chart chart(const Swin& e) {
  if (e.height < 1 || e.width < 1 || e.height > kMostTokens / e.width) {
    throw Error("--height and --width: a window of " + window(e) + " is not one of 1 ... " +
                std::to_string(kMostTokens) + " tokens");
  }
  return chart_of(e, e.tokens());
}

}  // namespace sextant
