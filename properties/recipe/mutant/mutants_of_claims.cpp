#include <cmath>
#include <limits>

#include "recipe/mutant/mutants.hpp"
#include "sextant/recipe/bound/exactly.hpp"

namespace sextant::recipe {
namespace {

Subjects claiming(std::string_view recipe, std::string_view type,
                  std::function<void(Terms&)> terms) {
  return departing(subjects_named(recipe, type), {.terms = std::move(terms)});
}
Subjects without(double Terms::*term, std::string_view recipe, std::string_view type) {
  return claiming(recipe, type, [term](Terms& terms) { terms.*term = 0; });
}

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// x, exp2 and log2 in place of x, exp and log.            recipes.md, §exp-log: the same terms
Subjects exp_log_by_two() {
  return departing(
      subjects_named("exp-log", "float32"), {.value = [](const Asked& a) -> Rational {
        const GeometricFrequencies& geometric = a.waves.geometric;
        if (a.waves.context.scaling != Scaling::none || a.waves.parts != 1 ||
            a.waves.amplitude.rational() == nullptr || *a.waves.amplitude.rational() != 1 ||
            a.waves.origin != 0 || a.waves.scale != 1)
          return a.value(a.channel.function);
        const auto constant = static_cast<float>(-std::log2(to<double>(geometric.base)) /
                                                 to<double>(geometric.divisor));
        const float omega =
            std::exp2(static_cast<float>(geometric.multiplier * a.channel.pair) * constant);
        if (is_frequency(a.channel.function)) return exactly(omega);
        const float angle = to<float>(to_rational(a.position)) * omega;
        return exactly(a.channel.function == Function::sine ? std::sin(angle) : std::cos(angle));
      }});
}

/// The right value in `wide`, rounded once.
Subjects rounded_from(std::string_view recipe, std::string_view wide) {
  const Subjects& claimed = subjects_named(recipe, "float32");
  return departing(claimed, {.value =
                                 [](const Asked& a) {
                                   return to_rational(round(kFloat32, a.value(a.channel.function)));
                                 },
                             .worker = subjects_named(recipe, wide)});
}

}  // namespace

std::vector<Mutant> wrong_claims() {
  const std::string_view pow = "pow-multiply";
  return {{"bound-quartered",
           "an error bound too small by 4",
           claiming(pow, "float32",
                    [](Terms& terms) {
                      for (const auto& [name, term] : Terms::kNames) terms.*term /= 4;
                    }),
           {"bound"}},
          {"position-term-missing",
           "positions taken for exact",
           without(&Terms::position, pow, "float32"),
           {"bound"}},
          {"storage-term-missing",
           "storage taken for exact",
           without(&Terms::storage, pow, "float64"),
           {"bound"}},
          {"sine-term-missing",
           "sine and cosine taken for exact",
           without(&Terms::sine, pow, "float32"),
           {"bound", "norm"}},
          {"base-term-missing",
           "the base taken for a number of the format",
           without(&Terms::base, pow, "float32"),
           {"bound"}},
          {"steps-term-missing",
           "a run whose error does not grow",
           claiming("rotation-recurrence", "float32",
                    [](Terms& terms) { terms.power = terms.product = 0; }),
           {"bound"}},
          {"bound-of-everything",
           "a bound that promises nothing",
           claiming(pow, "float32", [](Terms& terms) { terms.power = kInfinity; }),
           {"bound"}},
          {"bound-of-one",
           "a bound that holds for any table",
           claiming(pow, "float32", [](Terms& terms) { terms.power += 2; }),
           {"addition", "inverse", "composition", "kernel", "derivative"}}};
}

const std::vector<Mutant>& legal_variants() {
  static const std::vector<Mutant> all = {
      {"nothing-changed",
       "the same program",
       departing(subjects_named("exp-log", "float32"), {}),
       {}},
      {"exp2-for-exp", "2^(x·log2 b) for exp(x·log b)", exp_log_by_two(), {}},
      {"from-float64",
       "computed in float64, rounded once to float32",
       rounded_from("pow-multiply", "float64"),
       {}},
      {"from-50-digits",
       "correctly rounded, from MPFR",
       rounded_from("exp-log", "mpfr_float_50"),
       {}},
      {"reciprocal-of-power",
       "1/pow(b, 2i/d) under the bound of its own recipe",
       departing(subjects_named("pow-reciprocal", "float32"), {}),
       {}},
      {"run-from-float64",
       "a run in float64, rounded once to float32",
       rounded_from("rotation-recurrence", "float64"),
       {}}};
  return all;
}

}  // namespace sextant::recipe
