#include "draw/encodings.hpp"

#include <algorithm>
#include <vector>

#include "sextant/encoding/text/encoding_text.hpp"

namespace sextant {

std::ostream& operator<<(std::ostream& out, const Encoding& e) { return out << to_text(e); }

namespace draw {

Gen<Rational> bases() {
  const auto known =
      element_of(std::vector<Rational>{10000, 500000, 1000000, Rational(10001, 10000),
                                       Rational(1, 3), Rational(1000000000000), 65536, 2, 100, 1});
  const auto any = map(
      rationals(), [](const Rational& r) { return r == 0 ? Rational(3, 2) : Rational(abs(r)); });
  return weighted_one_of<Rational>({{3, known}, {1, any}});
}

Gen<int> even_dims() {
  return one_of(full(map(in_range(1, 513), [](int half) { return 2 * half; })),
                element(2, 4, 6, 8, 64, 96, 128, 256, 512, 768, 1024));
}

Gen<Sinusoidal> sinusoidals() {
  return exec([] {
    Sinusoidal e;
    e.dim = *even_dims();
    if (*full(in_range(0, 5)) == 4) {
      e.dim -= 1;
      e.odd = *element(Odd::zero_column, Odd::drop_last, Odd::round_up);
    }
    e.base = *bases();
    e.layout = *element(Layout::interleaved, Layout::halves);
    e.order = *element(Order::sin_cos, Order::cos_sin);
    if (e.dim >= 4) e.law = *element(Law::d, Law::half_minus_shift);
    const Rational widest(e.dim / 2 - 1);
    e.shift = *element_of(std::vector<Rational>{std::min(Rational(1), widest), 0, -1,
                                                std::min(Rational(1, 2), widest)});
    e.origin = *mostly(Rational(0), rationals());
    e.scale = *mostly(Rational(1), rationals());
    e.amplitude = *mostly(Rational(1), rationals(8));
    return e;
  });
}

Gen<Context> contexts(int dim, const Rational& base) {
  return exec([dim, base] {
    Context c;
    c.scaling = *element(Scaling::linear, Scaling::ntk, Scaling::dynamic, Scaling::ntk_mixed,
                         Scaling::yarn, Scaling::llama3, Scaling::longrope, Scaling::proportional);
    if (dim < 4 && (c.scaling == Scaling::ntk || c.scaling == Scaling::dynamic))
      c.scaling = Scaling::linear;
    if (base == 1 && c.scaling == Scaling::yarn) c.scaling = Scaling::llama3;
    const auto some = [](std::vector<Rational> list) { return *element_of(std::move(list)); };
    c.factor = some({1, 2, 8, 32, 40, Rational(6, 5), 3});
    c.original = some({4096, 8192, 32768, 2048, 100});
    c.length = some({0, 4096, 8193, 131072, 1000003});
    if (*in_range(0, 3) == 0) c.attention_factor = some({1, Rational(5, 4), Rational(1, 3)});
    c.beta_fast = some({32, 1, 100});
    c.beta_slow = some({1, Rational(1, 2)});
    c.truncate = *arbitrary<bool>();
    c.mscale = some({0, 1, Rational(707, 1000)});
    c.mscale_all_dim = some({0, 1, Rational(707, 1000)});
    c.convention = *element(Convention::transformers, Convention::transformers, Convention::vllm,
                            Convention::vllm_deepseek, Convention::deepseek);
    c.clamp = *element(Clamp::channels, Clamp::pairs);
    c.low_freq_factor = some({1, 2, Rational(1, 3)});
    c.high_freq_factor = some({4, 2, 7});
    c.mscale_coefficient = some({Rational(1, 10), Rational(1, 10), Rational(7, 100)});
    c.mixed_b = some({1, Rational(5, 8), 2});
    c.partial = some({Rational(1, 4), Rational(1, 2), 1});
    for (auto* list : {&c.short_factor, &c.long_factor}) {
      for (int pair = 0; c.scaling == Scaling::longrope && pair < dim / 2; ++pair)
        list->push_back(1 + Rational(pair * pair, 7 * (list == &c.short_factor ? dim : 1)));
    }
    return c;
  });
}

Gen<Rotary> rotaries() {
  return exec([] {
    Rotary e;
    e.dim = *even_dims();
    e.base = *bases();
    e.layout = *element(Pairing::interleaved, Pairing::half_split);
    e.rotated_channels = *element(RotatedChannels::first, RotatedChannels::last);
    e.direction = *element(RotationDirection::forward, RotationDirection::inverse);
    e.origin = *mostly(Rational(0), rationals());
    e.scale = *mostly(Rational(1), rationals());
    e.amplitude = *mostly(Rational(1), rationals(8));
    if (*full(in_range(0, 3)) == 0) e.context = *contexts(e.dim, e.base);
    return e;
  });
}

Gen<Encoding> encodings() {
  return weighted_one_of<Encoding>(
      {{3, cast<Encoding>(sinusoidals())}, {1, cast<Encoding>(rotaries())}});
}

}  // namespace draw
}  // namespace sextant
