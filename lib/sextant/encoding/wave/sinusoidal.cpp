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

/// How programs form the frequencies.  Throws Error if the list of frequencies is missing, has
/// another length, or is not the law's.
GeometricFrequencies frequencies_of(const Sinusoidal& e, int channels, int pairs) {
  if (e.law != Law::given) {
    if (!e.frequencies.empty()) throw Error("--frequencies needs --law given");
    return geometric_frequencies(e.law, e.base, channels, e.shift);
  }
  if (e.frequencies.size() != static_cast<std::size_t>(pairs))
    throw Error("--frequencies has " + std::to_string(e.frequencies.size()) +
                " numbers, but a row of these channels has " + std::to_string(pairs) +
                (pairs == 1 ? " pair" : " pairs"));
  return {.base = 1, .spacing = Spacing::listed};
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
  result.waves = {.geometric = frequencies_of(e, e.dim + (up ? 1 : 0), pairs),
                  .frequencies = {},
                  .origin = e.origin,
                  .scale = e.scale,
                  .amplitude = e.amplitude};
  if (e.zero_row) result.waves.zero_row = zero_row(*e.zero_row);
  for (int pair = 0; pair < pairs; ++pair) {
    result.waves.frequencies.push_back(result.waves.geometric[pair]);
  }
  for (std::size_t i = 0; i < e.frequencies.size(); ++i) {
    const Rational& one = e.frequencies[i];
    result.waves.frequencies[i] = one == 0 ? Frequency{.factor = 0} : Frequency{.coefficient = one};
  }
  return result;
}

}  // namespace sextant
