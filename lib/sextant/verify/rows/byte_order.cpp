#include "sextant/verify/rows/byte_order.hpp"

#include <algorithm>
#include <cmath>

namespace sextant::verify {
namespace {

constexpr std::uint64_t kRowsLookedAt = 64;

/// The fraction of nonzero entries, in some rows, that no table has.  They are not finite, far
/// larger than any sine, or smaller than any sine other than 0. 0 if all entries are 0.
double strange(const Table& table) {
  const int few = table.format() == kFloat16 ? 3 : 20;  // numbers above 2 to this power are strange
  const int least = std::max(-100, table.format().emin);
  const double most = std::ldexp(1.0, few);
  const double tiny = std::ldexp(1.0, least);
  const std::uint64_t step = std::max<std::uint64_t>(1, table.rows() / kRowsLookedAt);
  std::vector<std::uint64_t> bits(table.columns());
  std::uint64_t entries = 0;
  std::uint64_t found = 0;
  for (std::uint64_t row = 0; row < table.rows(); row += step) {
    table.read_rows(row, 1, bits);
    for (const std::uint64_t pattern : bits) {
      const double x = std::abs(table.number(pattern));
      if (x == 0) continue;
      ++entries;
      found += x >= tiny && x <= most ? 0 : 1;
    }
  }
  return entries == 0 ? 0 : static_cast<double>(found) / static_cast<double>(entries);
}

}  // namespace

bool seems_swapped(const Table& table) {
  if (table.storage().integers) return false;
  return strange(table) > 0x1p-2 && strange(table.swapped()) < 0x1p-4;
}

std::string byte_order(const Table& table) {
  return table.storage().byte_order == ByteOrder::big ? "big-endian" : "little-endian";
}

}  // namespace sextant::verify
