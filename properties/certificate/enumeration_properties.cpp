#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "certificate/search/enumeration.hpp"
#include "draw/gen.hpp"
#include "engine/property.hpp"

namespace sextant::certificate {
namespace {

using Vector = std::vector<std::int64_t>;

/// A form of three variables, of multiples of 2⁻²⁰.
struct Drawn {
  double slopes[3][3] = {};
  double weights[3] = {};

  double at(const Vector& z) const {
    double sum = 0;
    for (std::size_t l = 0; l < 3; ++l) {
      auto y = static_cast<double>(z[l]);
      for (std::size_t j = l + 1; j < 3; ++j) y += slopes[j][l] * static_cast<double>(z[j]);
      sum += weights[l] * weights[l] * y * y;
    }
    return sum;
  }
};

/// Of the whole box and not a vector less: those within the form, and none that is clearly outside.
/// Integers in (11) lose less than 2⁻²⁸ in all.
PROPERTY(Enumeration, VisitsEveryVectorWithin) {
  Drawn drawn;
  Form form;
  for (std::size_t j = 0; j < 3; ++j) {
    form.slopes.emplace_back();
    for (std::size_t l = 0; l < j; ++l) {
      const auto unit = *draw::in_range<std::int64_t>(-(1 << 20), 1 << 20);
      drawn.slopes[j][l] = std::ldexp(static_cast<double>(unit), -20);
      form.slopes[j].push_back(unit * (std::int64_t{1} << 28));
    }
    const auto unit = *draw::in_range<std::uint64_t>(1 << 18, 1 << 20);
    drawn.weights[j] = std::ldexp(static_cast<double>(unit), -20);
    form.weights.push_back(unit << 20);
  }
  std::set<Vector> seen;
  enumerate(form, [&](const Vector& z) {
    RC_ASSERT(drawn.at(z) < 1 + 0x1p-27);
    seen.insert(z);
    seen.insert({-z[0], -z[1], -z[2]});
  });
  for (std::int64_t a = -16; a <= 16; ++a)
    for (std::int64_t b = -9; b <= 9; ++b)
      for (std::int64_t c = -4; c <= 4; ++c)
        if (drawn.at({a, b, c}) <= 1) RC_ASSERT(seen.count({a, b, c}) == 1);
}

/// Of a slope that is one unit too large, what makes a vector leave the form is given back.  With
/// w_1·z_1 ≤ 1/2 there is room for w_0·|z_0 + μ·z_1| up to √(3/4): 2²⁸·√(3/4) units of 2⁻⁴⁸.
PROPERTY(Enumeration, KeepsWhatARoundedSlopePutsOutside) {
  const auto last = *draw::in_range<std::int64_t>(1 << 8, 1 << 12);
  const auto room = static_cast<std::int64_t>(std::sqrt(0.75) * 0x1p28) - 1;
  const std::int64_t slope = room / last;  // times `last` that is within, one more is not
  Form form;
  form.slopes = {{}, {slope + 1}};
  form.weights = {std::uint64_t{1} << 60,
                  (std::uint64_t{1} << 39) / static_cast<std::uint64_t>(last)};
  bool seen = false;
  enumerate(form, [&](const Vector& z) { seen = seen || (z[0] == 0 && std::abs(z[1]) == last); });
  RC_ASSERT(seen);
}

}  // namespace
}  // namespace sextant::certificate
