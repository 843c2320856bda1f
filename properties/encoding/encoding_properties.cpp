#include "draw/gen.hpp"
#include "draw/places.hpp"
#include "engine/property.hpp"
#include "sextant/encoding/encoding.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/encoding_text.hpp"

namespace sextant {
namespace {

PROPERTY(EncodingText, ReadsBackUnchanged) {
  const Encoding encoding = *draw::encodings().as("encoding");
  const std::string text = to_text(encoding);
  RC_ASSERT(read_encoding(text) == encoding);
  RC_ASSERT(to_text(read_encoding(text)) == text);
}

/// The text of an encoding with one changed field contains the name, dim and this field only.
TEST(EncodingText, SaysEveryFieldThatDiffersFromItsDefault) {
  for (const std::string field :
       {"base=500000", "layout=halves", "order=cos-sin", "law=half-minus-shift", "shift=0",
        "origin=1/2", "scale=2", "amplitude=-3/7", "odd=zero-column", "zero-row=0"}) {
    const std::string text = "sinusoidal dim=512 " + field;
    EXPECT_EQ(to_text(read_encoding(text)), text);
    EXPECT_NE(read_encoding(text), Encoding(Sinusoidal{})) << field;
  }
  for (const std::string field : {"base=500000", "layout=interleaved", "law=half-minus-shift",
                                  "shift=0", "origin=-1", "scale=1/8", "amplitude=2"}) {
    const std::string text = "rope dim=64 " + field;
    EXPECT_EQ(to_text(read_encoding(text)), text);
  }
  EXPECT_EQ(to_text(Sinusoidal{}), "sinusoidal dim=512");
  EXPECT_EQ(to_text(Rotary{}), "rope dim=128");
  EXPECT_EQ(to_text(read_encoding("  rotary  base=1e4   dim=64 ")), "rope dim=64");
  EXPECT_EQ(to_text(read_encoding("sinusoidal base=1e5000 dim=4")),
            "sinusoidal dim=4 base=1" + std::string(5000, '0'));
  EXPECT_EQ(
      to_text(read_encoding("sinusoidal dim=4 base=" + std::string("1") + std::string(5000, '0'))),
      "sinusoidal dim=4 base=1" + std::string(5000, '0'));
}

std::string reading_error(const std::string& text) {
  try {
    (void)chart(read_encoding(text));
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(EncodingText, ErrorsNameTheFieldAndTheValue) {
  const std::pair<const char*, const char*> wrong[] = {
      {"dim", "x"},         {"dim", "1.5"},   {"dim", "2^21"},     {"dim", "1e999999999"},
      {"base", "ten"},      {"base", ""},     {"layout", "other"}, {"order", "sin"},
      {"law", "e"},         {"shift", "1/0"}, {"origin", "nan"},   {"scale", "0x"},
      {"amplitude", "inf"}, {"odd", "maybe"}};
  for (const auto& [field, value] : wrong) {
    const std::string what = reading_error(std::string("sinusoidal ") + field + "=" + value);
    EXPECT_NE(what.find(std::string("--") + field), std::string::npos) << what;
    EXPECT_NE(what.find(std::string("'") + value + "'"), std::string::npos) << what;
  }
  for (const char* field : {"order", "odd", "zero-row", "colour"}) {
    const std::string what = reading_error(std::string("rope ") + field + "=1");
    EXPECT_NE(what.find(std::string("--") + field), std::string::npos) << what;
  }
  EXPECT_NE(reading_error("sinusoidal dim").find("'dim'"), std::string::npos);
  EXPECT_NE(reading_error("cosinusoidal").find("'cosinusoidal'"), std::string::npos);
  EXPECT_NE(reading_error("").find("encoding"), std::string::npos);
}

TEST(Chart, RefusesWhatDefinesNothing) {
  for (const char* text :
       {"sinusoidal dim=0", "sinusoidal dim=-2", "sinusoidal dim=7", "rope dim=0", "rope dim=3",
        "rope dim=-4", "sinusoidal base=0", "sinusoidal base=-1/2", "rope base=0",
        "sinusoidal dim=2 law=half-minus-shift", "sinusoidal dim=8 law=half-minus-shift shift=9/2",
        "sinusoidal dim=4 law=half-minus-shift shift=1.999999999", "sinusoidal zero-row=1/2",
        "sinusoidal zero-row=2^64", "rope dim=2 law=half-minus-shift",
        "rope law=half-minus-shift scaling=linear factor=2"}) {
    EXPECT_NE(reading_error(text), "") << text;
  }
  for (const char* text :
       {"sinusoidal dim=1 odd=drop-last", "sinusoidal dim=1048576", "sinusoidal dim=4 base=1e5000",
        "sinusoidal dim=4 base=1/1e5000", "sinusoidal dim=2 law=half-minus-shift shift=-3"}) {
    EXPECT_EQ(reading_error(text), "") << text;
  }
}

/// Both ends of each law, as the sources define them.
PROPERTY(Law, HasItsFrequenciesAtBothEnds) {
  Sinusoidal e;
  e.dim = *draw::even_dims().as("dim");
  RC_PRE(e.dim >= 4);
  e.base = *draw::bases().as("base");
  const auto by_d = chart(e).waves.frequencies;
  RC_ASSERT(by_d.front() == (Frequency{.base = e.base, .exponent = 0}));
  RC_ASSERT(by_d.back() == (Frequency{.base = e.base, .exponent = -Rational(e.dim - 2, e.dim)}));
  e.law = Law::half_minus_shift;
  const auto by_half = chart(e).waves.frequencies;  // shift 1: the last is 1/base exactly
  RC_ASSERT(by_half.front().exponent == 0);
  RC_ASSERT(by_half.back().exponent == -1);
  e.shift = 0;
  RC_ASSERT(chart(e).waves.frequencies == by_d);
}

PROPERTY(Ladder, IsWhatTheFrequenciesAreMadeOf) {
  const Encoding encoding = *draw::encodings().as("encoding");
  const Chart whole = chart(encoding);
  RC_ASSERT(whole.width() == static_cast<std::size_t>(dim(encoding)));
  for (int pair = 0; pair < whole.waves.pairs(); ++pair) {
    const Frequency& f = whole.waves.frequencies[static_cast<std::size_t>(pair)];
    const GeometricFrequencies& l = whole.waves.geometric;
    RC_ASSERT(f.exponent * l.divisor == -Rational(l.multiplier) * pair);
    RC_ASSERT(f.base == l.base);
    RC_ASSERT(f.coefficient == 1);
    RC_ASSERT(f.pi_power == 0);
  }
  for (const Channel& channel : whole.channels) {
    RC_ASSERT(channel.function == Function::zero || channel.pair < whole.waves.pairs());
  }
}

PROPERTY(Waves, KeepTheEncodingsParameters) {
  const Sinusoidal e = *draw::sinusoidals().as("encoding");
  const Waves waves = chart(e).waves;
  RC_ASSERT(waves.origin == e.origin);
  RC_ASSERT(waves.scale == e.scale);
  RC_ASSERT(waves.amplitude == e.amplitude);
}

/// Counted in parts, an angle is the same number: scale·(n/D + o) = scale/D·(n + o·D).
PROPERTY(Parts, LeaveEveryAngleAsItWas) {
  Sinusoidal e = *draw::sinusoidals().as("encoding");
  const auto row = *draw::positions(40).as("row of zeros");
  e.zero_row = to_rational(row);
  const Rational parts(*draw::in_range(1, 1000).as("parts"));
  const Rational n = to_rational(*draw::positions(40).as("n"));
  const Chart whole = chart(e);
  const Chart counted = in_parts(whole, static_cast<std::uint64_t>(numerator(parts)));
  RC_ASSERT(counted.waves.scale * (n + counted.waves.origin) ==
            whole.waves.scale * (n / parts + whole.waves.origin));
  RC_ASSERT(to_rational(*counted.waves.zero_row) == *e.zero_row * parts);
  RC_ASSERT(in_parts(counted, static_cast<std::uint64_t>(numerator(parts))) == counted);
  RC_ASSERT(in_parts(counted, 1) == whole);
}

/// The rotary table is the sinusoidal one with its halves exchanged.
PROPERTY(Rotary, HasTheWavesOfTheSinusoidalEncoding) {
  Rotary rotary = *draw::rotaries().as("encoding");
  rotary.context = {};
  const Sinusoidal same{.dim = rotary.dim,
                        .base = rotary.base,
                        .layout = Layout::halves,
                        .order = Order::cos_sin,
                        .origin = rotary.origin,
                        .scale = rotary.scale,
                        .amplitude = rotary.amplitude};
  RC_ASSERT(chart(rotary) == chart(same));
}

}  // namespace
}  // namespace sextant
