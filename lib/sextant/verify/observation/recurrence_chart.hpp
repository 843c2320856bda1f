#pragma once

#include <utility>

#include "sextant/exact/evaluate.hpp"

namespace sextant::verify {

/// Returns the chart with sine and cosine of every pair and without a row of zeros.  The amplitude
/// is 1 if not `amplified`.
inline Chart both_halves(Chart chart, bool amplified) {
  chart.channels.clear();
  chart.waves.zero_row.reset();
  if (!amplified) chart.waves.amplitude = 1;
  for (int pair = 0; pair < chart.waves.pairs(); ++pair) {
    chart.channels.push_back({Function::sine, pair});
    chart.channels.push_back({Function::cosine, pair});
  }
  return exact::settled(std::move(chart));
}

/// Returns the chart of the rotation by one step: origin 0 and no phases.
inline Chart without_origin(Chart chart) {
  chart.waves.origin = 0;
  chart.waves.phases.clear();
  return chart;
}

}  // namespace sextant::verify
