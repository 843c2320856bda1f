#include "sextant/verify/diagnosis/run_tolerance.hpp"

#include <cmath>

#include "sextant/recipe/bound/terms.hpp"

namespace sextant::verify {

double RunTolerance::stored(double got, double own) const {
  return recipe::storage_error(store, std::abs(got) + own);
}

/// What a run may have grown to from size 1, within a library's ulp and the roundings.
double RunTolerance::grown(std::uint64_t rows) const {
  return std::exp(2 * kPerStep * static_cast<double>(rows) * unit);
}

double RunTolerance::of_row(double got, std::uint64_t row) const {
  const double steps = kPerStep * static_cast<double>(row) * grown(row);
  const double own = (steps + 4) * unit * amplitude;
  return stored(got, own) + own;
}

double RunTolerance::of_step(std::span<const Part> parts, std::uint64_t rows, int steps) const {
  const auto n = static_cast<double>(rows - 1);
  const double turn = (1 + kOfEstimates) * (kPerStep + 8 / n);
  const double own = (kPerStep + 8 + turn) * grown(rows) * unit * amplitude;
  double off = steps * (own + (1 + kOfEstimates) * 2 / n * stored(amplitude, own));
  for (const Part& part : parts) off += part.times * stored(part.got, own);
  return off;
}

double RunTolerance::of_any_step(std::uint64_t rows) const {
  const Part parts[] = {{amplitude, 2}};
  return of_step(parts, rows);
}

double RunTolerance::on_a_circle(double got) const {
  const double own = 4 * unit * amplitude + library;
  return stored(got, own) + own;
}

}  // namespace sextant::verify
