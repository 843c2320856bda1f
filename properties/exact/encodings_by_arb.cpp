#include <functional>
#include <random>
#include <sstream>
#include <vector>

#include <gtest/gtest.h>

#include "exact/arb_number.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/encoding/text/model.hpp"
#include "sextant/exact/evaluate.hpp"
#include "sextant/exact/oracle.hpp"
#include "sextant/number/round.hpp"

/// Encodings of one coordinate once more, from their published formulas, at random places.
/// Parameters and the order of columns come from the formulas alone, and Arb computes the values.
namespace sextant::exact {
namespace {

using N = published::ArbNumber;

/// A table of the library, and the value of each of its columns at a position by the formula.
/// Positions are from `first` to `last` in units of 1/parts.
struct Table {
  std::string name;
  Chart chart;
  std::function<N(const Rational& position, int column)> value;
  Position first = 0, last = 1 << 20;
  std::uint64_t parts = 1;
};

Chart chart_of(const std::string& text) { return settled(chart(read_encoding(text), Part::table)); }

/// ((2i/d + γ)/(1 + γ))^(±(p − c)/S): Sun et al. 2022.
Table xpos(const std::string& fields, int dim, const Rational& centre, int sign) {
  const std::string text = "xpos dim=" + std::to_string(dim) + " " + fields;
  return {text, chart_of(text),
          [=](const Rational& p, int column) {
            const Rational zeta =
                (Rational(2 * column, dim) + Rational(2, 5)) / (1 + Rational(2, 5));
            return power(N::of(zeta), N::of(sign * (p - centre) / 512));
          },
          0, 20000};
}

/// 1 + β ln(⌊(p + o)/L⌋ + 1): Llama 4, Ministral 3.
Table steps(const std::string& text, int length, int origin) {
  return {text, chart_of(text), [=](const Rational& p, int) {
            const Integer whole = numerator(p + origin) / length;
            return N::of(1) + N::of(Rational(1, 10)) * log(N::of(Rational(whole + 1)));
          }};
}

/// max(1, ln(p + 1)/ln L): Qwen.
Table log_n(int length) {
  const std::string text =
      "query-scale form=log-n origin=1 original-context=" + std::to_string(length);
  return {text, chart_of(text), [=](const Rational& p, int) {
            return p + 1 <= length ? N::of(1) : log(N::of(p + 1)) / log(N::of(length));
          }};
}

/// sign(x) log2(1 + |x|)/log2(8), x = 8Δ/(size − 1), of a window of 16 × 12: Swin v2.
Table swin(const std::string& fields, int pretrained) {
  const std::string text = "swin-v2 height=16 width=12" + fields;
  return {text, chart_of(text),
          [=](const Rational& p, int column) {
            const int row = static_cast<int>(numerator(p)), across = 2 * 12 - 1;
            const int delta = column == 0 ? row / across - 15 : row % across - 11;
            const int size = pretrained > 0 ? pretrained : column == 0 ? 16 : 12;
            const N value = log(N::of(1 + Rational(8 * std::abs(delta), size - 1))) / log(N::of(8));
            return delta < 0 ? N::of(0) - value : value;
          },
          0, 31 * 23 - 1};
}

/// exp(−ln(max_period)·i/(h − shift))·t·scale; sines first unless flipped: diffusers.
Table timestep(const std::string& fields, int shift, int scale, bool flipped) {
  const std::string text = "diffusers dim=320" + fields;
  return {text,
          chart_of(text),
          [=](const Rational& t, int column) {
            const N frequency = power(N::of(10000), N::of(Rational(-(column % 160), 160 - shift)));
            const N angle = N::of(scale) * N::of(t) * frequency;
            return (column < 160) == flipped ? cosine(angle) : sine(angle);
          },
          0,
          1'000'000,
          1000};
}

/// Cosines and then sines of p·ω, times the amplitude, with the context scaling of
/// published_scaling.hpp.
Table rotary(const std::string& text, const Rotary& published) {
  const published::Scaled<N> scaled(published);
  const int pairs = published.dim / 2;
  return {text, chart_of(text), [=](const Rational& p, int column) {
            const N angle = N::of(p) * scaled.frequency(column % pairs);
            return scaled.amplitude() * (column < pairs ? cosine(angle) : sine(angle));
          }};
}

std::vector<Table> tables() {
  const Context deepseek_v4 = {
      .scaling = Scaling::yarn, .factor = 16, .original = 65536, .attention_factor = 1};
  const Context telechat_3 = {.scaling = Scaling::yarn,
                              .factor = 4,
                              .original = 8192,
                              .mscale_coefficient = Rational(7, 100)};
  Context mixed = {.scaling = Scaling::ntk_mixed, .factor = 4};
  std::vector<Table> all = {
      xpos("", 64, 0, 1),
      xpos("centre=1024 form=keys", 64, 1024, -1),
      steps("query-scale origin=1", 8192, 1),
      steps("query-scale original-context=16384", 16384, 0),
      log_n(8192),
      swin("", 0),
      swin(" pretrained-window=8", 8),
      timestep(" order=cos-sin shift=0", 0, 1, true),
      timestep(" shift=1 scale=1000", 1, 1000, false),
      rotary(model("deepseek-v4-flash-main").encoding, {.dim = 64}),
      rotary(model("deepseek-v4-flash-compress").encoding,
             {.dim = 64, .base = 160'000, .context = deepseek_v4}),
      rotary("rope dim=128 base=1000000 scaling=yarn factor=4 original-context=8192 "
             "mscale-coefficient=7/100",
             {.dim = 128, .base = 1'000'000, .context = telechat_3}),
      rotary("rope dim=64 scaling=ntk-mixed factor=4", {.dim = 64, .context = mixed})};
  mixed.mixed_b = Rational(5, 8);
  all.push_back(
      rotary("rope dim=64 scaling=ntk-mixed factor=4 mixed-b=5/8", {.dim = 64, .context = mixed}));
  return all;
}

/// The first mismatch at random places, in words; empty if there is none.
std::string disagreement(const Table& table, int places, std::mt19937_64& random) {
  const Oracle oracle(in_parts(table.chart, table.parts));
  const auto drawn = [&](Position low, Position high) {
    return low + static_cast<Position>(random() % static_cast<std::uint64_t>(high - low + 1));
  };
  for (int k = 0; k < places; ++k) {
    const Position p = drawn(table.first, table.last);
    const auto column = static_cast<int>(drawn(0, static_cast<int>(table.chart.width()) - 1));
    const Channel& channel = oracle.chart().channels[static_cast<std::size_t>(column)];
    const Span arb = table.value(to_rational(p) / Rational(Integer(table.parts)), column).span();
    const double got = oracle.nearest(kFloat64, p, channel).value;
    const Number low = round(kFloat64, arb.lower), high = round(kFloat64, arb.upper);
    if (span(oracle.ball(p, channel)).overlaps(arb) &&
        (low == high ? got == to_double(low) : got == 0))
      continue;
    std::ostringstream words;
    words.precision(17);
    words << "position " << to_text(p) << ", column " << column << ": " << got << ", by Arb "
          << to_double(low);
    return words.str();
  }
  return "";
}

void compare_all(int places) {
  std::mt19937_64 random(20170612);
  for (const Table& table : tables())
    EXPECT_EQ(disagreement(table, places, random), "") << table.name;
}

TEST(EncodingsByArb, AreWhatTheirFormulasSay) { compare_all(40); }
TEST(ManyPlaces, OfEncodingsAreThoseOfArbFull) { compare_all(10'000); }

}  // namespace
}  // namespace sextant::exact
