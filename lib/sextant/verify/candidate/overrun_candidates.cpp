#include "sextant/verify/candidate/overrun_candidates.hpp"

#include <vector>

namespace sextant::verify {

std::optional<std::uint64_t> repeated_from(const Source& source) {
  if (source.positions.step < 0 || source.rows < 3) return std::nullopt;
  const auto row = [&](std::uint64_t index) {
    std::vector<double> values(source.columns);
    source.read(index, 1, values);
    return values;
  };
  const std::vector<double> last = row(source.rows - 1);
  const auto repeats = [&](std::uint64_t index) { return row(index) == last; };
  if (!repeats(source.rows - 2)) return std::nullopt;
  // Bisection: rows equal the last one from some row on, and no row before it does.
  std::uint64_t different = 0;
  std::uint64_t equal = source.rows - 2;
  if (repeats(0)) return std::nullopt;
  while (equal - different > 1) {
    const std::uint64_t middle = different + (equal - different) / 2;
    (repeats(middle) ? equal : different) = middle;
  }
  for (std::uint64_t index = equal + 1; index < source.rows; ++index)
    if (source.positions[index] != source.positions[equal]) return equal;
  return std::nullopt;  // one position has equal rows
}

}  // namespace sextant::verify
