#include "sextant/verify/rotation/rotated_bounds_check.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "sextant/measure/prefilter/rotation_error_meter.hpp"
#include "sextant/recipe/bound/arithmetic.hpp"
#include "sextant/verify/accept/acceptance_criterion.hpp"
#include "sextant/verify/accept/counts.hpp"
#include "sextant/verify/rotation/rotated_arithmetic_check.hpp"

namespace sextant::verify {
namespace {

/// The cosine and sine by which a program rotates a pair, and their error bounds.
struct Waved {
  recipe::Off cosine, sine;
};

recipe::Off known(const exact::Ball& ball, double error) {
  const exact::Near x = exact::near(ball);
  const double size = std::abs(x.high);
  const bool exactly = x.low == 0 && x.radius == 0;
  return {exactly ? size : size * (1 + 0x1p-50) + x.radius, error};
}

class Judge {
 public:
  Judge(const RotatedSource& source, const AppliedRotation& applied)
      : source_(source),
        applied_(applied),
        whole_(applied.rotation.whole()),
        meter_(whole_, applied.rotation.columns, source.format),
        same_arithmetic_(applied),
        length_(recipe::upward(whole_.waves().amplitude)) {
    const recipe::Application& a = applied.application;
    const int emin = std::max({a.given.emin, a.tables.emin, a.steps.emin, a.store.emin});
    least_ = std::ldexp(1.0, emin);
  }

  void tile(const Tile& tile, Counts& counts) const {
    for (std::uint64_t p = 0; p < tile.places; ++p) {
      const std::uint64_t place = tile.place + p;
      const auto by = meter_.waves(source_.positions[place]);
      Known known{by, waves(place), {same_arithmetic_, place}};
      for (std::uint64_t k = 0; k < tile.leads; ++k) {
        const auto before = tile.row(tile.before, k, p);
        const auto after = tile.row(tile.after, k, p);
        for (std::size_t j = 0; j < tile.columns; ++j) {
          if (!std::isfinite(after[j]) || !meter_.known(j, before)) continue;
          entry({source_.row(tile.lead + k, place), source_.positions[place], j, after[j], 0, 0, 0},
                known, before, counts);
        }
      }
    }
  }

 private:
  std::vector<Waved> waves(std::uint64_t place) const {
    const exact::Oracle& tables = applied_.rotation.tables;
    const auto pairs = static_cast<std::size_t>(tables.waves().pairs());
    std::vector<Waved> result(pairs);
    for (std::size_t i = 0; i < pairs; ++i) {
      const auto by = tables.pair(source_.positions[place], static_cast<int>(i));
      result[i] = {known(by.cosine, applied_.recipe.bound(place, i)),
                   known(by.sine, applied_.recipe.bound(place, pairs + i))};
    }
    return result;
  }

  const Waved& of(const RotatedColumn& c, const std::vector<Waved>& waved) const {
    return waved[static_cast<std::size_t>(c.pair)];
  }

  /// Whether the tables' recipe has a bound.  The cast to another format may still overflow.
  bool promised(const RotatedColumn& c, const std::vector<Waved>& waved) const {
    const auto& [cosine, sine] = of(c, waved);
    return std::isfinite(cosine.error) && std::isfinite(sine.error);
  }

  /// A column after the first of two rotations. rotation.md, (13)
  recipe::Off once(std::size_t column, const std::vector<Waved>& waved,
                   std::span<const double> before) const {
    const RotatedColumn& c = applied_.rotation.columns[column];
    const recipe::Off x{std::abs(before[c.first]), 0};
    if (c.passes()) return {x.size, recipe::pass_terms(applied_.application, x).total()};
    const recipe::Off y{std::abs(before[c.second]), 0};
    const auto& [cosine, sine] = of(c, waved);
    const double size = (x.size * cosine.size + y.size * sine.size) * recipe::kUpward;
    const auto terms = recipe::turn_terms(applied_.application, x, cosine, y, sine, size);
    return {size, terms.total()};
  }

  double bound(std::size_t column, const std::vector<Waved>& waved, std::span<const double> before,
               double truth) const {
    const RotatedColumn& c = applied_.rotation.columns[column];
    const bool twice = applied_.rotation.twice;
    const auto taken = [&](std::size_t from) {
      return twice ? once(from, waved, before) : recipe::Off{std::abs(before[from]), 0};
    };
    const recipe::Off x = taken(c.first);
    if (c.passes()) return recipe::pass_terms(applied_.application, x).total();
    const auto& [cosine, sine] = of(c, waved);
    return recipe::turn_terms(applied_.application, x, cosine, taken(c.second), sine, truth)
        .total();
  }

  /// Values that all numbers of a position share.
  struct Known {
    std::span<const exact::SineCosine> by;
    std::vector<Waved> waved;
    RotatedArithmeticCheck::Place same_arithmetic;
  };

  void entry(Violation place, Known& known, std::span<const double> before, Counts& counts) const {
    const std::size_t j = place.channel;
    const RotatedColumn& c = applied_.rotation.columns[j];
    const exact::Near truth = exact::near(meter_.ball(j, known.by, before));
    place.absolute = measure::distance(truth, place.got);
    place.bound =
        bound(j, known.waved, before, std::abs(truth.high) * (1 + 0x1p-50) + truth.radius);
    const double length = c.passes() ? std::abs(before[c.first])
                                     : std::hypot(before[c.first], before[c.second]) * length_;
    const double size = std::max(length, least_);
    const auto nearest = [&] {
      return meter_.nearest(source_.format, j, place.position, known.by, before).value;
    };
    const auto report = [&] {
      place.want = nearest();
      return place;
    };
    Margin used{.fraction = 2, .bound = place.bound / size, .error = place.absolute / size};
    const bool vacuous = !(place.bound <= kVacuous * size);
    if (!vacuous && place.absolute <= place.bound)
      used.fraction = place.bound > 0 ? place.absolute / place.bound : 0;
    else if (nearest() == place.got)
      used = {};
    else if (vacuous && !c.passes() && !applied_.rotation.twice && promised(c, known.waved))
      return known.same_arithmetic.judge(place, before, size, used, report, counts);
    counts.bounded.add(used, place.row, j, report);
  }

  const RotatedSource& source_;
  const AppliedRotation& applied_;
  exact::Oracle whole_;
  measure::RotationErrorMeter meter_;
  RotatedArithmeticCheck same_arithmetic_;
  double length_;
  double least_ =
      /// The least size for bounds: below it, numbers of the format are subnormal.
      0;
};

/// Computes rows as a program does that applies the rotation.
class Maker {
 public:
  Maker(const RotatedSource& source, const AppliedRotation& applied, recipe::Fused fused)
      : applied_(applied), fused_(fused), values_(applied.rotation.tables.chart().width()) {
    once_.resize(source.columns);
    made_.resize(source.columns);
  }

  void at(std::uint64_t place) { applied_.recipe.row(place, values_); }

  std::span<const double> row(std::span<const double> before) {
    turn(before, made_);
    if (!applied_.rotation.twice) return made_;
    std::swap(once_, made_);
    turn(once_, made_);
    return made_;
  }

 private:
  void turn(std::span<const double> in, std::span<double> out) const {
    const recipe::Application& a = applied_.application;
    const std::size_t pairs = values_.size() / 2;
    for (std::size_t j = 0; j < in.size(); ++j) {
      const RotatedColumn& c = applied_.rotation.columns[j];
      const auto pair = static_cast<std::size_t>(std::max(c.pair, 0));
      out[j] = c.passes() ? recipe::passed(a, c.x(in.data()))
                          : recipe::rotated(a, fused_, c.x(in.data()), values_[pair],
                                            c.y(in.data()), values_[pairs + pair]);
    }
  }

  const AppliedRotation& applied_;
  recipe::Fused fused_;
  std::vector<double> values_, once_, made_;
};

}  // namespace

exact::Oracle VectorRotation::whole() const {
  if (!twice) return tables;
  Chart chart = tables.chart();
  chart.waves.scale *= 2;
  chart.waves.amplitude = pow(chart.waves.amplitude, 2);
  return exact::Oracle(std::move(chart));
}

BoundsResult check_bounds(const RotatedSource& source, const AppliedRotation& applied,
                          std::uint64_t patience, const Progress& progress) {
  const Judge judge(source, applied);
  std::atomic<bool> lost = false;
  std::atomic<std::uint64_t> done = 0;
  const auto all = static_cast<double>(source.leads * source.places());
  const auto counts = sweep_tiles<Counts>(source, [&](const Tile& tile, Counts& result) {
    if (lost) return;
    judge.tile(tile, result);
    result.entries += tile.before.size();
    if (result.least_violations() > patience) lost = true;
    done += tile.leads * tile.places;
    if (progress) progress(static_cast<double>(done) / all);
  });
  return counts.settled();
}

Match bitwise_match(const RotatedSource& source, const AppliedRotation& applied,
                    recipe::Fused fused, std::uint64_t patience) {
  std::atomic<std::uint64_t> differ = 0;
  return sweep_tiles<Match>(source, [&](const Tile& tile, Match& match) {
    Maker maker(source, applied, fused);
    for (std::uint64_t p = 0; p < tile.places && differ <= patience; ++p) {
      maker.at(tile.place + p);
      for (std::uint64_t k = 0; k < tile.leads; ++k) {
        const auto made = maker.row(tile.row(tile.before, k, p));
        const auto got = tile.row(tile.after, k, p);
        std::uint64_t same = 0;
        std::uint64_t seen = 0;
        for (std::size_t j = 0; j < tile.columns; ++j) {
          if (std::isnan(made[j])) continue;  // computed from a NaN
          ++seen;
          same += made[j] == got[j] && std::signbit(made[j]) == std::signbit(got[j]) ? 1U : 0U;
        }
        match.same += same;
        match.reached += seen;
        differ += seen - same;
      }
    }
  });
}

}  // namespace sextant::verify
