#include "sweep/one_by_one.hpp"

#include <cmath>

#include "sextant/exact/oracle.hpp"
#include "sextant/measure/entry/rows.hpp"
#include "sextant/sweep/criteria.hpp"

namespace sextant {
namespace {

using sweep::FailurePlace;
using sweep::Found;
using sweep::Measured;

/// A class counted up to, limit by limit.
std::size_t counted_up(double off, double limit) {
  std::size_t k = 0;
  for (; off > limit && k + 1 < measure::ErrorClasses::kClasses; limit *= 2) ++k;
  return k;
}

measure::ErrorClasses spread_of(const Format& format, const measure::EntryError& e, double got) {
  measure::ErrorClasses one;
  const bool right = e.correct == measure::Correct::yes && std::abs(got) <= 1;
  const double unit = std::ldexp(1.0, -format.precision - 1);
  std::size_t steps = 0;
  for (double limit = 1; e.steps >= limit; limit *= 2) ++steps;
  one.steps[steps] = 1;
  one.absolute[right ? 0 : counted_up(e.absolute, unit)] = 1;
  return one;
}

/// Of one row, with nothing known of others.
measure::Defects defects_of(const sweep::Job& job, const measure::DefectMeter& meter,
                            recipe::Recipe& recipe, std::uint64_t row) {
  std::vector<double> values(job.chart().width());
  measure::SplitRow x, y;
  measure::Defects found;
  recipe.row(row, values);
  meter.split(values, x);
  meter.norm(row, job.positions[row], x, found);
  const std::uint64_t other = row + *job.rows_apart;
  if (other == row || other >= job.positions.count) return found;
  recipe.row(other, values);
  meter.split(values, y);
  meter.step(row, job.positions[row], x, y, found);
  return found;
}

}  // namespace

Measured one_by_one(const sweep::Job& job) {
  const Chart chart = job.chart();
  const exact::Oracle oracle(chart);
  const measure::RowErrorMeter meter(oracle, job.formats.store);
  const measure::DefectMeter identities(chart, job.apart());
  const auto recipe = recipe::make(job.recipe, chart, job.formats, job.positions);
  const auto criteria = sweep::criteria(job.formats.store, job.limits);
  Measured all;
  std::vector<measure::ErrorClasses> channels(chart.width());
  std::vector<double> values(chart.width());
  for (std::uint64_t row = 0; row < job.positions.count; ++row) {
    const Position p = job.positions[row];
    int octave = 0;
    Rational size = Rational(to_rational(p < 0 ? -p : p)) / Rational(Integer(job.positions.parts));
    for (; size >= 1; size /= 2) ++octave;
    for (; size > 0 && size < Rational(1, 2); size *= 2) --octave;
    recipe->row(row, values);
    Found found;
    meter.measure(row, p, values, found.statistics,
                  [&](std::size_t channel, const measure::EntryError& e) {
                    const auto one = spread_of(job.formats.store, e, values[channel]);
                    found.spread.merge(one);
                    channels[channel].merge(one);
                    for (const sweep::Criterion& criterion : criteria) {
                      auto& beyond = found.beyond[criterion.name];
                      if (criterion.fails(e) && (!beyond || channel < beyond->channel))
                        beyond = FailurePlace{row, p, channel, e.absolute};
                    }
                  });
    // An entry that is no number fails every limit, and is unfaithful unless the truth rounds to
    // it.
    for (std::size_t channel = 0; channel < values.size(); ++channel) {
      if (std::isfinite(values[channel])) continue;
      const double right = oracle.nearest(job.formats.store, p, chart.channels[channel]).value;
      for (const sweep::Criterion& criterion : criteria) {
        auto& beyond = found.beyond[criterion.name];
        const bool before = !beyond || channel < beyond->channel;
        if (before && (criterion.limit || right != values[channel]))
          beyond = FailurePlace{row, p, channel, HUGE_VAL};
      }
    }
    if (job.rows_apart) found.defects = defects_of(job, identities, *recipe, row);
    all.octaves[octave].merge(found);
  }
  all.channels = measure::Histogram(channels);
  return all;
}

}  // namespace sextant
