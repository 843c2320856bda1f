#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace sextant::verify {

/// The middle one of some numbers; of an even count, the upper of the middle two.  `numbers` must
/// not be empty.
template <class Number>
Number median(std::vector<Number> numbers) {
  const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
  std::nth_element(numbers.begin(), middle, numbers.end());
  return *middle;
}

/// The median of some sizes, if at most one in `damaged` is off by more than the fraction `within`
/// of it; nullopt if more are, or if there are no sizes.
inline std::optional<double> common_size(const std::vector<double>& sizes, double within,
                                         std::size_t damaged) {
  if (sizes.empty()) return std::nullopt;
  const double middle = median(sizes);
  const auto off = std::count_if(sizes.begin(), sizes.end(), [&](double size) {
    return !(std::abs(size - middle) <= within * middle);
  });
  const bool common = damaged * static_cast<std::size_t>(off) <= sizes.size();
  return common ? std::optional(middle) : std::nullopt;
}

}  // namespace sextant::verify
