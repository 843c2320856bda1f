#include <cmath>
#include <numbers>

#include "recipe/mutant/mutants.hpp"
#include "sextant/recipe/bound/exactly.hpp"

namespace sextant::recipe {
namespace {

template <class T>
T position_in(const Asked& a) {
  return to<T>(Rational(a.waves.scale * (to_rational(a.position) + a.waves.origin)));
}
template <class T>
T frequency_in(const Asked& a) {
  return to<T>(a.value(Function::frequency));
}

/// A program that forms its angle in T and finishes it otherwise; frequencies are right.
template <class T, class Finish>
Subjects finishing(std::string_view recipe, Finish finish) {
  return departing(subjects_named(recipe, Arithmetic<T>::name),
                   {.value = [finish](const Asked& a) -> Rational {
                     if (is_frequency(a.channel.function)) return a.value(a.channel.function);
                     const T angle = position_in<T>(a) * frequency_in<T>(a);
                     return exactly(static_cast<T>(finish(angle, a.channel.function)));
                   }});
}

/// Whose value is another function of the right one.
template <class Change>
Subjects with_value(Change change) {
  return departing(subjects_named("pow-multiply", "float32"), {.value = [change](const Asked& a) {
                     const Rational v = a.value(a.channel.function);
                     return is_wave(a.channel.function) ? Rational(change(v)) : v;
                   }});
}

Subjects stored_in(const Format& format) {
  return with_value([format](const Rational& v) { return to_rational(round(format, v)); });
}

double of(double angle, Function f) {
  return f == Function::sine ? std::sin(angle) : std::cos(angle);
}

Subjects really(std::string_view recipe, std::string_view type, std::string_view claimed_recipe,
                std::string_view claimed_type) {
  return departing(subjects_named(claimed_recipe, claimed_type),
                   {.worker = subjects_named(recipe, type)});
}

std::vector<Mutant> wrong_trigonometry() {
  return {{"fast-trigonometry",
           "the graphics hardware's sine under the library's name",
           really("fast-trigonometry", "float32", "pow-reciprocal", "float32"),
           {"bound", "addition"}},
          {"quarter-turn-cosine",
           "the cosine as a sine, of another rounded angle",
           really("quarter-turn-cosine", "float32", "pow-multiply", "float32"),
           {"norm", "symmetry"}},
          {"short-quarter-turn",
           "a quarter turn of 1.5708",
           finishing<float>("pow-multiply",
                            [](float a, Function f) {
                              return f == Function::sine ? std::sin(a) : std::sin(a + 1.5708F);
                            }),
           {"bound", "norm", "addition"}},
          {"short-turn",
           "angles reduced by a float32 of 2π",
           finishing<double>("pow-multiply",
                             [](double a, Function f) {
                               constexpr double kTurn = 6.2831855F;
                               return of(a - std::nearbyint(a / kTurn) * kTurn, f);
                             }),
           {"bound", "addition"}},
          {"taylor-too-far",
           "sin a = a and cos a = 1 below a 64th",
           finishing<float>("pow-multiply",
                            [](float a, Function f) {
                              if (std::abs(a) < 0x1p-6F) return f == Function::sine ? a : 1.0F;
                              return static_cast<float>(of(a, f));
                            }),
           {"bound", "norm"}},
          {"sine-by-square-root",
           "sin a = √(1 − cos² a), without its sign",
           finishing<double>("pow-multiply",
                             [](double a, Function f) {
                               const double c = std::cos(a);
                               return f == Function::sine ? std::sqrt((1 - c) * (1 + c)) : c;
                             }),
           {"bound", "symmetry", "addition", "inverse"}}};
}

std::vector<Mutant> wrong_products() {
  const auto short_factor = [](double x) { return round_to({11, -126, 127, 19}, x); };
  return {{"tf32-product",
           "a matrix product with factors of 11 bits",
           departing(subjects_named("pow-multiply", "float32"),
                     {.value = [short_factor](const Asked& a) -> Rational {
                       if (is_frequency(a.channel.function)) return a.value(a.channel.function);
                       const double angle = short_factor(position_in<double>(a)) *
                                            short_factor(frequency_in<double>(a));
                       return exactly(static_cast<float>(of(angle, a.channel.function)));
                     }}),
           {"bound"}},
          {"frequencies-in-line",
           "frequencies that fall by a constant in place of a ratio",
           departing(subjects_named("pow-multiply", "float64"),
                     {.value = [](const Asked& a) -> Rational {
                       const double omega = 1 - double(a.channel.pair) / a.waves.pairs();
                       if (is_frequency(a.channel.function)) return exactly(omega);
                       return exactly(of(position_in<double>(a) * omega, a.channel.function));
                     }}),
           {"bound", "wavelengths"}},
          {"float32-as-float64",
           "a float32 table cast up",
           really("pow-multiply", "float32", "pow-multiply", "float64"),
           {"bound", "norm", "positions after 2^24"}},
          {"recurrence-as-power",
           "frequencies stepped from pair to pair under the name of powers",
           really("frequency-recurrence", "float32", "pow-multiply", "float32"),
           {"bound"}}};
}

std::vector<Mutant> wrong_storage() {
  return {
      {"table-in-bfloat16",
       "stored in 16 bits and cast up",
       stored_in(kBfloat16),
       {"bound", "norm"}},
      {"table-in-float16", "the same in float16", stored_in(kFloat16), {"bound", "norm"}},
      {"three-ulps-more",
       "every value 3u too large",
       with_value([](const Rational& v) { return Rational(v * (1 + 3 * power_of_two(-23))); }),
       {"bound", "boundedness", "norm"}},
      {"clipped-at-nine-tenths",
       "values beyond 0.9 are cut",
       with_value([](const Rational& v) {
         const Rational most(9, 10);
         return v > most ? most : (v < -most ? Rational(-most) : v);
       }),
       {"bound", "norm", "addition"}},
      {"tiny-flushed",
       "values below 2^-12 become 0",
       with_value([](const Rational& v) { return abs(v) < power_of_two(-12) ? Rational(0) : v; }),
       {"bound"}}};
}

}  // namespace

std::vector<Mutant> wrong_arithmetic() {
  std::vector<Mutant> found = wrong_trigonometry();
  for (const auto& some : {wrong_products(), wrong_storage()})
    found.insert(found.end(), some.begin(), some.end());
  return found;
}

}  // namespace sextant::recipe
