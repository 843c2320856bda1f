#include <gtest/gtest.h>

#include "exact/angle/span.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/encoding/text/model.hpp"
#include "sextant/exact/evaluate.hpp"
#include "sextant/number/text.hpp"

namespace sextant::exact {
namespace {

Rotary rotary(const std::string& text) { return std::get<Rotary>(read_encoding(text)); }
Rotary preset(const char* name) { return rotary(model(name).encoding); }

Waves settled_waves(const Rotary& e) { return settled(chart(e)).waves; }

/// Waves of one frequency: to ask what an expression is.
Waves waves_of(const Expression& e) {
  Waves waves;
  waves.frequencies = {Frequency{.factor = e}};
  return waves;
}
Span span_of(const Expression& e) {
  return span(enclosure(waves_of(e), 0, {Function::frequency, 0}, 1));
}
std::string digits_of(const Expression& e, int digits) {
  return decimal(waves_of(e), 0, {Function::frequency, 0}, digits);
}

/// How many pairs are as they were, blended, and divided by the factor.
struct Bands {
  int kept = 0, blended = 0, divided = 0;
  bool operator==(const Bands&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Bands& b) {
  return out << b.kept << " kept, " << b.blended << " blended, " << b.divided << " divided";
}

Bands bands(const Rotary& e) {
  Bands found;
  for (const Frequency& f : settled_waves(e).frequencies) {
    const bool kept = f.factor == 1;
    const bool divided = f.factor == Expression(Rational(1 / e.context.factor));
    found.kept += kept ? 1 : 0;
    found.divided += divided ? 1 : 0;
    found.blended += kept || divided ? 0 : 1;
  }
  return found;
}

/// The ends of yarn's ramp, from two of the pairs on it: kept parts 1 − (i − low)/(high − low).
struct Ends {
  Span low, high;
};
Ends ends(const Rotary& e) {
  std::vector<std::pair<int, Span>> ramp;  // of pairs, what is taken away
  const Rational most = 1 - 1 / e.context.factor;
  const auto& frequencies = settled_waves(e).frequencies;
  for (std::size_t pair = 0; pair < frequencies.size(); ++pair) {
    const Span factor = span_of(frequencies[pair].factor);
    const Span taken{(1 - factor.upper) / most, (1 - factor.lower) / most};
    if (taken.lower > 0 && taken.upper < 1) ramp.emplace_back(static_cast<int>(pair), taken);
  }
  EXPECT_GE(ramp.size(), 2u);
  const auto& [first, a] = ramp.front();
  const auto& [last, b] = ramp.back();
  const Span rise = b - a;
  const Span width{(last - first) / rise.upper, (last - first) / rise.lower};
  const Span low = Span{first, first} - a * width;
  return {low, low + width};
}

/// To every digit that is printed.
void expect_prints(const Span& span, const std::string& printed) {
  const auto places = printed.size() - printed.find('.') - 1;
  const Rational half = parse_rational("0.5e-" + std::to_string(places));
  EXPECT_GE(span.lower, parse_rational(printed) - half) << printed;
  EXPECT_LE(span.upper, parse_rational(printed) + half) << printed;
  EXPECT_LT(span.width(), power_of_two(-60));
}

void expect_whole(const Span& span, int value) {
  EXPECT_TRUE(span.contains({value, value})) << value;
  EXPECT_LT(span.width(), power_of_two(-60));
}

TEST(ContextAnchors, Llama3sBands) { EXPECT_EQ(bands(preset("llama-3.1-8b")), (Bands{29, 6, 29})); }

/// Llama 4's low and high are one: the smooth part would be 0/0, and there is none.
TEST(ContextAnchors, Llama4HasNoBlendedBand) {
  const Bands found = bands(preset("llama-4-scout"));
  EXPECT_EQ(found.blended, 0);
  // 64·ln(8192/2π)/ln 500000 = 34.98…
  const Expression turns = log(Expression(4096) / Expression::pi()) / log(Expression(500000));
  EXPECT_TRUE(floor(Expression(64) * turns).unsettled());
  EXPECT_EQ(Expression(found.kept - 1), settled(floor(Expression(64) * turns)));
}

TEST(ContextAnchors, YarnsRampEnds) {
  const Ends gpt_oss = ends(preset("gpt-oss-20b"));
  expect_prints(gpt_oss.low, "8.0928");
  expect_prints(gpt_oss.high, "17.3980");
  const std::tuple<const char*, int, int> whole[] = {
      {"deepseek-v3", 10, 23}, {"olmo-3-7b-global", 18, 35}, {"qwen2.5-7b-yarn", 23, 40}};
  for (const auto& [name, low, high] : whole) {
    const Ends found = ends(preset(name));
    expect_whole(found.low, low);
    expect_whole(found.high, high);
  }
}

/// β_fast is β_slow: a step from 19 to 20, in which corr(1) = 19.16 lies; corr(32) would be 8.91.
TEST(ContextAnchors, KimisRampIsAStep) {
  Rotary kimi = preset("kimi-k2");
  EXPECT_EQ(bands(kimi), (Bands{20, 0, 12}));
  kimi.context.truncate = false;
  kimi.context.beta_fast = 32;
  const Ends found = ends(kimi);
  expect_prints(found.low, "8.91");
  expect_prints(found.high, "19.16");
}

TEST(ContextAnchors, Amplitudes) {
  const auto amplitude_of = [](const Rotary& e) { return settled_waves(e).amplitude; };
  EXPECT_EQ(digits_of(amplitude_of(preset("phi-4-mini")), 11), "1.1902380714");
  EXPECT_EQ(digits_of(amplitude_of(preset("phi-3.5-mini")), 11), "1.1902380714");
  Rotary olmo = preset("olmo-3-7b-global");
  EXPECT_EQ(amplitude_of(olmo), Expression(parse_rational("1.2079441541679836")));
  olmo.context.attention_factor.reset();  // what Transformers printed is its nearest double
  EXPECT_EQ(shortest_decimal(kFloat64, nearest(kFloat64, amplitude_of(olmo))),
            "1.2079441541679836");
  EXPECT_EQ(amplitude_of(preset("deepseek-v2-lite")), Expression(1));
  EXPECT_EQ(amplitude_of(preset("deepseek-v3")), Expression(1));
  // g(40, 0.707), what was multiplied by mistake; its square, and g(40, 1)², which softmax takes.
  Rotary v2 = preset("deepseek-v2-lite");
  v2.context.convention = Convention::vllm_deepseek;
  v2.context.mscale_all_dim = 0;
  const Expression g = amplitude_of(v2);
  EXPECT_EQ(digits_of(g, 6), "1.26080");
  EXPECT_EQ(digits_of(g * g, 6), "1.58963");
  v2.context.mscale = 1;
  const Expression g3 = amplitude_of(v2);
  EXPECT_EQ(digits_of(g3 * g3, 6), "1.87385");
}

/// ω₁ = base′^(−2/d): the base that dynamic and static NTK make of 10000.
TEST(ContextAnchors, NtkBases) {
  const auto base = [](const std::string& scaling) {
    const Waves waves = settled_waves(rotary("rope dim=128 " + scaling));
    return digits_of(pow(waves.frequencies[1].expression(), -64), 9);
  };
  EXPECT_EQ(base("scaling=dynamic factor=2 original-context=4096 seq-len=8192"), "30527.7367");
  EXPECT_EQ(base("scaling=dynamic factor=2 original-context=4096 seq-len=4096"), "10000.0000");
  EXPECT_EQ(base("scaling=ntk factor=2"), "20221.2617");
}

/// DeepSeek's own code scales nothing until a sequence is longer than those trained on.
TEST(ContextAnchors, DeepSeeksOwnCodeWaitsForLongSequences) {
  Rotary e = preset("deepseek-v3");
  e.context.convention = Convention::deepseek;
  e.context.length = 4096;
  EXPECT_EQ(bands(e), (Bands{32, 0, 0}));
  e.context.length = 4097;
  EXPECT_EQ(bands(e), bands(preset("deepseek-v3")));
}

/// The long divisors are for sequences beyond the original context: 4096 is not.
TEST(ContextAnchors, LongDivisorsBeginBeyondTheOriginalContext) {
  Rotary phi = preset("phi-4-mini");
  const auto last = [](const Rotary& e) { return settled_waves(e).frequencies.back().factor; };
  EXPECT_EQ(last(phi), Expression(1));
  phi.context.length = 4096;
  EXPECT_EQ(last(phi), Expression(1));
  phi.context.length = 4097;
  EXPECT_EQ(last(phi), Expression(Rational(100, 4777)));
}

}  // namespace
}  // namespace sextant::exact
