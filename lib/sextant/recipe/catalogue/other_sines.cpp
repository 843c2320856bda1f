#include "sextant/recipe/catalogue/other_sines.hpp"

#include <array>

#include "sextant/exact/evaluate.hpp"
#include "sextant/recipe/catalogue/direct.hpp"
#include "sextant/recipe/catalogue/reciprocal.hpp"
#include "sextant/recipe/catalogue/xpos_rotation.hpp"
#include "sextant/recipe/rule/by_angle.hpp"
#include "sextant/recipe/rule/exp_log.hpp"
#include "sextant/recipe/rule/given_frequency.hpp"
#include "sextant/recipe/rule/log_timescale.hpp"
#include "sextant/recipe/rule/pow_divide.hpp"
#include "sextant/recipe/rule/pow_multiply.hpp"
#include "sextant/recipe/rule/pow_reciprocal.hpp"

namespace sextant::recipe {
namespace {

template <template <class> class Rule, Trigonometry kTrigonometry>
std::unique_ptr<Recipe> of(const Chart& chart, const ComputeFormats& formats,
                           const Positions& positions) {
  if constexpr (kTrigonometry != Trigonometry::device) {
    if (formats.compute == kFloat64)
      return make_direct<ByAngle<double, Rule, kTrigonometry>>(chart, formats, positions);
  }
  return make_direct<ByAngle<float, Rule, kTrigonometry>>(chart, formats, positions);
}

template <Trigonometry kTrigonometry>
constexpr std::array<Maker, 2> kGiven = {of<GivenFrequency, kTrigonometry>,
                                         of<NearFrequency, kTrigonometry>};

struct Named {
  std::string_view name;
  Maker quarter_turn, device;
};

template <template <class> class Rule>
constexpr Named named() {
  return {Rule<float>::name, of<Rule, Trigonometry::quarter_turn>, of<Rule, Trigonometry::device>};
}

constexpr std::array kNamed = {named<PowReciprocal>(), named<PowMultiply>(),
                               named<PowDivide>(),     named<ExpLog>(),
                               named<LogTimescale>(),  named<ExpOfQuotient>()};

}  // namespace

std::unique_ptr<Recipe> make_given(const Chart& chart, const ComputeFormats& formats,
                                   const Positions& positions, bool nearly,
                                   Trigonometry trigonometry) {
  if (!chart.channels.empty() && is_reciprocal(chart.channels.front().function))
    return (formats.compute == kFloat64 ? Reciprocal<double>::given : Reciprocal<float>::given)(
        chart, formats, nearly);
  const auto& makers = trigonometry == Trigonometry::library  ? kGiven<Trigonometry::library>
                       : trigonometry == Trigonometry::device ? kGiven<Trigonometry::device>
                                                              : kGiven<Trigonometry::quarter_turn>;
  return with_xpos(chart, formats, positions, [&](const Chart& plain, const ComputeFormats& of) {
    return makers[nearly ? 1 : 0](exact::settled(plain), of, positions);
  });
}

std::unique_ptr<Recipe> make_with(std::string_view name, Trigonometry trigonometry,
                                  const Chart& chart, const ComputeFormats& formats,
                                  const Positions& positions) {
  if (trigonometry == Trigonometry::library) return nullptr;
  for (const Named& known : kNamed) {
    if (known.name != name) continue;
    const bool device = trigonometry == Trigonometry::device;
    return with_xpos(chart, formats, positions, [&](const Chart& plain, const ComputeFormats& of) {
      return (device ? known.device : known.quarter_turn)(exact::settled(plain), of, positions);
    });
  }
  return nullptr;
}

Trigonometry trigonometry(std::string_view name) {
  if (name == "fast-trigonometry") return Trigonometry::device;
  return name == "quarter-turn-cosine" ? Trigonometry::quarter_turn : Trigonometry::library;
}

}  // namespace sextant::recipe
