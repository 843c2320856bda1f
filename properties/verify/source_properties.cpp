#include <algorithm>

#include "draw/gen.hpp"
#include "engine/property.hpp"
#include "sextant/verify/rows/source.hpp"
#include "verify/memory_tables.hpp"

namespace sextant {
namespace {

using verify::Source;

/// The beginning of a source has the positions of its own rows, whether these are listed or
/// counted.
PROPERTY(Source, BeginsWithItsOwnPositions) {
  const auto rows = *draw::in_range<std::uint64_t>(1, 20);
  const auto some = *draw::in_range<std::uint64_t>(1, 24);
  const auto list = *draw::container<std::vector<int>>(rows, draw::in_range(-99, 99));
  const Positions positions = *draw::arbitrary<bool>()
                                  ? Positions::of({list.begin(), list.end()})
                                  : Positions{.first = list[0], .count = rows, .step = 3};
  const MemoryTable table({kFloat32, 2, std::vector<double>(2 * rows)}, "zeros");
  const Source part = beginning(verify::whole(table.table(), positions), some);
  RC_ASSERT(part.rows == std::min(rows, some));
  RC_ASSERT(part.positions.count == part.rows);
  if (part.positions.listed) RC_ASSERT(part.positions.listed->size() == part.rows);
  for (std::uint64_t row = 0; row < part.rows; ++row)
    RC_ASSERT(part.positions[row] == positions[row]);
}

}  // namespace
}  // namespace sextant
