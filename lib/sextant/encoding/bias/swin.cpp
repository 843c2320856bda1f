#include "sextant/encoding/bias/swin.hpp"

#include <string>

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

}  // namespace sextant
