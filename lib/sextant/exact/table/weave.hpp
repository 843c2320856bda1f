#pragma once

#include <optional>

#include "sextant/encoding/bias/chart.hpp"
#include "sextant/exact/table/kernel.hpp"

namespace sextant::exact {

/// How a chart's channels lie in a row, in a form that kernels write.
struct Woven {
  Weave weave = Weave::sine_cosine;
  std::vector<std::size_t> sines, cosines;  ///< the first channels of the runs, if there are runs
};

/// Nothing for a chart of another form: with channels that hold no sine or cosine, in another order
/// of pairs, with an amplitude, or with a row of zeros.
std::optional<Woven> woven(const Chart& chart);

}  // namespace sextant::exact
