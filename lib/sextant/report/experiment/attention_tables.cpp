#include "sextant/report/experiment/attention_tables.hpp"

#include <cmath>

#include "sextant/recipe/attention/rotary_tables.hpp"
#include "sextant/recipe/catalogue/other_sines.hpp"

namespace sextant {
namespace {

using Wide = Interval<50>;
using recipe::attention::Matrix;

/// Covers the roundings of a bound in doubles.                                                 (20)
constexpr double kPaid = 1 + 0x1p-40;

}  // namespace

const std::vector<AttentionSource>& attention_sources() {
  static const std::vector<AttentionSource> list = {
      {"exact, rounded", kFloat32},
      {"exact, rounded", kFloat16},
      {"exact, rounded", kBfloat16},
      {"pow-reciprocal", kFloat32, "pow-reciprocal"},
      {"pow-reciprocal, frequencies in bfloat16",
       kFloat32,
       "pow-reciprocal",
       {.position = std::nullopt, .frequency = kBfloat16}}};
  return list;
}

std::vector<Position> behind(Position query, std::size_t count) {
  std::vector<Position> positions;
  for (std::size_t o = 0; o < count; ++o) positions.push_back(query - static_cast<Position>(o));
  return positions;
}

AttentionTableMaker::AttentionTableMaker(const Rotary& encoding, const AttentionSource& source)
    : source_(source),
      layout_(encoding.layout),
      oracle_(chart(encoding)),
      altered_(oracle_.chart()),
      astray_(altered_.width() / 2, 0.0) {
  if (source.recipe.empty()) return;
  const exact::Oracle truth(chart(Encoding(encoding), Part::inv_freq));
  const auto recipe = recipe::make(source.recipe, truth.chart(), formats(), Positions::from(0, 1));
  std::vector<double> factors(astray_.size());
  recipe->row(0, factors);
  for (std::size_t pair = 0; pair < factors.size(); ++pair) {
    const Wide omega = exact::enclosed<Wide>(truth.ball(0, truth.chart().channels[pair]));
    const Wide apart = abs(Wide(Wide(factors[pair]) - omega));
    astray_[pair] = recipe::upward(to_rational(upper_end(apart)));
    altered_.waves.frequencies[pair] = {.coefficient = to_rational(from_double(factors[pair]))};
  }
}

AttentionTables AttentionTableMaker::tables(Position query, std::size_t rows) const {
  const std::vector<Position> positions = behind(query, rows);
  return source_.recipe.empty() ? rounded(positions) : made(positions);
}

AttentionTables AttentionTableMaker::rounded(const std::vector<Position>& rows) const {
  const exact::Entries entries(oracle_, source_.format);
  AttentionTables tables{recipe::attention::rounded_rotation<Wide>(entries, layout_, rows),
                         Matrix<double>(rows.size(), astray_.size()), astray_};
  const double tau = std::sqrt(2.0) * kPaid * std::ldexp(1.0, -source_.format.precision - 1);
  for (double& off : tables.off.values) off = tau;
  return tables;
}

/// The errors that the bound allows for given frequencies; the frequencies' own errors are
/// `astray`.
AttentionTables AttentionTableMaker::made(const std::vector<Position>& rows) const {
  const std::size_t pairs = astray_.size();
  const Positions positions = Positions::of(rows);
  const auto recipe = recipe::make(source_.recipe, oracle_.chart(), formats(), positions);
  const auto given = recipe::make_given(altered_, {kFloat32, source_.format, {}}, positions);
  Matrix<double> values(rows.size(), 2 * pairs);
  Matrix<double> off(rows.size(), pairs);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    recipe->row(i, {&values(i, 0), 2 * pairs});
    for (std::size_t pair = 0; pair < pairs; ++pair)
      off(i, pair) = std::hypot(given->bound(i, pair), given->bound(i, pairs + pair)) * kPaid;
  }
  return {recipe::attention::tabulated<Wide>(
              oracle_.chart(), layout_, rows.size(),
              [&](std::size_t i, std::size_t channel) { return Wide(values(i, channel)); }),
          std::move(off), astray_};
}

}  // namespace sextant
