#include <algorithm>

#include "recipe/mutant/mutants.hpp"

namespace sextant::recipe {
namespace {

Subjects with_waves(std::function<void(Waves&)> change) {
  return departing(subjects_named("exp-log", "float32"), {.waves = std::move(change)});
}
Subjects with_channel(std::function<Channel(Channel, const Waves&)> change) {
  return departing(subjects_named("exp-log", "float32"), {.channel = std::move(change)});
}

/// The frequencies without what a context makes of them.
void forget_context(Waves& waves) {
  waves.context = {};
  for (int pair = 0; pair < waves.pairs(); ++pair)
    waves.frequencies[static_cast<std::size_t>(pair)] = waves.geometric[pair];
}

std::vector<Mutant> wrong_frequencies() {
  return {{"base-of-10000",
           "the default where another base was meant",
           with_waves([](Waves& w) { w.geometric.base = 10000; }),
           {"bound"}},
          {"exponent-halved",
           "i/d for 2i/d",
           with_waves([](Waves& w) { w.geometric.divisor *= 2; }),
           {"bound"}},
          {"exponent-denominator",
           "one pair more in the denominator",
           with_waves([](Waves& w) { w.geometric.divisor += w.geometric.multiplier; }),
           {"bound"}},
          {"exponent-floored",
           "i // 2 of the pair for the pair: two share a frequency",
           with_channel([](Channel c, const Waves&) {
             return Channel{c.function, c.pair / 2 * 2};
           }),
           {"bound", "wavelengths"}},
          {"pair-stride",
           "frequencies counted from 1",
           with_channel([](Channel c, const Waves& w) {
             return Channel{c.function, std::min(c.pair + 1, w.pairs() - 1)};
           }),
           {"bound", "wavelengths"}},
          {"frequencies-reversed",
           "the slowest pair first",
           with_channel([](Channel c, const Waves& w) {
             return Channel{c.function, w.pairs() - 1 - c.pair};
           }),
           {"bound", "wavelengths"}},
          {"last-pair-forgotten",
           "the last pair is a copy of the one before",
           with_channel([](Channel c, const Waves& w) {
             return Channel{c.function, std::min(c.pair, std::max(w.pairs() - 2, 0))};
           }),
           {"bound", "wavelengths"}}};
}

std::vector<Mutant> wrong_functions() {
  const auto other = [](Function f) {
    return f == Function::sine ? Function::cosine : (f == Function::cosine ? Function::sine : f);
  };
  const auto negated = [](std::vector<Function> which) {
    return departing(subjects_named("exp-log", "float32"), {.value = [which](const Asked& a) {
                       const Rational v = a.value(a.channel.function);
                       return std::find(which.begin(), which.end(), a.channel.function) !=
                                      which.end()
                                  ? Rational(-v)
                                  : v;
                     }});
  };
  return {{"sin-cos-swapped",
           "cosine in the even channels",
           with_channel([other](Channel c, const Waves&) {
             return Channel{other(c.function), c.pair};
           }),
           {"bound", "symmetry", "addition", "inverse", "composition", "kernel", "derivative"}},
          {"sine-negated",
           "the rotation turns backwards: nothing but the truth shows it",
           negated({Function::sine}),
           {"bound"}},
          {"cosine-negated",
           "the first channel of a pair with the wrong sign",
           negated({Function::cosine}),
           {"bound", "addition", "composition", "kernel"}},
          {"half-turn",
           "both channels with the wrong sign",
           negated({Function::sine, Function::cosine}),
           {"bound", "addition", "composition", "kernel"}}};
}

std::vector<Mutant> wrong_parameters() {
  return {{"degrees",
           "the angle is taken for degrees",
           with_waves([](Waves& w) { w.scale *= Rational(355, 113 * 180); }),
           {"bound"}},
          {"turns-for-radians",
           "2π is missing",
           with_waves([](Waves& w) { w.scale /= Rational(710, 113); }),
           {"bound"}},
          {"origin-dropped",
           "positions from 0 where another origin was meant",
           with_waves([](Waves& w) { w.origin = 0; }),
           {"bound"}},
          {"scale-dropped",
           "positions not divided",
           with_waves([](Waves& w) { w.scale = Rational(1, Integer(w.parts)); }),
           {"bound"}},
          {"amplitude-dropped",
           "values not multiplied",
           with_waves([](Waves& w) { w.amplitude = 1; }),
           {"bound"}},
          {"amplitude-squared",
           "values multiplied twice",
           with_waves([](Waves& w) { w.amplitude = w.amplitude * w.amplitude; }),
           {"bound"}},
          {"scaling-missing",
           "the context's scaling is not read from the config",
           with_waves(forget_context),
           {"bound in contexts"}},
          {"scaling-doubled",
           "the context's factor is applied twice",
           with_waves([](Waves& w) { w.context.factor *= w.context.factor; }),
           {"bound in contexts"}}};
}

}  // namespace

std::vector<Mutant> wrong_encodings() {
  std::vector<Mutant> found = wrong_frequencies();
  for (const auto& some : {wrong_functions(), wrong_parameters()})
    found.insert(found.end(), some.begin(), some.end());
  return found;
}

}  // namespace sextant::recipe
