#pragma once

#include <optional>

#include "sextant/encoding/bias/chart.hpp"
#include "sextant/exact/table/kernel.hpp"

namespace sextant::exact {

/// The order of a chart's channels in a row, as kernels write them.
struct RowLayout {
  ColumnPattern pattern = ColumnPattern::sine_cosine;
  std::size_t pairs = 0;                    ///< that are written: the first ones
  std::size_t first = 0;                    ///< channel, if there are no runs
  std::vector<std::size_t> sines, cosines;  ///< first channels of the runs, if there are runs
  std::optional<Function> lacking;          ///< of the last pair, sine or cosine
  /// Channels that kernels do not write: all whose values are the same in every row, and of the
  /// others one, or at most an eighth of the chart's channels.
  std::vector<std::size_t> rest;
};

/// Whether a channel has the same value in every row but the row of zeros.
bool is_constant(const Chart& chart, const Channel& channel);

/// The layout with the shortest `rest`; nullopt if kernels cannot write most of the chart.  Waves
/// of frequency 0 are constant; with `resting` kernels take them, too.
std::optional<RowLayout> row_layout(const Chart& chart, bool resting);

/// The same with one more pair that lacks a function, if the chart has one; such a chart has an odd
/// width.
RowLayout with_last_pair(RowLayout layout, const Chart& chart);

}  // namespace sextant::exact
