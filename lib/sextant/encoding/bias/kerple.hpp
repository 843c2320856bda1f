#pragma once

#include <vector>

#include "sextant/encoding/bias/bias_layout.hpp"
#include "sextant/encoding/real/expression.hpp"

namespace sextant {

struct Chart;

/// KERPLE's kernels of a distance n = |q − k| (Chi et al. 2022), a pair of parameters a head:
///
///   log    −r₁·ln(1 + r₂·n)
///   power  −r₁·n^r₂, r₂ ≤ 2
struct Kerple {
  enum class Kernel { log, power };

  Kernel kernel = Kernel::log;
  std::vector<Rational> r1 = {1}, r2 = {1};
  BiasLayout layout = BiasLayout::by_shape;

  bool operator==(const Kerple&) const = default;
  int heads() const { return static_cast<int>(r1.size()); }
};

/// The bias at a distance of either sign.
Expression cell(const Kerple& encoding, const Rational& distance, int head);

/// A row of heads for a distance q − k.  Throws Error for lists of different lengths, none, and
/// parameters that are no kernel's.
Chart chart(const Kerple& encoding);

}  // namespace sextant
