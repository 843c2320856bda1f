#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sextant/encoding/encoding.hpp"
#include "sextant/encoding/position.hpp"
#include "sextant/exact/evaluate.hpp"
#include "sextant/number/number.hpp"
#include "sextant/number/text.hpp"

namespace sextant {

/// How counterexamples are shown.
inline std::ostream& operator<<(std::ostream& out, const Format& f) { return out << f.name(); }
inline std::ostream& operator<<(std::ostream& out, const Encoding& e) { return out << to_text(e); }
inline std::ostream& operator<<(std::ostream& out, const Number& n) { return out << hex_text(n); }

/// What properties are tried on.  Draws do not depend on RapidCheck's size, which would keep the
/// first cases small: a position of 60 bits is as likely as one of 6.
namespace draw {

template <class T>
rc::Gen<T> full(rc::Gen<T> gen) {
  return rc::gen::resize(rc::kNominalSize, std::move(gen));
}

/// A position that can be shown.
struct At {
  Position position = 0;
  operator Position() const { return position; }
};
inline std::ostream& operator<<(std::ostream& out, At at) { return out << to_text(at.position); }

/// Where mistakes live: zero, the neighbours of every power of two, and with them the first integer
/// that each format lacks (257, 2049, 2²⁴ + 1, 2⁵³ + 1); both ends, ±2⁶³; by size.
inline std::vector<Position> edge_positions() {
  std::vector<Position> found = {0};
  for (int k = 0; k <= 63; ++k) {
    for (const int step : {-1, 0, 1}) {
      const Position p = (Position{1} << k) + step;
      if (p > found.back() && p <= kLargestPosition) found.push_back(p);
    }
  }
  const auto positive = found.size();
  for (std::size_t i = 1; i < positive; ++i) found.push_back(-found[i]);
  return found;
}

/// The number of `bits` bits whose leading bit is followed by those of `raw`.
inline std::uint64_t of_width(int bits, std::uint64_t raw) {
  if (bits == 0) return 0;
  const std::uint64_t top = std::uint64_t{1} << (bits - 1);
  return top | (raw & (top - 1));
}

/// Integers of k bits, k uniform in 0 … bits: log-uniform.  Shrinks towards 0.
inline rc::Gen<std::uint64_t> log_uniform(int bits) {
  return full(
      rc::gen::apply(of_width, rc::gen::inRange(0, bits + 1), rc::gen::arbitrary<std::uint64_t>()));
}

/// Log-uniform positions below 2^bits in magnitude, and one time in four an edge.
inline rc::Gen<At> positions(int bits = 63) {
  const auto uniform =
      rc::gen::apply([](std::uint64_t size,
                        bool negative) { return At{negative ? -Position{size} : Position{size}}; },
                     log_uniform(bits), rc::gen::arbitrary<bool>());
  std::vector<At> edges;
  for (const Position p : edge_positions()) {
    if (magnitude(p) <= std::uint64_t{1} << bits) edges.push_back({p});
  }
  return rc::gen::weightedOneOf<At>({{3, uniform}, {1, rc::gen::elementOf(edges)}});
}

/// A rational a/b, both log-uniform, a of 0 … `bits` bits.
inline rc::Gen<Rational> rationals(int bits = 20) {
  return rc::gen::apply(
      [](std::uint64_t a, std::uint64_t b, bool negative) {
        const Rational size{Integer(a), Integer(b + 1)};
        return negative ? Rational(-size) : size;
      },
      log_uniform(bits), log_uniform(bits), rc::gen::arbitrary<bool>());
}

/// `usual` one time in two, otherwise what `gen` draws.
template <class T>
rc::Gen<T> mostly(T usual, rc::Gen<T> gen) {
  return rc::gen::oneOf(rc::gen::just(std::move(usual)), std::move(gen));
}

/// The bases people use, one just above 1, one below, squares and powers of two; or any.
inline rc::Gen<Rational> bases() {
  const auto known = rc::gen::elementOf(
      std::vector<Rational>{10000, 500000, 1000000, Rational(10001, 10000), Rational(1, 3),
                            Rational(1000000000000), 65536, 2, 100, 1});
  const auto any = rc::gen::map(
      rationals(), [](const Rational& r) { return r == 0 ? Rational(3, 2) : Rational(abs(r)); });
  return rc::gen::weightedOneOf<Rational>({{3, known}, {1, any}});
}

/// Any even number of channels to 1024, and often one that models have.
inline rc::Gen<int> even_dims() {
  return rc::gen::oneOf(
      full(rc::gen::map(rc::gen::inRange(1, 513), [](int half) { return 2 * half; })),
      rc::gen::element(2, 4, 6, 8, 64, 96, 128, 256, 512, 768, 1024));
}

inline rc::Gen<Sinusoidal> sinusoidals() {
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

/// What models stretch their positions by, and what they do not.
inline rc::Gen<Context> contexts(int dim, const Rational& base) {
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

inline rc::Gen<Rotary> rotaries() {
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

/// An encoding that means something: chart() takes it.
inline rc::Gen<Encoding> encodings() {
  return rc::gen::weightedOneOf<Encoding>(
      {{3, rc::gen::cast<Encoding>(sinusoidals())}, {1, rc::gen::cast<Encoding>(rotaries())}});
}

/// One value of one encoding.  `waves` holds its pair alone, so that an oracle costs one frequency.
struct Place {
  Encoding encoding;
  Position position = 0;
  int column = 0;
  Waves waves;
  Channel channel;

  Chart chart() const { return {waves, {channel}}; }
};
inline std::ostream& operator<<(std::ostream& out, const Place& place) {
  const char* names[] = {"sine", "cosine", "zero", "frequency"};
  return out << to_text(place.encoding) << ", position " << to_text(place.position) << ", column "
             << place.column << " (" << names[static_cast<int>(place.channel.function)] << ")";
}

inline Place place_of(const Encoding& encoding, Position position, int column) {
  const Chart whole = sextant::chart(encoding);
  const Channel channel = whole.channels[static_cast<std::size_t>(column)];
  Place place{encoding, position, column, whole.waves, {channel.function, 0}};
  place.waves.amplitude = exact::settled(place.waves.amplitude);
  place.waves.frequencies.clear();
  if (channel.function != Function::zero) {
    place.waves.frequencies = {
        exact::settled(whole.waves.frequencies[static_cast<std::size_t>(channel.pair)])};
  }
  return place;
}

inline rc::Gen<Place> places(rc::Gen<Encoding> gen = encodings()) {
  return rc::gen::exec([gen] {
    const Encoding encoding = *gen;
    const Position position = *positions();
    return place_of(encoding, position, *full(rc::gen::inRange(0, dim(encoding))));
  });
}

inline const std::vector<Format>& hardware_formats() {
  static const std::vector<Format> all = {kFloat16, kBfloat16, kFloat32, kFloat64};
  return all;
}

/// A bit pattern of a format.
struct Pattern {
  Format format;
  Bits bits = 0;

  Number number() const { return decode(format, bits); }
};
inline std::ostream& operator<<(std::ostream& out, const Pattern& p) {
  return out << p.format << ' ' << bits_text(p.format, p.bits) << " = " << hex_text(p.number());
}

/// Finite patterns: one half uniform bits, so that exponents are uniform; the others subnormal, or
/// a step or none from a power of two, the least and the largest number among them.
inline rc::Gen<Pattern> patterns(const Format& format) {
  const auto bits = [](std::uint64_t high, std::uint64_t low) { return (Bits{high} << 64) | low; };
  const auto any = full(rc::gen::apply(bits, rc::gen::arbitrary<std::uint64_t>(),
                                       rc::gen::arbitrary<std::uint64_t>()));
  return rc::gen::apply(
      [format](Bits raw, int kind, bool negative) {
        const Bits fraction = (Bits{1} << (format.precision - 1)) - 1;
        const Bits top = ((Bits{1} << (format.storage_bits - 1)) - 1) & ~fraction;
        Bits size = raw % top;
        if (kind == 1) size = raw & fraction;
        if (kind == 2) size = (size & ~fraction) + static_cast<Bits>((raw >> 64) % 3) - 1;
        if (size >= top) size = size == top ? top - 1 : 0;
        return Pattern{format, negative ? size | (top + fraction + 1) : size};
      },
      any, full(rc::gen::weightedElement<int>({{3, 0}, {1, 1}, {2, 2}})),
      rc::gen::arbitrary<bool>());
}

}  // namespace draw
}  // namespace sextant
