#include "sextant/verify/storable.hpp"

#include <algorithm>
#include <cmath>

#include "sextant/number/ulp.hpp"
#include "sextant/verify/grant.hpp"

namespace sextant::verify {

bool storable(const Source& source, const exact::Oracle& oracle, const recipe::Chain& chain,
              const measure::Witness& witness) {
  double stored = std::ldexp(0.5, ulp_exponent(chain.store, witness.got));
  if (chain.store.precision < kFloat32.precision)  // float64's numbers may come by float32's
    stored += std::ldexp(0.5, ulp_exponent(kFloat32, witness.got));
  const std::vector<Sound> recipes = sound_recipes(source, oracle.chart(), chain);
  return std::any_of(recipes.begin(), recipes.end(), [&](const Sound& sound) {
    const recipe::Terms terms = sound.recipe->terms(witness.row, witness.channel);
    const double before = terms.total() - terms.storage * (1 - 0x1p-40);
    return sound.compute == chain.store || witness.error.absolute <= before + stored;
  });
}

}  // namespace sextant::verify
