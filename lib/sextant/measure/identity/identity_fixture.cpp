#include "sextant/measure/identity/identity_fixture.hpp"

#include "sextant/exact/angle/ball.hpp"

namespace sextant::measure {

Chart plain(Chart chart) {
  chart.waves.origin = 0;
  chart.waves.amplitude = 1;
  chart.waves.xpos.reset();
  chart.waves.zero_row.reset();
  return chart;
}

IdentityFixture::IdentityFixture(const exact::Oracle& oracle, const std::string& name,
                                 const recipe::ComputeFormats& formats,
                                 const std::vector<Position>& positions) {
  const bool sequential = recipe::entry(name).sequential;
  const auto list = sequential ? Positions{0, static_cast<std::uint64_t>(positions.back()) + 1, 1}
                               : Positions::of(positions);
  const Format computes = recipe::computes_in(name, formats);
  const auto stored = recipe::make(name, oracle.chart(), formats, list);
  const auto computed = recipe::make(name, oracle.chart(), {computes, computes, {}}, list);
  const bool own_angle = !sequential && name != "quarter-turn-cosine";
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const auto at = sequential ? static_cast<std::uint64_t>(positions[i]) : i;
    rows_.emplace(positions[i], row(oracle, *stored, *computed, at, positions[i], own_angle));
  }
}

FixtureRow IdentityFixture::row(const exact::Oracle& oracle, recipe::Recipe& stored,
                                recipe::Recipe& computed, std::uint64_t row, Position position,
                                bool own_angle) const {
  const std::size_t width = oracle.chart().width();
  FixtureRow found;
  found.values.resize(width);
  found.computed.resize(width);
  stored.row(row, found.values);
  computed.row(row, found.computed);
  for (std::size_t j = 0; j < width; ++j) {
    const recipe::Terms terms = stored.terms(row, j);
    found.errors.push_back(terms.total());
    found.storage.push_back(terms.storage);
    // Sine and cosine of one computed angle are off its circle only by their own errors.
    found.own.push_back(own_angle ? terms.sine : computed.bound(row, j));
    const auto truth = exact::near(oracle.ball(position, oracle.chart().channels[j]));
    found.truths.push_back(static_cast<long double>(truth.high) + truth.low);
  }
  return found;
}

}  // namespace sextant::measure
