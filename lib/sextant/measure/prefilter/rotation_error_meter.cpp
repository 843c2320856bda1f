#include "sextant/measure/prefilter/rotation_error_meter.hpp"

#include <cmath>
#include <utility>

namespace sextant::measure {

RotationErrorMeter::RotationErrorMeter(const exact::Oracle& oracle,
                                       std::vector<RotatedColumn> columns, const Format& format)
    : oracle_(oracle),
      format_(format),
      columns_(std::move(columns)),
      pairs_(static_cast<std::size_t>(oracle.waves().pairs())),
      steps_(ErrorMeter(oracle, format).steps()) {
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    const RotatedColumn& c = columns_[j];
    if (c.passes())
      passing_.push_back(j);
    else
      (c.minus_second ? pairs_[static_cast<std::size_t>(c.pair)].u
                      : pairs_[static_cast<std::size_t>(c.pair)].v) = j;
  }
  if (passing_.size() == columns_.size()) pairs_.clear();
}

std::vector<exact::SineCosine> RotationErrorMeter::waves(Position position) const {
  std::vector<exact::SineCosine> result;
  result.reserve(static_cast<std::size_t>(oracle_.waves().pairs()));
  for (int pair = 0; pair < oracle_.waves().pairs(); ++pair)
    result.push_back(oracle_.pair(position, pair));
  return result;
}

bool RotationErrorMeter::known(std::size_t column, std::span<const double> before) const {
  const RotatedColumn& c = columns_[column];
  return std::isfinite(before[c.first]) && (c.passes() || std::isfinite(before[c.second]));
}

exact::Ball RotationErrorMeter::ball(std::size_t column, std::span<const exact::SineCosine> by,
                                     std::span<const double> before) const {
  const RotatedColumn& c = columns_[column];
  if (c.passes()) return exact::ball(c.x(before.data()));
  return exact::rotated(by[static_cast<std::size_t>(c.pair)], c.x(before.data()),
                        c.y(before.data()));
}

template <class F>
auto RotationErrorMeter::with_truth(std::size_t column, Position position,
                                    std::span<const double> before, const F& f) const {
  const RotatedColumn& c = columns_[column];
  if (c.passes()) return f(exact::ExactDouble(c.x(before.data())));
  return f(exact::RotatedNumber(oracle_.waves(), position, c.pair, c.x(before.data()),
                                c.y(before.data())));
}

exact::Oracle::Rounded RotationErrorMeter::nearest(const Format& format, std::size_t column,
                                                   Position position,
                                                   std::span<const exact::SineCosine> by,
                                                   std::span<const double> before) const {
  return with_truth(column, position, before, [&](const exact::Truth& truth) {
    return exact::nearest(format, truth, ball(column, by, before));
  });
}

std::string RotationErrorMeter::decimal(std::size_t column, Position position,
                                        std::span<const double> before, int digits) const {
  return with_truth(column, position, before,
                    [&](const exact::Truth& truth) { return exact::decimal(truth, digits); });
}

std::optional<Witness> RotationErrorMeter::witness(const RotatedRow& row,
                                                   std::span<const exact::SineCosine> by,
                                                   std::size_t column,
                                                   const std::optional<PhaseError>& phase,
                                                   RotationStatistics& statistics) const {
  if (!known(column, row.before)) {
    ++statistics.left_out;
    if (std::isfinite(row.after[column])) ++statistics.made_up;
    return std::nullopt;
  }
  Witness witness;
  witness.row = row.row;
  witness.position = row.position;
  witness.channel = column;
  witness.got = row.after[column];
  witness.phase = phase;
  const exact::Ball truth = ball(column, by, row.before);
  const bool decided = with_truth(column, row.position, row.before, [&](const exact::Truth& value) {
    const auto rounded = exact::nearest(format_, value, truth);
    witness.error.want = rounded.value;
    if (std::isfinite(witness.got))
      witness.error = entry_error(format_, value, truth, rounded, witness.got);
    return rounded.decided;
  });
  if (std::isfinite(witness.got)) return witness;
  statistics.statistics.see_not_finite(witness, decided);
  return std::nullopt;
}

/// The angle from the true pair to the stored one: (v', u') is (s, c) of measures.md, (5).
std::optional<PhaseError> RotationErrorMeter::phase(const RotatedRow& row,
                                                    std::span<const exact::SineCosine> by,
                                                    const Twins& twins) const {
  if (!known(twins.u, row.before)) return std::nullopt;
  const auto truth = [&](std::size_t column) {
    return with_truth(column, row.position, row.before, [&](const exact::Truth& value) {
      return near(value, ball(column, by, row.before));
    });
  };
  const auto pair = static_cast<std::size_t>(columns_[twins.u].pair);
  return phase_error(truth(twins.v), truth(twins.u), row.after[twins.v], row.after[twins.u],
                     steps_[pair]);
}

void RotationErrorMeter::measure(const RotatedRow& row, std::span<const exact::SineCosine> by,
                                 RotationStatistics& statistics) const {
  for (const Twins& twins : pairs_) {
    const auto off = phase(row, by, twins);
    const auto u = witness(row, by, twins.u, off, statistics);
    const auto v = witness(row, by, twins.v, off, statistics);
    // The phase of a pair is reported at the entry that is farther off.
    const bool of_u = u && (!v || u->error.absolute >= v->error.absolute);
    if (u) statistics.statistics.see(*u, of_u);
    if (v) statistics.statistics.see(*v, !of_u);
  }
  for (const std::size_t column : passing_)
    if (const auto one = witness(row, by, column, std::nullopt, statistics))
      statistics.statistics.see(*one);
}

}  // namespace sextant::measure
