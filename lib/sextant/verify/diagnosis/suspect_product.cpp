#include "sextant/verify/diagnosis/suspect_product.hpp"

#include <optional>
#include <utility>

#include "sextant/verify/diagnosis/estimate.hpp"
#include "sextant/verify/diagnosis/suspect_positions.hpp"

namespace sextant::verify {
namespace {

/// What NVIDIA's tensor cores multiply: float32 without its last 13 bits.
constexpr Format kTf32{11, -126, 127, 0};

/// Whether all numbers of some rows are numbers of a format.
bool all_held(const Source& source, const Format& format) {
  const Source some = sample(source, 64);
  const Glance g = glance(some, 0, some.rows);
  return std::all_of(g.values.begin(), g.values.end(),
                     [&](double x) { return !std::isfinite(x) || round_to(format, x) == x; });
}

/// Positions and frequencies in a format, and angles perhaps; nothing where a position overflows.
std::optional<Suspect> of_factors(Suspect s, const Source& source, const Narrowing& narrowing) {
  s = with_origin_in_positions(std::move(s));
  s.formats.intermediate = {
      .position = narrowing.format, .frequency = narrowing.format, .rounding = narrowing.rounding};
  if (narrowing.angles) s.formats.intermediate.angle = narrowing.format;
  const Source some = sample(source, 64);
  const auto moved = at(some, shifted(some.positions, s.shift));
  const auto seen = moved ? at(*moved, rounded(moved->positions, s)) : std::nullopt;
  if (!seen) return std::nullopt;
  const auto rounded = rounded_frequencies(*seen, s.truth, narrowing);
  s.given = Given::exactly;
  s.truth.waves.context = {};  // it is in what is rounded
  for (std::size_t pair = 0; pair < rounded.size(); ++pair)
    s.truth.waves.frequencies[pair] = {.coefficient = rounded[pair]};
  return s;
}

}  // namespace

std::vector<Suspect> product_suspects(const Source& source, const Claim& claim) {
  std::vector<Suspect> suspects;
  if (claim.part == Part::inv_freq || claim.chart.waves.parts != 1) return suspects;
  const auto add = [&](std::optional<Suspect> suspect) {
    if (suspect) suspects.push_back(*std::move(suspect));
  };
  for (const Format& format : {kBfloat16, kFloat16}) {
    const std::string name = format.name();
    Suspect angle = as_claimed(claim, "computed-in-half", {{"format", name}, {"of", "the angle"}});
    angle.formats.intermediate.angle = format;
    add(std::move(angle));
    if (!counts_from_origin(claim)) continue;
    add(of_factors(as_claimed(claim, "computed-in-half", {{"format", name}, {"of", "the product"}}),
                   source, {.format = format, .angles = true}));
    Suspect every = as_claimed(claim, "computed-in-half", {{"format", name}, {"of", "every step"}});
    if (all_held(source, format)) every.formats.store = format;  // whatever holds it now
    add(of_factors(std::move(every), source, {.format = format, .angles = true, .computed = true}));
  }
  if (claim.formats.compute != kFloat32 || !counts_from_origin(claim)) return suspects;
  for (const bool nearest : {true, false}) {
    add(of_factors(
        as_claimed(claim, "tf32-product", {{"conversion", nearest ? "to nearest" : "toward zero"}}),
        source,
        {.format = kTf32, .rounding = nearest ? Rounding::nearest_away : Rounding::toward_zero}));
  }
  return suspects;
}

}  // namespace sextant::verify
