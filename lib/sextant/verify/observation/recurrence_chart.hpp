#pragma once

#include <utility>

#include "sextant/exact/evaluate.hpp"

namespace sextant::verify {

/// Sines and cosines of every pair, whichever a chart has, and of amplitude 1 if not `amplified`.
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

/// The chart of what a step turns by: nothing is added to positions or angles.
inline Chart without_origin(Chart chart) {
  chart.waves.origin = 0;
  chart.waves.phases.clear();
  return chart;
}

}  // namespace sextant::verify
