#pragma once

#include <vector>

#include "sextant/encoding/bias/bias_layout.hpp"
#include "sextant/encoding/real/expression.hpp"

namespace sextant {

struct Chart;

/// KERPLE's kernels of a distance n = |q − k| (Chi et al. 2022).  Each head has parameters r₁ and
/// r₂:
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

/// The bias at a distance, which may be negative.
Expression cell(const Kerple& encoding, const Rational& distance, int head);

/// A row for each distance q − k, with a column for each head.  Throws Error if the two lists
/// differ in length or are empty, or if a parameter is outside the kernel's range.
Chart chart(const Kerple& encoding);

}  // namespace sextant
