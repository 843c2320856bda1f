#include <algorithm>

#include "recipe/mutant/mutants.hpp"

namespace sextant::recipe {
namespace {

Subjects with_position(std::function<Position(Position, const Waves&)> change) {
  return departing(subjects_named("pow-multiply", "float32"), {.position = std::move(change)});
}
Subjects through(std::string_view type, IntermediateRoundings intermediate) {
  return departing(subjects_named("pow-multiply", type), {.intermediate = std::move(intermediate)});
}
Subjects with_rows(std::function<Positions(Positions)> run,
                   std::function<std::uint64_t(std::uint64_t)> row = {}) {
  return departing(subjects_named("rotation-recurrence", "float32"),
                   {.run = std::move(run), .row = std::move(row)});
}

std::vector<Mutant> displaced() {
  return {
      {"position-offset",
       "one row late, as with a padding index",
       with_position([](Position p, const Waves&) { return p + 1; }),
       {"bound", "symmetry", "addition", "inverse", "composition", "kernel", "derivative"}},
      {"position-magnitude",
       "the sign of the position is lost",
       with_position([](Position p, const Waves&) { return p < 0 ? -p : p; }),
       {"bound", "symmetry", "addition", "inverse", "composition"}},
      {"position-negated",
       "relative positions are k - q for q - k",
       with_position([](Position p, const Waves&) { return -p; }),
       {"bound"}},
      {"position-stride",
       "every second position: two rows are one",
       with_position([](Position p, const Waves&) { return p - p % 2; }),
       {"bound", "uniqueness", "addition"}},
      {"position-clamped",
       "a table of 256 rows, its last one for all that follow",
       with_position([](Position p, const Waves&) { return std::min(p, Position{255}); }),
       {"bound", "uniqueness", "addition"}},
      {"position-wrapped-16",
       "positions in 16 bits",
       with_position(
           [](Position p, const Waves&) { return Position{static_cast<std::int16_t>(p)}; }),
       {"bound", "positions after 2^24"}},
      {"position-wrapped-32",
       "positions in 32 bits",
       departing(subjects_named("pow-multiply", "float64"),
                 {.position = [](Position p,
                                 const Waves&) { return Position{static_cast<std::int32_t>(p)}; }}),
       {"bound", "addition"}},
      {"fractions-cut",
       "positions between integers are cut to integers",
       with_position(
           [](Position p, const Waves& w) { return p - p % static_cast<Position>(w.parts); }),
       {"bound"}}};
}

std::vector<Mutant> rounded() {
  return {{"position-in-bfloat16",
           "an arange in the model's dtype",
           through("float32", {kBfloat16, std::nullopt}),
           {"bound", "uniqueness", "addition"}},
          {"position-in-float16",
           "the same, and an infinity beyond 65504",
           through("float32", {kFloat16, std::nullopt}),
           {"bound", "addition"}},
          {"position-in-float32",
           "float64 in name alone",
           through("float64", {kFloat32, std::nullopt}),
           {"bound", "positions after 2^24", "addition"}},
          {"frequency-in-bfloat16",
           "a buffer cast with its model",
           through("float32", {std::nullopt, kBfloat16}),
           {"bound", "wavelengths"}},
          {"frequency-in-float16",
           "the same in float16",
           through("float32", {std::nullopt, kFloat16}),
           {"bound", "wavelengths"}},
          {"frequency-in-float32",
           "float64 in name alone",
           through("float64", {std::nullopt, kFloat32}),
           {"bound", "wavelengths"}}};
}

std::vector<Mutant> wrong_runs() {
  const auto same = [](Positions p) { return p; };
  return {{"run-started-late",
           "the first row is that of the second position",
           with_rows([](Positions p) {
             p.first += p.step;
             return p;
           }),
           {"bound", "addition", "kernel"}},
          {"run-turned-back",
           "every step turns the wrong way",
           with_rows([](Positions p) {
             p.step = -p.step;
             return p;
           }),
           {"bound"}},
          {"run-with-a-step-of-one",
           "whatever the step, it is taken for 1",
           with_rows([](Positions p) {
             p.step = 1;
             return p;
           }),
           {"bound"}},
          {"run-with-stale-rows",
           "every eighth row repeats the one before",
           with_rows(same, [](std::uint64_t row) { return row - (row % 8 == 7 ? 1 : 0); }),
           {"bound", "uniqueness", "addition"}}};
}

}  // namespace

std::vector<Mutant> wrong_positions() {
  std::vector<Mutant> found = displaced();
  for (const auto& some : {rounded(), wrong_runs()})
    found.insert(found.end(), some.begin(), some.end());
  return found;
}

}  // namespace sextant::recipe
