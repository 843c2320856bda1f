#include "sextant/verify/candidate/overrun_candidates.hpp"

#include <cmath>
#include <vector>

namespace sextant::verify {

std::optional<std::uint64_t> repeated_from(const Source& source, double within) {
  if (source.positions.listed || source.positions.step < 0 || source.rows < 3) return std::nullopt;
  const auto row = [&](std::uint64_t index) {
    std::vector<double> values(source.columns);
    source.read(index, 1, values);
    return values;
  };
  const std::vector<double> last = row(source.rows - 1);
  const auto repeats = [&](std::uint64_t index) {
    const std::vector<double> values = row(index);
    if (within == 0) return values == last;
    std::size_t differ = 0;
    for (std::size_t j = 0; j < last.size(); ++j)
      differ += std::abs(values[j] - last[j]) <= within ? 0 : 1;
    return 8 * differ <= last.size();
  };
  if (!repeats(source.rows - 2)) return std::nullopt;
  // Bisection: rows equal the last one from some row on, and no row before it does.
  std::uint64_t different = 0;
  std::uint64_t equal = source.rows - 2;
  if (repeats(0)) return std::nullopt;
  while (equal - different > 1) {
    const std::uint64_t middle = different + (equal - different) / 2;
    (repeats(middle) ? equal : different) = middle;
  }
  return equal;
}

}  // namespace sextant::verify
