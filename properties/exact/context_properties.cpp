#include "draw/gen.hpp"
#include "draw/places.hpp"
#include "engine/property.hpp"
#include "exact/arb_number.hpp"
#include "exact/running_error.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/encoding/text/model.hpp"
#include "sextant/exact/evaluate.hpp"

namespace sextant::exact {
namespace {

using published::Running;
using published::Scaled;
using published::Slip;

constexpr int kLevel = 1;

/// A rotary encoding with a context, and never without.
draw::Gen<Encoding> scaled_encodings() {
  return draw::exec([] {
    Rotary e;
    e.dim = *draw::element(4, 6, 24, 64, 96, 128, 256);
    e.base = *draw::element(Rational(10000), Rational(500000), Rational(1000000), Rational(7, 3));
    e.context = *draw::contexts(e.dim, e.base);
    if (e.context.low_freq_factor > e.context.high_freq_factor)
      std::swap(e.context.low_freq_factor, e.context.high_freq_factor);
    return Encoding(e);
  });
}

Rotary drawn() { return std::get<Rotary>(*scaled_encodings().as("encoding")); }

Span true_frequency(const Chart& chart, int pair) {
  return span(enclosure(chart.waves, 0, {Function::frequency, pair}, kLevel));
}

/// At position 0 a cosine is the amplitude.
Span true_amplitude(const Chart& chart) {
  return span(enclosure(chart.waves, 0, {Function::cosine, 0}, kLevel));
}

/// Whether what is published, in numbers N, agrees with the library in every pair and the
/// amplitude.  Throws Unclear where N is too coarse to tell.
template <class N>
bool agrees(const Rotary& e, Slip slip = Slip::none) {
  const Chart chart = settled(sextant::chart(e));
  const Scaled<N> scaled(e, slip);
  if (!scaled.amplitude().span().overlaps(true_amplitude(chart))) return false;
  for (int pair = 0; pair < e.dim / 2; ++pair)
    if (!scaled.frequency(pair).span().overlaps(true_frequency(chart, pair))) return false;
  return true;
}

/// Every scaling, with any parameters, as published and evaluated by Arb.
PROPERTY(Context, OverlapsTheSecondOpinionFull) {
  const Rotary e = drawn();
  try {
    RC_ASSERT(agrees<published::ArbNumber>(e));
  } catch (const published::Unclear&) {
    RC_DISCARD("a decision that 400 bits do not make");
  }
}

/// As Transformers computes it in doubles, within the errors of each of its operations.
PROPERTY(Context, IsWhatDoublesComeTo) {
  const Rotary e = drawn();
  try {
    RC_ASSERT(agrees<Running>(e));
  } catch (const published::Unclear&) {
    RC_DISCARD("a decision that doubles do not make");
  }
}

/// The bounds are worth something: frequencies are known to a part in 2³⁰ at least, but for ramps
/// whose ends nearly meet.
PROPERTY(Context, DoublesAreNotGrantedMuch) {
  const Rotary e = drawn();
  RC_PRE(e.context.scaling != Scaling::yarn);
  const int pair = *draw::full(draw::in_range(0, e.dim / 2)).as("pair");
  try {
    const Span frequency = Scaled<Running>(e).frequency(pair).span();
    RC_ASSERT(frequency.width() <= power_of_two(-30) * abs(frequency.upper));
  } catch (const published::Unclear&) {
    RC_DISCARD("a decision that doubles do not make");
  }
}

struct Mistake {
  Slip slip;
  const char* name;
  const char* encoding;  ///< for which it matters
};
const Mistake kMistakes[] = {
    {Slip::truncate_ignored, "truncate ignored",
     "rope dim=64 base=150000 scaling=yarn factor=32 original-context=4096 truncate=no"},
    {Slip::betas_swapped, "betas swapped",
     "rope dim=64 scaling=yarn factor=40 original-context=4096"},
    {Slip::clamped_to_pairs, "clamped to the pairs",
     "rope dim=128 scaling=yarn factor=4 original-context=131072"},
    {Slip::bands_swapped, "bands swapped",
     "rope dim=128 base=500000 scaling=llama3 factor=8 original-context=8192"},
    {Slip::wavelength_without_two_pi, "wavelength without 2 pi",
     "rope dim=128 base=500000 scaling=llama3 factor=8 original-context=8192"},
    {Slip::exponent_one, "exponent 1 for d/(d-2)", "rope dim=128 scaling=ntk factor=2"},
    {Slip::exponent_one, "exponent 1 for d/(d-2)",
     "rope dim=128 scaling=dynamic factor=2 original-context=4096 seq-len=8192"},
    {Slip::pairs_from_zero, "pairs counted from 0", "rope dim=64 scaling=ntk-mixed factor=4"},
    {Slip::pairs_from_zero, "pairs counted from 0",
     "rope dim=64 scaling=ntk-mixed factor=4 mixed-b=5/8"},
    {Slip::a_tenth_for_coefficient, "0.1 for 0.07",
     "rope dim=64 scaling=yarn factor=32 original-context=4096 mscale-coefficient=7/100"},
    {Slip::amplitude_squared, "amplitude squared",
     "rope dim=64 scaling=yarn factor=32 original-context=4096"},
    {Slip::amplitude_squared, "amplitude squared",
     "rope dim=4 scaling=longrope factor=32 original-context=4096 short-factor=1,1 "
     "long-factor=1,2"},
    {Slip::long_from_original_on, "long factors at the original context",
     "rope dim=4 scaling=longrope factor=32 original-context=4096 seq-len=4096 short-factor=1,1 "
     "long-factor=1,2"},
};

/// A mistake that people made is no agreement, neither to Arb nor within the errors of doubles.
TEST(Context, NoMistakeAgrees) {
  for (const Mistake& mistake : kMistakes) {
    const auto e = std::get<Rotary>(read_encoding(mistake.encoding));
    EXPECT_TRUE(agrees<published::ArbNumber>(e)) << mistake.encoding;
    EXPECT_TRUE(agrees<Running>(e)) << mistake.encoding;
    EXPECT_FALSE(agrees<published::ArbNumber>(e, mistake.slip)) << mistake.name;
    EXPECT_FALSE(agrees<Running>(e, mistake.slip)) << mistake.name;
  }
}

/// The clamp bites where corr(β_slow) is beyond the pairs, and nowhere else.
TEST(Context, TheClampMattersForLongOriginalContextsAlone) {
  const auto of = [](const char* original) {
    return std::get<Rotary>(read_encoding(
        std::string("rope dim=128 scaling=yarn factor=4 original-context=") + original));
  };
  EXPECT_TRUE(agrees<Running>(of("32768"), Slip::clamped_to_pairs));
  EXPECT_FALSE(agrees<Running>(of("131072"), Slip::clamped_to_pairs));
}

/// The presets, as published: no decision of theirs is too near for doubles.
TEST(Context, EveryPresetIsAsPublished) {
  for (const Model& preset : models()) {
    const auto e = std::get<Rotary>(read_encoding(preset.encoding));
    EXPECT_TRUE(agrees<published::ArbNumber>(e)) << preset.name;
    EXPECT_TRUE(agrees<Running>(e)) << preset.name;
  }
}

}  // namespace
}  // namespace sextant::exact
