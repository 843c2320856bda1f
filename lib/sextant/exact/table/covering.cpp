#include "sextant/exact/table/covering.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace sextant::exact {

std::optional<Positions> covering(const Positions& positions, std::uint64_t most) {
  if (!positions.listed) return std::nullopt;
  const std::vector<Position>& list = *positions.listed;
  const auto [least, greatest] = std::minmax_element(list.begin(), list.end());
  if (*greatest - *least > std::numeric_limits<std::int64_t>::max()) return std::nullopt;
  const auto length = static_cast<std::int64_t>(*greatest - *least);
  std::int64_t step = 0;
  for (const Position position : list)
    step = std::gcd(step, static_cast<std::int64_t>(position - *least));
  step = std::max<std::int64_t>(step, 1);
  const std::uint64_t count = static_cast<std::uint64_t>(length / step) + 1;
  if (count > most) return std::nullopt;
  return Positions{*least, count, step, nullptr, positions.parts};
}

}  // namespace sextant::exact
