#include "sextant/verify/identify.hpp"

#include <cmath>

#include "sextant/encoding/error.hpp"
#include "sextant/verify/estimate.hpp"

namespace sextant::verify {
namespace {

constexpr std::size_t kMostBases = 3;  // the likeliest of each dialect

/// How badly a chart fits some rows at the positions that its slowest pair asks for.
struct Fit {
  double misfit = 0;
  Position first = 0;
};

/// The mean square difference from the truth, shifted to the position that the phases ask for.
std::optional<Fit> fit(const Source& rows, const Chart& chart, const Format& compute, bool placed) {
  const exact::Oracle oracle(chart);
  const Position shift = placed ? 0 : likely_offset(rows, oracle, compute).value_or(0);
  const Glance g = glance(rows, 0, 8);
  double sum = 0;
  for (std::size_t r = 0; r < g.positions.size(); ++r) {
    for (std::size_t j = 0; j < g.columns; ++j) {
      const Position p = g.positions[r] + shift;
      if (p > kLargestPosition || p < -kLargestPosition) return std::nullopt;
      const double difference = g.at(r, j) - exact::near(oracle.ball(p, chart.channels[j])).high;
      if (std::isfinite(difference)) sum += std::min(difference * difference, 4.0);
    }
  }
  return Fit{sum / static_cast<double>(g.values.size()), shift};
}

}  // namespace

Identity identify(const Table& table, const std::optional<Positions>& positions,
                  std::optional<Position> given) {
  if (table.columns() > static_cast<std::uint64_t>(kLargestDim)) {
    throw Error(table.name() + ": " + std::to_string(table.columns()) +
                " columns are beyond any encoding");
  }
  const int dim = static_cast<int>(table.columns());
  const bool placed = positions || given;
  const Positions claimed =
      positions ? *positions : Positions::from(given.value_or(0), table.rows());
  if (claimed.count != table.rows()) {
    throw Error(table.name() + ": " + std::to_string(table.rows()) + " rows do not agree with " +
                std::to_string(claimed.count) + " positions");
  }
  const Source rows = whole(table, claimed);
  const Format compute = table.format() == kFloat64 ? kFloat64 : kFloat32;
  std::optional<Fit> best;
  Sinusoidal likeliest{.dim = dim, .odd = Odd::zero_column};
  for (const Layout layout : {Layout::interleaved, Layout::halves}) {
    for (const Order order : {Order::sin_cos, Order::cos_sin}) {
      for (const Law law : {Law::d, Law::half_minus_shift}) {
        if (law == Law::half_minus_shift && dim < 4) continue;
        Sinusoidal candidate{.dim = dim,
                             .layout = layout,
                             .order = order,
                             .law = law,
                             .odd = dim % 2 == 0 ? Odd::error : Odd::zero_column};
        std::vector<Rational> bases = likely_bases(rows, chart(candidate), compute, placed);
        if (bases.size() > kMostBases) bases.resize(kMostBases);
        bases.insert(bases.begin(), Rational(10000));
        for (const Rational& base : bases) {
          candidate.base = base;
          const auto found = fit(rows, chart(candidate), compute, placed);
          // A later candidate must be clearly better: equals go to the commoner dialect.
          if (found && (!best || found->misfit < best->misfit / 2)) {
            best = found;
            likeliest = candidate;
          }
        }
      }
    }
  }
  const Encoding encoding = likeliest;
  const Position first = given.value_or(best ? best->first : 0);
  return {encoding, first,
          "no encoding was given: the table is taken for " + to_text(encoding) +
              (positions ? std::string() : " from position " + to_text(first) + " on")};
}

}  // namespace sextant::verify
