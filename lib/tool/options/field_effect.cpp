#include "tool/options/field_effect.hpp"

#include <algorithm>
#include <vector>

namespace sextant::tool {

bool has_effect(const Encoding& encoding, std::string_view field) {
  using enum Scaling;
  struct Use {
    std::string_view field;
    std::vector<Scaling> scalings;
  };
  static const std::vector<Use> uses = {
      {"factor", {linear, ntk, dynamic, ntk_mixed, yarn, llama3, longrope, proportional}},
      {"original-context", {dynamic, yarn, llama3, longrope}},
      {"attention-factor", {yarn, longrope}},
      {"beta-fast", {yarn}},
      {"beta-slow", {yarn}},
      {"truncate", {yarn}},
      {"mscale", {yarn}},
      {"mscale-all-dim", {yarn}},
      {"mscale-coefficient", {yarn}},
      {"extrapolation-factor", {yarn}},
      {"convention", {yarn}},
      {"clamp", {yarn}},
      {"low-freq-factor", {llama3}},
      {"high-freq-factor", {llama3}},
      {"short-factor", {longrope}},
      {"long-factor", {longrope}},
      {"mixed-b", {ntk_mixed}},
      {"partial", {proportional}}};
  const auto* rotary = std::get_if<Rotary>(&encoding);
  const auto* sinusoids = std::get_if<Sinusoidal>(&encoding);
  if (field == "shift" && (rotary != nullptr || sinusoids != nullptr))
    return (rotary != nullptr ? rotary->law : sinusoids->law) == Law::half_minus_shift;
  if (rotary != nullptr && is_of_xpos(field)) return rotary->scale_base.has_value();
  const auto use =
      std::find_if(uses.begin(), uses.end(), [&](const Use& one) { return one.field == field; });
  if (rotary == nullptr || use == uses.end()) return true;
  const auto& scalings = use->scalings;
  return std::find(scalings.begin(), scalings.end(), rotary->context.scaling) != scalings.end();
}

}  // namespace sextant::tool
