#include "sextant/encoding/wave/rotary.hpp"

#include <string>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/wave/sinusoidal.hpp"

namespace sextant {

Chart chart(const Rotary& e) {
  if (e.dim % 2 != 0)
    throw Error("dim " + std::to_string(e.dim) + " is odd: a rotation turns pairs");
  if (e.law == Law::given)
    throw Error("--law given is for sinusoids: encoding 'rope' has no --frequencies");
  if (e.law != Law::d && e.context.scaling != Scaling::none)
    throw Error("--scaling is defined for the frequencies of --law d");
  Chart result = chart(Sinusoidal{.dim = e.dim,
                                  .base = e.base,
                                  .layout = Layout::halves,
                                  .order = Order::cos_sin,
                                  .law = e.law,
                                  .shift = e.shift,
                                  .origin = e.origin,
                                  .scale = e.scale,
                                  .amplitude = e.amplitude});
  Waves& waves = result.waves;
  const std::vector<Expression> scaled = factors(e.context, e.base, e.dim);
  for (std::size_t pair = 0; pair < scaled.size(); ++pair)
    waves.frequencies[pair].factor = scaled[pair];
  waves.amplitude = waves.amplitude * amplitude(e.context);
  waves.context = e.context;
  if (e.scale_base) {
    const Xpos scale{.dim = e.dim,
                     .scale_base = *e.scale_base,
                     .gamma = e.gamma,
                     .centre = e.centre,
                     .of = e.of};
    expect_scale(scale);
    waves.xpos = XposForm{.of = scale};
  }
  return result;
}

}  // namespace sextant
