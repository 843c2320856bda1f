#include "sextant/encoding/wave/rotated_columns.hpp"

namespace sextant {

Pairs Pairs::of(const Rotary& encoding, std::size_t width) {
  const auto dim = static_cast<std::size_t>(encoding.dim);
  Pairs pairs = of(encoding.layout, dim);
  if (encoding.rotated_channels == RotatedChannels::last) pairs.first = width - dim;
  pairs.exchanged = encoding.direction == RotationDirection::inverse;
  return pairs;
}

std::vector<RotatedColumn> rotated_columns(std::size_t width, const Pairs& before,
                                           const Pairs& after) {
  std::vector<RotatedColumn> columns(width);
  for (std::size_t j = 0; j < width; ++j) columns[j].first = columns[j].second = j;
  for (std::size_t i = 0; i < before.count; ++i) {
    const std::size_t u = before.u(i);
    const std::size_t v = before.v(i);
    columns[after.u(i)] = {.pair = static_cast<int>(i),
                           .first = u,
                           .second = v,
                           .minus_first = false,
                           .minus_second = true};
    columns[after.v(i)] = {.pair = static_cast<int>(i),
                           .first = v,
                           .second = u,
                           .minus_first = false,
                           .minus_second = false};
  }
  return columns;
}

}  // namespace sextant
