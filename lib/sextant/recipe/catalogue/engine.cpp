#include "sextant/recipe/catalogue/engine.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "sextant/recipe/catalogue/catalogue.hpp"
#include "sextant/recipe/library/library.hpp"

namespace sextant::recipe {

std::string accuracy_in_words(const Engine& engine) {
  const Format compute = computes_in(engine.recipe, {kFloat32, kFloat32, {}});
  const Library& called = library(engine.library);
  const FunctionBound sine = called.bound(MathFunction::sin, compute);
  const FunctionBound cosine = called.bound(MathFunction::cos, compute);
  if (sine.evidence == Evidence::none) return "no bound: none is published for sin and cos";
  std::string text = "sin, cos within ";
  const double absolute = std::max(sine.absolute, cosine.absolute);
  text += absolute > 0 ? fmt::format("{:.3g}", absolute)
                       : fmt::format("{} ulp", std::max(sine.ulps, cosine.ulps));
  if (const double domain = std::min(sine.domain, cosine.domain); std::isfinite(domain))
    text += fmt::format(
        " up to an angle of {:.6g}; no bound from position {:.0f} on, unless the program reduces "
        "its argument: pair 0 turns 1 radian a position",
        domain, std::floor(domain) + 1);
  if (called.bound(MathFunction::pow, compute).evidence == Evidence::none)
    text += "; no bound for powers";
  return text;
}

}  // namespace sextant::recipe
