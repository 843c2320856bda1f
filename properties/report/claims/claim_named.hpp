#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "exact/second_opinion.hpp"
#include "sextant/encoding/encoding.hpp"
#include "sextant/report/claims/claims.hpp"

namespace sextant::properties {

/// The claim of a group with this id.
inline Statement claim_named(const std::vector<Statement>& group, const std::string& id) {
  const auto found =
      std::find_if(group.begin(), group.end(), [&](const Statement& c) { return c.id == id; });
  if (found != group.end()) return *found;
  ADD_FAILURE() << "no claim " << id;
  return {};
}

/// A number of Arb as a double; the last digits may be wrong.
inline double arb_double(const second_opinion::Real& x) {
  const Span span = x.span();
  return static_cast<double>((span.lower + span.upper) / 2);
}

/// The value of a channel of the sinusoidal encoding, by Arb.
inline double by_arb(const Chart& table, const Rational& position, std::size_t channel) {
  return arb_double(second_opinion::value(table.waves, position, table.channels[channel],
                                          second_opinion::kPrecision));
}

/// D(k) = |PE(k) − PE(0)|² from entries by Arb.
inline double distance_by_arb(const Chart& table, const Rational& p, const Rational& q) {
  double sum = 0;
  for (std::size_t j = 0; j < table.width(); ++j) {
    const double apart = by_arb(table, p, j) - by_arb(table, q, j);
    sum += apart * apart;
  }
  return sum;
}

}  // namespace sextant::properties
