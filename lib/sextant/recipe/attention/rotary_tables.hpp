#pragma once

#include "sextant/exact/enclosed.hpp"
#include "sextant/exact/entries.hpp"
#include "sextant/recipe/attention/rotation.hpp"

namespace sextant::recipe::attention {

/// The rotation with the tables [cos | sin] of a chart; `entry` gives the value at (row, channel).
template <class T, class Entry>
Rotation<T> tabulated(const Chart& chart, Pairing layout, std::size_t rows, Entry entry) {
  const std::size_t pairs = chart.width() / 2;
  Rotation<T> result{layout, Matrix<T>(rows, pairs), Matrix<T>(rows, pairs)};
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t pair = 0; pair < pairs; ++pair) {
      result.cosines(i, pair) = entry(i, pair);
      result.sines(i, pair) = entry(i, pairs + pair);
    }
  }
  return result;
}

/// The true rotations at the positions, as enclosures.  The oracle must be that of a rotary chart.
template <class I>
Rotation<I> true_rotation(const exact::Oracle& oracle, Pairing layout,
                          std::span<const Position> positions) {
  const Chart& chart = oracle.chart();
  return tabulated<I>(chart, layout, positions.size(), [&](std::size_t i, std::size_t channel) {
    return exact::enclosed<I>(oracle.ball(positions[i], chart.channels[channel]));
  });
}

/// The same from the table correctly rounded to a format that T holds.
template <class T>
Rotation<T> rounded_rotation(const exact::Entries& entries, Pairing layout,
                             std::span<const Position> positions) {
  return tabulated<T>(entries.oracle().chart(), layout, positions.size(),
                      [&](std::size_t i, std::size_t channel) {
                        return static_cast<T>(entries.nearest(positions[i], channel).value);
                      });
}

}  // namespace sextant::recipe::attention
