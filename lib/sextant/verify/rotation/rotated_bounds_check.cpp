#include "sextant/verify/rotation/rotated_bounds_check.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <optional>

#include "sextant/recipe/bound/amplitude.hpp"
#include "sextant/verify/accept/acceptance_criterion.hpp"
#include "sextant/verify/accept/counts.hpp"
#include "sextant/verify/rows/approximate_scale.hpp"

namespace sextant::verify {
namespace {

using recipe::Off;

/// The error of sines and cosines in long double, and of their products, as a fraction of the
/// amplitude.
constexpr double kEvaluated = 0x1p-59;

/// The cosine and sine by which a program rotates a pair, and their error bounds.
struct Waved {
  Off cosine, sine;
  long double c = 0, s = 0;  ///< for an exact angle, to 2⁻⁶⁰ of the amplitude
  double length = 1;         ///< of the pair (1, 0) after the rotation
  double subnormal = 0;      ///< further error of numbers below the normal ones
};

/// The oracle of the whole rotation.  If `twice`, it has twice the angle and the squared amplitude.
exact::Oracle whole(const VectorRotation& rotation) {
  Chart chart = rotation.tables.chart();
  if (rotation.twice) chart.waves = applied_twice(std::move(chart.waves));
  return exact::Oracle(std::move(chart));
}

class Judge {
 public:
  Judge(const RotatedSource& source, const AppliedRotation& applied)
      : source_(source),
        rotation_(applied.rotation),
        application_(applied.application),
        recipe_(applied.recipe),
        whole_(whole(applied.rotation)),
        meter_(whole_, applied.rotation.columns, source.format),
        length_(recipe::upward(whole_.waves().amplitude)) {
    const recipe::Application& a = application_;
    const int emin = std::max({a.given.emin, a.tables.emin, a.steps.emin, a.store.emin});
    least_ = std::ldexp(1.0, emin);
    const Waves& waves = rotation_.tables.waves();
    const recipe::Hypothesis hypothesis = applied.library.hypothesis(applied.compute);
    finish_ = applied.compute == kFloat64
                  ? recipe::Amplitude<double>(waves, hypothesis).finish(a.tables)
                  : recipe::Amplitude<float>(waves, hypothesis).finish(a.tables);
    amplitude_ = recipe::to<long double>(waves.amplitude);
    for (int pair = 0; pair < waves.pairs(); ++pair)
      factors_.push_back(applied.recipe.candidates(pair));
  }

  /// Values that all numbers of a place share.
  struct Known {
    std::uint64_t place;
    std::vector<exact::SineCosine> by;
    std::vector<Waved> waved;                   ///< by pair
    std::vector<std::vector<Waved>> by_factor;  ///< by pair and factor; computed on demand
  };

  Known known(std::uint64_t place) const {
    const exact::Oracle& tables = rotation_.tables;
    const auto pairs = static_cast<std::size_t>(tables.waves().pairs());
    Known result{place, meter_.waves(source_.positions[place]), {}, {}};
    result.by_factor.resize(pairs);
    for (std::size_t i = 0; i < pairs; ++i) {
      const auto by = rotation_.twice ? tables.pair(source_.positions[place], static_cast<int>(i))
                                      : result.by[i];
      Waved& waved = result.waved.emplace_back();
      waved.cosine = near(by.cosine, recipe_.bound(place, i));
      waved.sine = near(by.sine, recipe_.bound(place, pairs + i));
      const Waves& whole = whole_.waves();
      waved.length =
          length_ * approximate_scale(whole, source_.positions[place], static_cast<int>(i));
      if (!whole.xpos) continue;
      waved.cosine = recipe::for_any_order(application_, waved.cosine);
      waved.sine = recipe::for_any_order(application_, waved.sine);
      const Format& steps = application_.steps;
      waved.subnormal = waved.length * std::ldexp(2.0, steps.emin - steps.precision);
    }
    return result;
  }

  void row(const measure::RotatedRow& v, Known& known, Counts& counts) const {
    for (std::size_t j = 0; j < source_.columns; ++j)
      if (std::isfinite(v.after[j]) && meter_.known(j, v.before)) entry(v, j, known, counts);
  }

 private:
  static Off near(const exact::Ball& ball, double error) {
    const exact::Near x = exact::near(ball);
    const double size = std::abs(x.high);
    const bool exactly = x.low == 0 && x.radius == 0;
    return {exactly ? size : size * (1 + 0x1p-50) + x.radius, error};
  }

  double turned(const Off& x, const Off& y, const Waved& by, double truth) const {
    return (recipe::turn_terms(application_, x, by.cosine, y, by.sine, truth).total() +
            by.subnormal) *
           (by.subnormal > 0 ? recipe::kUpward : 1);
  }

  /// The input of the last rotation in a column: as given, or after the first of two rotations.
  /// rotation.md, (13)
  Off taken(std::size_t column, const Known& known, std::span<const double> before) const {
    const Off given{std::abs(before[column]), 0};
    if (!rotation_.twice) return given;
    const RotatedColumn& c = rotation_.columns[column];
    if (c.passes()) return {given.size, recipe::pass_terms(application_, given).total()};
    const Off x{std::abs(before[c.first]), 0}, y{std::abs(before[c.second]), 0};
    const Waved& by = known.waved[static_cast<std::size_t>(c.pair)];
    const double size = (x.size * by.cosine.size + y.size * by.sine.size) * recipe::kUpward;
    return {size, turned(x, y, by, size)};
  }

  void entry(const measure::RotatedRow& v, std::size_t j, Known& known, Counts& counts) const {
    const RotatedColumn& c = rotation_.columns[j];
    const Waved* by = c.passes() ? nullptr : &known.waved[static_cast<std::size_t>(c.pair)];
    const exact::Near truth = exact::near(meter_.ball(j, known.by, v.before));
    const Off x = taken(c.first, known, v.before);
    const double bound = by == nullptr
                             ? recipe::pass_terms(application_, x).total()
                             : turned(x, taken(c.second, known, v.before), *by,
                                      std::abs(truth.high) * (1 + 0x1p-50) + truth.radius);
    Violation place{v.row, v.position, j, v.after[j], 0, 0, bound};
    place.absolute = measure::distance(truth, place.got);
    const double length = by == nullptr
                              ? std::abs(v.before[c.first])
                              : std::hypot(v.before[c.first], v.before[c.second]) * by->length;
    const double size = std::max(length, least_);
    const auto nearest = [&] {
      return meter_.nearest(source_.format, j, v.position, known.by, v.before).value;
    };
    const auto report = [&] {
      place.want = nearest();
      return place;
    };
    Margin used{.fraction = 2, .bound = bound / size, .error = place.absolute / size};
    const bool vacuous = !(bound <= kVacuous * size);
    // The recipe may have a finite bound, although the cast to another format overflows.
    const bool promised =
        by != nullptr && std::isfinite(by->cosine.error) && std::isfinite(by->sine.error);
    if (!vacuous && place.absolute <= bound)
      used.fraction = bound > 0 ? place.absolute / bound : 0;
    else if (nearest() == place.got)
      used = {};
    else if (vacuous && promised && !rotation_.twice &&
             !factors_[static_cast<std::size_t>(c.pair)].empty())
      return by_factor(v, j, known, size, used, report, counts);
    counts.bounded.add(used, v.row, j, report);
  }

  /// The sine and cosine that a program computes from an angle that it holds exactly.
  Waved of_angle(double angle) const {
    const auto off = [&](Function function, long double value) {
      const double size = std::abs(angle);
      const recipe::AngleError error{.angle = size, .absolute = size > 0 ? kEvaluated : 0};
      const double known = static_cast<double>(std::abs(value)) * (1 + 0x1p-50);
      return Off{known + finish_.amplitude * kEvaluated,
                 recipe::propagate(error, function, finish_).total()};
    };
    const long double c = amplitude_ * std::cos(static_cast<long double>(angle));
    const long double s = amplitude_ * std::sin(static_cast<long double>(angle));
    return {off(Function::cosine, c), off(Function::sine, s), c, s};
  }

  /// Counts a number for every factor of its column.
  template <class Report>
  void by_factor(const measure::RotatedRow& v, std::size_t j, Known& known, double size,
                 Margin margin, const Report& report, Counts& counts) const {
    const RotatedColumn& c = rotation_.columns[j];
    const auto pair = static_cast<std::size_t>(c.pair);
    auto& waved = known.by_factor[pair];
    if (waved.empty())
      for (const double factor : factors_[pair])
        waved.push_back(of_angle(recipe_.angle(known.place, factor)));
    counts.columns.resize(source_.columns);
    counts.columns[j].resize(waved.size());
    const double x = c.x(v.before.data()), y = c.y(v.before.data());
    const double blur =
        (std::abs(x) + std::abs(y)) * finish_.amplitude * kEvaluated * recipe::kUpward;
    for (std::size_t k = 0; k < waved.size(); ++k) {
      const long double truth = x * waved[k].c + y * waved[k].s;
      const double most = static_cast<double>(std::abs(truth)) * (1 + 0x1p-50) + blur;
      const double bound = turned({std::abs(x), 0}, {std::abs(y), 0}, waved[k], most) + blur;
      const auto distance = static_cast<double>(std::abs(v.after[j] - truth));
      const bool inside = bound <= kVacuous * size && distance <= bound;
      margin.fraction = inside ? distance / bound : std::numeric_limits<double>::infinity();
      margin.bound = 0;  // not accepted by a bound
      counts.columns[j][k].add(margin, v.row, j, report);
    }
  }

  const RotatedSource& source_;
  const VectorRotation& rotation_;
  const recipe::Application& application_;
  const recipe::Recipe& recipe_;
  exact::Oracle whole_;
  measure::RotationErrorMeter meter_;
  double length_;     ///< without the scale of xPos
  double least_ = 0;  ///< smallest size for bounds; below it, numbers of some format are subnormal
  recipe::Finish finish_;
  long double amplitude_ = 1;
  std::vector<std::vector<double>> factors_;  ///< by pair
};

/// A vector after one rotation by a program, which uses the row [cos | sin] of its tables.  `in`
/// has the numbers that its columns read.
std::vector<double> rotated(const AppliedRotation& applied, recipe::Fused fused,
                            std::span<const double> table, std::span<const double> in) {
  const recipe::Application& a = applied.application;
  std::vector<double> out(applied.rotation.columns.size());
  for (std::size_t j = 0; j < out.size(); ++j) {
    const RotatedColumn& c = applied.rotation.columns[j];
    const auto pair = static_cast<std::size_t>(std::max(c.pair, 0));
    out[j] = c.passes() ? recipe::passed(a, c.x(in.data()))
                        : recipe::rotated(a, fused, c.x(in.data()), table[pair], c.y(in.data()),
                                          table[table.size() / 2 + pair]);
  }
  return out;
}

}  // namespace

BoundsResult check_bounds(const RotatedSource& source, const AppliedRotation& applied,
                          std::uint64_t patience, const Progress& progress) {
  const Judge judge(source, applied);
  std::atomic<bool> lost = false;
  const auto begin = [&](Counts& counts) {
    return [&, known = std::optional<Judge::Known>()](std::uint64_t place,
                                                      const measure::RotatedRow& v) mutable {
      if (lost) return;
      if (!known || known->place != place) {
        lost = lost || counts.least_violations() > patience;
        known = judge.known(place);
      }
      judge.row(v, *known, counts);
      counts.entries += source.columns;
    };
  };
  return sweep_vectors<Counts>(source, begin, progress).settled();
}

Match bitwise_match(const RotatedSource& source, const AppliedRotation& applied,
                    recipe::Fused fused, std::uint64_t patience) {
  std::atomic<std::uint64_t> differ = 0;
  const auto begin = [&](Match& match) {
    return [&, at = std::optional<std::uint64_t>(),
            table = std::vector<double>(applied.rotation.tables.chart().width())](
               std::uint64_t place, const measure::RotatedRow& v) mutable {
      if (differ > patience) return;
      if (at != place) applied.recipe.row(place, table);
      at = place;
      auto made = rotated(applied, fused, table, v.before);
      if (applied.rotation.twice) made = rotated(applied, fused, table, made);
      for (std::size_t j = 0; j < made.size(); ++j) {
        if (std::isnan(made[j])) continue;  // not compared
        const bool same = same_number(made[j], v.after[j]);
        ++match.reached;
        match.same += same ? 1 : 0;
        differ += same ? 0 : 1;
      }
    };
  };
  return sweep_vectors<Match>(source, begin);
}

}  // namespace sextant::verify
