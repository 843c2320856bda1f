#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "sextant/encoding/encoding.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/axial_text.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/exact/oracle.hpp"
#include "sextant/recipe/catalogue/bias_catalogue.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"

namespace sextant::recipe {
namespace {

/// The largest fraction of its bound that an entry's error is, over all entries.
double worst(const Chart& chart, std::string_view name, const ComputeFormats& formats,
             const Positions& positions) {
  const auto recipe = make(name, chart, formats, positions);
  const exact::Oracle oracle(chart);
  std::vector<double> values(chart.width());
  double most = 0;
  for (std::uint64_t row = 0; row < positions.count; ++row) {
    recipe->row(row, values);
    for (std::size_t j = 0; j < values.size(); ++j) {
      const exact::Near truth = exact::near(oracle.ball(positions[row], chart.channels[j]));
      const double off = std::abs(values[j] - truth.high - truth.low) - truth.radius;
      if (off > 0) most = std::max(most, off / recipe->bound(row, j));
    }
  }
  return most;
}

/// Every recipe of equally spaced and of listed frequencies stays within its bound.
TEST(ListedFrequencies, StayWithinTheirBounds) {
  for (const char* text :
       {"sinusoidal dim=128 base=1/112 law=linear", "sinusoidal dim=26 base=7/1000 law=linear",
        "sinusoidal dim=2 base=1/5 law=linear",
        "sinusoidal dim=8 law=given frequencies=1/3,-17.3,0,1e4"}) {
    const Chart own = chart(read_encoding(text));
    for (const Entry& entry : catalogue(own)) {
      for (const ComputeFormats& formats :
           {ComputeFormats{kFloat32, kFloat32, {}}, ComputeFormats{kFloat32, kBfloat16, {}},
            ComputeFormats{kFloat64, kFloat64, {}}}) {
        if (!possible(entry.name, formats)) continue;
        EXPECT_LE(worst(own, entry.name, formats, Positions::from(0, 300)), 1)
            << text << ' ' << entry.name << ' ' << formats.store.name();
      }
    }
  }
}

/// The frequencies are those of PyTorch's linspace, bit for bit.
TEST(ListedFrequencies, AreThoseOfLinspace) {
  const Chart own = chart(read_encoding("sinusoidal dim=20 base=1/7 law=linear"), Part::inv_freq);
  const auto recipe =
      make("listed-frequency", own, {kFloat32, kFloat32, {}}, Positions::from(0, 1));
  std::vector<double> values(own.width());
  recipe->row(0, values);
  const float step = (7.0F - 1.0F) / 9.0F;
  for (int i = 0; i < 10; ++i) {
    const auto k = static_cast<float>(i);
    const float want = i < 5 ? 1.0F + step * k : 7.0F - step * (9.0F - k);
    EXPECT_EQ(static_cast<float>(values[static_cast<std::size_t>(i)]), want) << i;
    EXPECT_LE(std::abs(want - (1 + 6.0 * i / 9)), recipe->bound(0, static_cast<std::size_t>(i)));
  }
}

/// A coordinate column stays within its bound; its error shows that the bound is needed.
TEST(ListedFrequencies, HaveCoordinatesWithinBounds) {
  Axial e = *find_axial("perceiver");
  e.grid = {.height = 11, .width = 300};
  for (const Section& one : sections(e, Part::table)) {
    if (!of_bias(one.chart)) continue;
    const int size = size_of(e.grid, one.axis);
    const double fraction = worst(one.chart, "coordinate", {kFloat32, kFloat32, {}},
                                  Positions::from(0, static_cast<std::uint64_t>(size)));
    EXPECT_LE(fraction, 1);
    EXPECT_GT(fraction, 0.01);
  }
}

/// Frequencies that rise: pow in float64, rounded to float32.  Its bound also holds for the
/// program, which multiplies by pi/2 before it rounds.
TEST(RisingFrequencies, InFloat64StayWithinTheirBounds) {
  const Chart own = chart(read_encoding("sinusoidal dim=64 base=1/10000 law=half-minus-shift"));
  const ComputeFormats formats{kFloat32, kFloat32, {}};
  const double fraction = worst(own, "float64-frequency", formats, Positions::from(0, 300));
  EXPECT_LE(fraction, 1);
  EXPECT_GT(fraction, 0.3);
  const auto recipe = make("float64-frequency", own, formats, Positions::from(1, 1));
  std::vector<double> values(own.width());
  recipe->row(0, values);
  for (std::size_t pair = 0; pair < 32; ++pair) {
    const auto omega = static_cast<float>(std::pow(10000.0, static_cast<double>(pair) / 31));
    EXPECT_EQ(static_cast<float>(values[2 * pair]), std::sin(omega)) << pair;
  }
  for (const Entry& entry : catalogue(chart(read_encoding("sinusoidal dim=64"))))
    EXPECT_NE(entry.name, "float64-frequency");
}

/// Other recipes compute other frequencies: they are refused.
TEST(ListedFrequencies, HaveNoRecipesOfPowers) {
  const Chart own = chart(read_encoding("sinusoidal dim=20 base=1/7 law=linear"));
  EXPECT_THROW((void)make("pow-divide", own, {kFloat32, kFloat32, {}}, Positions::from(0, 1)),
               Error);
  for (const Entry& entry : catalogue(chart(read_encoding("sinusoidal dim=20"))))
    EXPECT_NE(entry.name, "listed-frequency");
}

}  // namespace
}  // namespace sextant::recipe
