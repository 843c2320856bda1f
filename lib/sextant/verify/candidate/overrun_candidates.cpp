#include "sextant/verify/candidate/overrun_candidates.hpp"

#include <vector>

namespace sextant::verify {

std::optional<std::uint64_t> repeated_from(const Source& source) {
  if (source.positions.listed || source.positions.step < 0 || source.rows < 3) return std::nullopt;
  const auto row = [&](std::uint64_t index) {
    std::vector<double> values(source.columns);
    source.read(index, 1, values);
    return values;
  };
  const std::vector<double> last = row(source.rows - 1);
  if (row(source.rows - 2) != last) return std::nullopt;
  // Bisection: rows equal the last one from some row on, and no row before it does.
  std::uint64_t different = 0;
  std::uint64_t equal = source.rows - 2;
  if (row(0) == last) return std::nullopt;
  while (equal - different > 1) {
    const std::uint64_t middle = different + (equal - different) / 2;
    (row(middle) == last ? equal : different) = middle;
  }
  return equal;
}

}  // namespace sextant::verify
