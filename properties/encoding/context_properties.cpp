#include <gmock/gmock.h>

#include "draw/gen.hpp"
#include "draw/places.hpp"
#include "engine/property.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/encoding_text.hpp"

namespace sextant {
namespace {

using testing::HasSubstr;

/// A rotary encoding in a context, for any scaling.
Rotary drawn() {
  Rotary e;
  e.dim = *draw::element(4, 6, 24, 64, 128).as("dim");
  e.context = *draw::contexts(e.dim, e.base).as("context");
  if (e.context.low_freq_factor > e.context.high_freq_factor)
    std::swap(e.context.low_freq_factor, e.context.high_freq_factor);
  return e;
}

PROPERTY(Context, ItsTextReadsBackUnchanged) {
  const Encoding e = drawn();
  RC_ASSERT(read_encoding(to_text(e)) == e);
}

/// Each field alone: its text says it, and reads back.
TEST(Context, SaysEveryFieldThatDiffersFromItsDefault) {
  for (const std::string field : {"scaling=yarn",
                                  "factor=8",
                                  "original-context=4096",
                                  "seq-len=8192",
                                  "attention-factor=2",
                                  "beta-fast=31",
                                  "beta-slow=2",
                                  "truncate=no",
                                  "mscale=7/10",
                                  "mscale-all-dim=7/10",
                                  "extrapolation-factor=1/2",
                                  "convention=vllm-deepseek",
                                  "clamp=pairs",
                                  "low-freq-factor=2",
                                  "high-freq-factor=8",
                                  "short-factor=1,3/2",
                                  "long-factor=2,1,5/2",
                                  "partial=1/4",
                                  "mscale-coefficient=7/100",
                                  "mixed-b=5/8",
                                  "rotated-channels=last",
                                  "direction=inverse"}) {
    EXPECT_EQ(to_text(read_encoding("rope " + field)), "rope dim=128 " + field);
    EXPECT_NE(read_encoding("rope " + field), Encoding(Rotary{})) << field;
  }
}

/// Without scaling a context is none: nothing of it changes a chart's numbers.
PROPERTY(Context, WithoutScalingIsNone) {
  Rotary e = drawn();
  e.context.scaling = Scaling::none;
  e.context.factor = 3;
  const Waves waves = chart(e).waves;
  RC_ASSERT(waves.frequencies == chart(Rotary{.dim = e.dim}).waves.frequencies);
  RC_ASSERT(waves.amplitude == Expression(1));
}

std::vector<Expression> factors_of(const std::string& text) {
  const auto e = std::get<Rotary>(read_encoding("rope " + text));
  return factors(e.context, e.base, e.dim);
}

/// What is rational is known to be, without an enclosure.
TEST(Context, RationalFactorsAreExact) {
  using List = std::vector<Expression>;
  const Expression half = Rational(1, 2);
  EXPECT_EQ(factors_of("dim=4 scaling=linear factor=2"), (List{half, half}));
  EXPECT_EQ(factors_of("dim=8 scaling=proportional partial=1/2 factor=2"),
            (List{half, half, 0, 0}));
  EXPECT_EQ(factors_of("dim=8 scaling=proportional partial=0.3"), (List{1, 0, 0, 0}));
  const std::string lists =
      "dim=4 scaling=longrope original-context=10 short-factor=1,2 "
      "long-factor=4,1 seq-len=";
  EXPECT_EQ(factors_of(lists + "10"), (List{1, half}));
  EXPECT_EQ(factors_of(lists + "11"), (List{Expression(Rational(1, 4)), 1}));
  EXPECT_EQ(factors_of("dim=4 scaling=ntk factor=4"), (List{1, Expression(Rational(1, 4))}));
  EXPECT_EQ(factors_of("dim=4 scaling=ntk-mixed factor=4"),
            (std::vector<Expression>{Rational(1, 2), Rational(1, 4)}));
  const std::vector<Expression> mixed = factors_of("dim=4 scaling=ntk-mixed factor=4 mixed-b=1/2");
  EXPECT_EQ(mixed[0], exp(-pow(Expression(Rational(1, 2)), Rational(1, 2)) * log(Expression(4))));
  EXPECT_TRUE(mixed[0].transcendental());
  EXPECT_EQ(mixed[1], Expression(Rational(1, 4)));
  EXPECT_EQ(factors_of("dim=4 scaling=dynamic factor=4 original-context=10 seq-len=20"),
            (List{1, Expression(Rational(1, 5))}));
  EXPECT_EQ(factors_of("dim=4 scaling=dynamic factor=4 original-context=10 seq-len=9"),
            (List{1, 1}));
}

TEST(Context, ErrorsNameTheField) {
  const std::pair<const char*, const char*> wrong[] = {
      {"scaling=spiral", "--scaling"},
      {"factor=0", "--factor"},
      {"scaling=linear factor=-1", "--factor"},
      {"scaling=yarn", "--original-context"},
      {"scaling=ntk-mixed mixed-b=0", "--mixed-b"},
      {"scaling=yarn original-context=-4", "--original-context"},
      {"scaling=yarn original-context=4 beta-fast=0", "--beta-fast"},
      {"scaling=yarn original-context=4 beta-slow=-1", "--beta-slow"},
      {"scaling=yarn original-context=4 base=1", "--base"},
      {"scaling=llama3", "--original-context"},
      {"scaling=llama3 original-context=4 low-freq-factor=0", "--low-freq-factor"},
      {"scaling=llama3 original-context=4 high-freq-factor=1/2", "--high-freq-factor"},
      {"scaling=longrope original-context=4", "--short-factor"},
      {"scaling=longrope original-context=4 seq-len=5", "--long-factor"},
      {"dim=4 scaling=longrope original-context=4 short-factor=1,0", "--short-factor"},
      {"dim=4 scaling=longrope original-context=1 factor=2 short-factor=1,1", "--original-context"},
      {"dim=2 scaling=ntk factor=2", "dim 2: "},
      {"scaling=dynamic", "--original-context"},
      {"scaling=dynamic factor=1/4 original-context=4 seq-len=0", ""},
      {"scaling=proportional partial=0", "--partial"},
      {"scaling=proportional partial=3/2", "--partial"},
      {"truncate=maybe", "--truncate"},
      {"convention=mine", "--convention"},
      {"short-factor=1,x", "--short-factor"},
      {"attention-factor=some", "--attention-factor"}};
  for (const auto& [text, field] : wrong) {
    std::string what;
    try {
      (void)chart(read_encoding(std::string("rope ") + text));
    } catch (const Error& error) {
      what = error.what();
    }
    EXPECT_THAT(what, HasSubstr(field)) << text;
    EXPECT_EQ(what.empty(), *field == '\0') << text;
  }
}

}  // namespace
}  // namespace sextant
