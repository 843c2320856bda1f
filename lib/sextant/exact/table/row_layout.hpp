#pragma once

#include <optional>

#include "sextant/encoding/bias/chart.hpp"
#include "sextant/exact/table/kernel.hpp"

namespace sextant::exact {

/// The order of a chart's channels in a row, as kernels write them.
struct RowLayout {
  ColumnPattern pattern = ColumnPattern::sine_cosine;
  std::vector<std::size_t> sines, cosines;  ///< first channels of the runs, if there are runs
};

/// nullopt if kernels cannot write the chart: a channel holds no sine or cosine, pairs have another
/// order, or there is an amplitude or a row of zeros.
std::optional<RowLayout> row_layout(const Chart& chart);

}  // namespace sextant::exact
