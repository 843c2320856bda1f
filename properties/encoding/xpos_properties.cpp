#include "draw/gen.hpp"
#include "draw/numbers.hpp"
#include "engine/property.hpp"
#include "sextant/encoding/bias/chart.hpp"
#include "sextant/encoding/encoding.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/encoding_text.hpp"

namespace sextant {
namespace {

Xpos drawn() {
  Xpos e;
  e.dim = 2 * *draw::full(draw::in_range(1, 65));
  e.scale_base = *draw::full(draw::in_range(1, 1025));
  e.gamma = Rational(*draw::full(draw::in_range(1, 2000)), 1000);
  e.centre = *draw::full(draw::in_range(-500, 500));
  e.origin = *draw::full(draw::in_range(-3, 4));
  e.layout = *draw::element(XposColumns::pairs, XposColumns::interleaved, XposColumns::half_split);
  return e;
}

Expression value(const Xpos& e, const Rational& position, std::size_t column) {
  const Chart c = chart(e);
  return cell(*c.waves.formula, position + c.waves.origin, c.channels[column].pair, c.waves.scale);
}

/// A query and a key at one position have the product 1, and the scale is 1 at the centre.
PROPERTY(XposScale, OfKeysIsTheInverse) {
  const Xpos e = drawn();
  Xpos keys = e;
  keys.of = Xpos::Of::keys;
  const std::size_t column = *draw::full(draw::in_range<std::size_t>(0, chart(e).width()));
  RC_ASSERT(*value(e, e.centre - e.origin, column).rational() == 1);
  const Rational steps = e.scale_base * *draw::full(draw::in_range(-4, 5));
  const Rational p = e.centre - e.origin + steps;
  RC_ASSERT(*value(e, p, column).rational() * *value(keys, p, column).rational() == 1);
}

/// Powers of (2i + γd)/(d + γd), where the exponent is an integer.
PROPERTY(XposScale, IsAPowerOfItsBase) {
  const Xpos e = drawn();
  const int pairs = e.dim / 2, n = *draw::full(draw::in_range(0, 6));
  const int column = *draw::full(draw::in_range(0, static_cast<int>(chart(e).width())));
  const int pair = e.layout == XposColumns::interleaved  ? column / 2
                   : e.layout == XposColumns::half_split ? column % pairs
                                                         : column;
  const Rational base = (2 * pair + e.gamma * e.dim) / (e.dim + e.gamma * e.dim);
  Rational power = 1;
  for (int k = 0; k < n; ++k) power *= base;
  const Rational p = e.centre - e.origin + n * e.scale_base;
  RC_ASSERT(*value(e, p, static_cast<std::size_t>(column)).rational() == power);
}

Rotary rotation_of(const Xpos& e) {
  return {.dim = e.dim,
          .origin = e.origin,
          .amplitude = Rational(3, 2),
          .scale_base = e.scale_base,
          .gamma = e.gamma,
          .centre = e.centre,
          .of = e.of};
}

/// The factor of cosines and sines is the amplitude times the entry of the table of scales, in any
/// unit of positions.  Rotated twice, it is the square.
PROPERTY(XposRotation, HasTheScaleInItsAmplitude) {
  Xpos e = drawn();
  e.of = *draw::element(Xpos::Of::queries, Xpos::Of::keys);
  e.layout = XposColumns::pairs;
  const std::size_t column = *draw::full(draw::in_range<std::size_t>(0, chart(e).width()));
  const Rational p = e.centre - e.origin + e.scale_base * *draw::full(draw::in_range(-4, 5));
  const auto parts = *draw::element<std::uint64_t>(1, 2, 3);
  const Waves waves = in_parts(chart(rotation_of(e)), parts).waves;
  const auto factor = [&](const Waves& of) {
    return amplitude_at(of, p * Rational(Integer(parts)), static_cast<int>(column));
  };
  const Rational scale = *value(e, p, column).rational();
  RC_ASSERT(factor(waves) == Expression(Rational(scale * 3 / 2)));
  RC_ASSERT(factor(applied_twice(waves)) == Expression(Rational(scale * scale * 9 / 4)));
}

TEST(XposRotation, HasTheScaleInItsWavesOnly) {
  const Rotary e = rotation_of(Xpos{.dim = 8});
  for (const Part part : parts(e))
    EXPECT_EQ(chart(e, part).waves.xpos.has_value(), !of_frequencies(part)) << name(part);
  EXPECT_FALSE(chart(Rotary{.dim = 8}).waves.xpos);
}

TEST(XposRotation, IsReadFromItsTextAndWritten) {
  const Encoding e = read_encoding("rope dim=64 scale-base=512 gamma=1/3 centre=1024 form=keys");
  EXPECT_EQ(std::get<Rotary>(e).of, Xpos::Of::keys);
  EXPECT_EQ(std::get<Rotary>(e).scale_base, Rational(512));
  EXPECT_EQ(to_text(e), "rope dim=64 scale-base=512 gamma=1/3 centre=1024 form=keys");
  EXPECT_EQ(read_encoding("rope scale-base=none"), Encoding(Rotary{}));
  EXPECT_THROW((void)chart(read_encoding("rope scale-base=0")), Error);
  EXPECT_THROW((void)chart(read_encoding("rope scale-base=-1")), Error);
  EXPECT_THROW((void)chart(read_encoding("rope scale-base=512 gamma=0")), Error);
  EXPECT_THROW((void)chart(read_encoding("rope scale-base=512 dim=7")), Error);
  EXPECT_THROW((void)chart(read_encoding("rope scale-base=512 dim=0")), Error);
  EXPECT_THROW((void)read_encoding("rope scale-base=512 form=values"), Error);
}

TEST(XposScale, RefusesWhatDefinesNone) {
  EXPECT_THROW((void)chart(Xpos{.dim = 7}), Error);
  EXPECT_THROW((void)chart(Xpos{.dim = 0}), Error);
  EXPECT_THROW((void)chart(Xpos{.scale_base = 0}), Error);
  EXPECT_THROW((void)chart(Xpos{.gamma = 0}), Error);
  EXPECT_THROW((void)value(Xpos{}, 1 << 26, 0), Error);
  EXPECT_NO_THROW((void)value(Xpos{}, (1 << 25) - 1, 0));
  EXPECT_EQ(chart(Xpos{.dim = 64}).width(), 32U);
  EXPECT_EQ(chart(Xpos{.dim = 64, .layout = XposColumns::interleaved}).width(), 64U);
}

}  // namespace
}  // namespace sextant
