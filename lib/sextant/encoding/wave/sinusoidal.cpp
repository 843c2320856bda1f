#include "sextant/encoding/wave/sinusoidal.hpp"

#include <string>

#include "sextant/encoding/real/error.hpp"

namespace sextant {

namespace {

Position zero_row(const Rational& position) {
  try {
    return to_position(position);
  } catch (const Error& error) {
    throw Error(std::string("--zero-row: ") + error.what());
  }
}

}  // namespace

Chart chart(const Sinusoidal& e) {
  if (e.dim < 1 || e.dim > kLargestDim) {
    throw Error("dim " + std::to_string(e.dim) + " is not in 1 ... " + std::to_string(kLargestDim));
  }
  Chart result;
  result.channels = lay_out(e.dim, e.layout, e.order, e.odd);
  const bool up = e.dim % 2 != 0 && e.odd == Odd::round_up;
  const int pairs = e.dim / 2 + (e.dim % 2 != 0 && e.odd != Odd::zero_column ? 1 : 0);
  result.waves = {.geometric = geometric_frequencies(e.law, e.base, e.dim + (up ? 1 : 0), e.shift),
                  .frequencies = {},
                  .origin = e.origin,
                  .scale = e.scale,
                  .amplitude = e.amplitude};
  if (e.zero_row) result.waves.zero_row = zero_row(*e.zero_row);
  for (int pair = 0; pair < pairs; ++pair) {
    result.waves.frequencies.push_back(result.waves.geometric[pair]);
  }
  return result;
}

}  // namespace sextant
