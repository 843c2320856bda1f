#include "draw/encodings.hpp"

#include <algorithm>
#include <vector>

namespace sextant {

std::ostream& operator<<(std::ostream& out, const Encoding& e) { return out << to_text(e); }

namespace draw {

rc::Gen<Rational> bases() {
  const auto known = rc::gen::elementOf(
      std::vector<Rational>{10000, 500000, 1000000, Rational(10001, 10000), Rational(1, 3),
                            Rational(1000000000000), 65536, 2, 100, 1});
  const auto any = rc::gen::map(
      rationals(), [](const Rational& r) { return r == 0 ? Rational(3, 2) : Rational(abs(r)); });
  return rc::gen::weightedOneOf<Rational>({{3, known}, {1, any}});
}

rc::Gen<int> even_dims() {
  return rc::gen::oneOf(
      full(rc::gen::map(rc::gen::inRange(1, 513), [](int half) { return 2 * half; })),
      rc::gen::element(2, 4, 6, 8, 64, 96, 128, 256, 512, 768, 1024));
}

rc::Gen<Sinusoidal> sinusoidals() {
  return rc::gen::exec([] {
    Sinusoidal e;
    e.dim = *even_dims();
    if (*full(rc::gen::inRange(0, 5)) == 4) {
      e.dim -= 1;
      e.odd = *rc::gen::element(Odd::zero_column, Odd::drop_last, Odd::round_up);
    }
    e.base = *bases();
    e.layout = *rc::gen::element(Layout::interleaved, Layout::halves);
    e.order = *rc::gen::element(Order::sin_cos, Order::cos_sin);
    if (e.dim >= 4) e.law = *rc::gen::element(Law::d, Law::half_minus_shift);
    const Rational widest(e.dim / 2 - 1);
    e.shift = *rc::gen::elementOf(std::vector<Rational>{std::min(Rational(1), widest), 0, -1,
                                                        std::min(Rational(1, 2), widest)});
    e.origin = *mostly(Rational(0), rationals());
    e.scale = *mostly(Rational(1), rationals());
    e.amplitude = *mostly(Rational(1), rationals(8));
    return e;
  });
}

rc::Gen<Context> contexts(int dim, const Rational& base) {
  return rc::gen::exec([dim, base] {
    Context c;
    c.scaling = *rc::gen::element(Scaling::linear, Scaling::ntk, Scaling::dynamic, Scaling::yarn,
                                  Scaling::llama3, Scaling::longrope, Scaling::proportional);
    if (dim < 4 && (c.scaling == Scaling::ntk || c.scaling == Scaling::dynamic))
      c.scaling = Scaling::linear;
    if (base == 1 && c.scaling == Scaling::yarn) c.scaling = Scaling::llama3;
    const auto some = [](std::vector<Rational> list) {
      return *rc::gen::elementOf(std::move(list));
    };
    c.factor = some({1, 2, 8, 32, 40, Rational(6, 5), 3});
    c.original = some({4096, 8192, 32768, 2048, 100});
    c.length = some({0, 4096, 8193, 131072, 1000003});
    if (*rc::gen::inRange(0, 3) == 0)
      c.attention_factor = some({1, Rational(5, 4), Rational(1, 3)});
    c.beta_fast = some({32, 1, 100});
    c.beta_slow = some({1, Rational(1, 2)});
    c.truncate = *rc::gen::arbitrary<bool>();
    c.mscale = some({0, 1, Rational(707, 1000)});
    c.mscale_all_dim = some({0, 1, Rational(707, 1000)});
    c.convention =
        *rc::gen::element(Convention::transformers, Convention::transformers, Convention::vllm,
                          Convention::vllm_deepseek, Convention::deepseek);
    c.clamp = *rc::gen::element(Clamp::channels, Clamp::pairs);
    c.low_freq_factor = some({1, 2, Rational(1, 3)});
    c.high_freq_factor = some({4, 2, 7});
    c.partial = some({Rational(1, 4), Rational(1, 2), 1});
    for (auto* list : {&c.short_factor, &c.long_factor}) {
      for (int pair = 0; c.scaling == Scaling::longrope && pair < dim / 2; ++pair)
        list->push_back(1 + Rational(pair * pair, 7 * (list == &c.short_factor ? dim : 1)));
    }
    return c;
  });
}

rc::Gen<Rotary> rotaries() {
  return rc::gen::exec([] {
    Rotary e;
    e.dim = *even_dims();
    e.base = *bases();
    e.layout = *rc::gen::element(Pairing::interleaved, Pairing::half_split);
    e.origin = *mostly(Rational(0), rationals());
    e.scale = *mostly(Rational(1), rationals());
    e.amplitude = *mostly(Rational(1), rationals(8));
    if (*full(rc::gen::inRange(0, 3)) == 0) e.context = *contexts(e.dim, e.base);
    return e;
  });
}

rc::Gen<Encoding> encodings() {
  return rc::gen::weightedOneOf<Encoding>(
      {{3, rc::gen::cast<Encoding>(sinusoidals())}, {1, rc::gen::cast<Encoding>(rotaries())}});
}

}  // namespace draw
}  // namespace sextant
