#include "sextant/recipe/application/application.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sextant/number/round.hpp"
#include "sextant/recipe/bound/terms.hpp"

namespace sextant::recipe {
namespace {

/// Whether every number of `narrow` is one of `wide`.
bool holds(const Format& wide, const Format& narrow) {
  return wide.precision >= narrow.precision && wide.emin <= narrow.emin && wide.emax >= narrow.emax;
}

/// The rounding error of one operation in a format at magnitudes up to x.  16-bit operations are
/// computed in float32 first, whose subnormal numbers round too.                                (8)
double operation(const Format& format, double x) {
  const double twice = format.storage_bits == 16 ? 0x1p-150 : 0;
  return storage_error(format, x) + twice;
}

/// The error of converting a number of the vectors to the format of the steps.                  (7)
double cast(const Application& a, double size) {
  return holds(a.steps, a.given) ? 0 : storage_error(a.steps, size);
}

bool is_exact(const Off& wave) { return wave.error == 0 && (wave.size == 0 || wave.size == 1); }
bool is_nothing(const Off& x, const Off& wave) {
  return x.size + x.error == 0 || wave.size + wave.error == 0;
}

double most(const Off& x) { return (x.size + x.error) * kUpward; }

template <class T>
double fused_in(Fused fused, double x, double c, double y, double s) {
  const auto a = static_cast<T>(x);
  const auto b = static_cast<T>(y);
  const auto p = static_cast<T>(c);
  const auto q = static_cast<T>(s);
  if (fused == Fused::first) return static_cast<double>(std::fma(a, p, T(b * q)));
  if (fused == Fused::second) return static_cast<double>(std::fma(b, q, T(a * p)));
  return static_cast<double>(T(T(a * p) + T(b * q)));
}

}  // namespace

std::vector<Application> applications(const Format& given, const Format& compute,
                                      const Format& store) {
  std::vector<Application> found = {
      {"wide-tables", "tables and products in the format computed in, cast at the end", given,
       compute, compute, store}};
  const bool narrow = given.storage_bits == 16 && holds(compute, given);
  if (!narrow) return found;
  found.push_back({"stored-tables",
                   "tables in the vectors' format, products wider, cast at the end", given, given,
                   compute, store});
  if (given == store) {
    found.push_back({"stored-throughout", "every step rounded to the vectors' format", given, given,
                     given, store});
  }
  return found;
}

std::vector<Fused> fusings(const Application& application) {
  if (application.steps.storage_bits == 16) return {Fused::none};
  return {Fused::none, Fused::first, Fused::second};
}

double rotated(const Application& a, Fused fused, double x, double c, double y, double s) {
  if (a.steps == kFloat64) return round_to(a.store, fused_in<double>(fused, x, c, y, s));
  if (a.steps == kFloat32) return round_to(a.store, fused_in<float>(fused, x, c, y, s));
  const auto stored = [&](double value) {
    return round_to(a.steps, static_cast<double>(static_cast<float>(value)));
  };
  return round_to(a.store, stored(stored(x * c) + stored(y * s)));
}

double passed(const Application& a, double x) { return round_to(a.store, round_to(a.steps, x)); }

double TurnTerms::total() const {
  double all = 0;
  for (const auto& [name, part] : kNames) all += this->*part;
  return std::isnan(all) ? std::numeric_limits<double>::infinity() : all * kUpward;
}

Off for_any_order(const Application& a, const Off& wave) {
  if (a.tables != a.steps || a.steps.storage_bits == 16) return wave;
  const double u = std::ldexp(1.0, -a.steps.precision);
  return {wave.size, (wave.error + u * (1 + 2 * u) * most(wave)) * kUpward};
}

TurnTerms turn_terms(const Application& a, const Off& x, const Off& c, const Off& y, const Off& s,
                     double truth) {
  const Off first{x.size, (x.error + cast(a, most(x))) * kUpward};
  const Off second{y.size, (y.error + cast(a, most(y))) * kUpward};
  TurnTerms t;
  t.table = (x.size * c.error + y.size * s.error) * kUpward;
  t.input = (first.error * most(c) + second.error * most(s)) * kUpward;
  const bool one = is_nothing(first, c);
  const bool other = is_nothing(second, s);
  if (!one && !is_exact(c)) t.product += operation(a.steps, most(first) * most(c) * kUpward);
  if (!other && !is_exact(s)) t.product += operation(a.steps, most(second) * most(s) * kUpward);
  const double before = (truth + t.table + t.input + t.product) * kUpward;
  if (!one && !other) t.sum = operation(a.steps, before);
  // A given number, or its negative: its own format holds it.
  const bool kept =
      (other && is_exact(c) && first.error == 0) || (one && is_exact(s) && second.error == 0);
  if (!(kept && holds(a.store, a.given)) && !holds(a.store, a.steps))
    t.storage = storage_error(a.store, (before + t.sum) * kUpward);
  return t;
}

TurnTerms pass_terms(const Application& a, const Off& x) {
  TurnTerms t;
  t.input = (x.error + cast(a, most(x))) * kUpward;
  const Off taken{x.size, t.input};
  const bool same = taken.error == 0 && holds(a.store, a.given);  // converted and converted back
  if (!same && !holds(a.store, a.steps)) t.storage = storage_error(a.store, most(taken));
  return t;
}

}  // namespace sextant::recipe
