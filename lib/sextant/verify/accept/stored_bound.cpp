#include "sextant/verify/accept/stored_bound.hpp"

#include <algorithm>
#include <cmath>

#include "sextant/number/ulp.hpp"

namespace sextant::verify {

double stored_bound(const recipe::Recipe& recipe, const Format& store, std::uint64_t row,
                    std::size_t channel, double got) {
  const recipe::Terms terms = recipe.terms(row, channel);
  const bool known = terms.storage > 0 && std::isfinite(terms.storage) && std::isfinite(got);
  if (!known) return terms.total();
  double stored = std::ldexp(0.5, ulp_exponent(store, got));
  if (store.precision < kFloat32.precision)  // numbers of float64 may be stored via float32
    stored += std::ldexp(0.5, ulp_exponent(kFloat32, std::abs(got) + stored));
  return std::min(terms.total(), terms.total() - terms.storage * (1 - 0x1p-40) + stored);
}

}  // namespace sextant::verify
