#include "sextant/verify/diagnosis/approximate_sines.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include <fmt/format.h>

#include "sextant/number/ulp.hpp"
#include "sextant/verify/observation/approximate.hpp"
#include "sextant/verify/observation/estimate.hpp"
#include "sextant/verify/rows/median.hpp"

namespace sextant::verify {
namespace {

// Approximate number of entries that are compared.
constexpr std::uint64_t kEntries = std::uint64_t{1} << 17;
constexpr std::size_t kFewest = 512;
// As a fraction of the amplitude; larger errors are not caused by approximation.
constexpr double kMostError = 0.1;
// Fraction of the squared errors, without storage, that neighbours must explain
//                                                                                  verdict.md, (38)
constexpr double kExplained = 0.75;

/// The error of an entry; its angle modulo a turn, in turns; and its ulp as stored.
struct Error {
  double turn = 0, error = 0, ulp = 0;
  std::size_t column = 0;
  std::uint64_t row = 0;
};

/// Returns the errors of one function's entries in a sample, sorted by angle.
std::vector<Error> errors_of(Function function, const Source& some, const Claim& claim) {
  const RowWindow g = row_window(some, 0, some.rows);
  const Waves& waves = claim.chart.waves;
  const std::vector<double> frequencies = approximate_frequencies(waves);
  const double amplitude = approximate(waves.amplitude);
  const auto scale = static_cast<long double>(static_cast<double>(waves.scale));
  const auto origin = static_cast<long double>(static_cast<double>(waves.origin));
  std::vector<Error> errors;
  for (std::size_t j = 0; j < g.columns; ++j) {
    const Channel& c = claim.chart.channels[j];
    if (c.function != function) continue;
    const auto pair = static_cast<std::size_t>(c.pair);
    const long double step = scale * static_cast<long double>(frequencies[pair]);
    const double phase = waves.phases.empty() ? 0 : static_cast<double>(waves.phases[pair]);
    for (std::size_t r = 0; r < g.positions.size(); ++r) {
      const double got = g.at(r, j);
      const long double angle = (static_cast<long double>(g.positions[r]) + origin) * step +
                                static_cast<long double>(phase);
      const long double turns = angle / (2 * std::numbers::pi_v<long double>);
      const auto turn = static_cast<double>(turns - std::floor(turns));
      const double wave =
          amplitude *
          static_cast<double>(function == Function::sine ? std::sin(angle) : std::cos(angle));
      if (!std::isfinite(got) || wave == 0) continue;
      errors.push_back({turn, got - wave, std::ldexp(1.0, ulp_exponent(some.format, wave)), j, r});
    }
  }
  std::sort(errors.begin(), errors.end(),
            [](const Error& a, const Error& b) { return a.turn < b.turn; });
  return errors;
}

/// Returns the mean error of the nearest entries of other columns on both sides; nullopt if one
/// side has none.
std::optional<double> neighbours(const std::vector<Error>& errors, std::size_t k) {
  std::size_t before = k, after = k;
  while (before > 0 && errors[before].column == errors[k].column) --before;
  while (after + 1 < errors.size() && errors[after].column == errors[k].column) ++after;
  if (errors[before].column == errors[k].column || errors[after].column == errors[k].column)
    return std::nullopt;
  return (errors[before].error + errors[after].error) / 2;
}

}  // namespace

std::optional<Finding> approximate_sines(const Source& source, const Claim& claim) {
  const Waves& waves = claim.chart.waves;
  if (of_frequencies(claim.part) || waves.pairs() < 3 || waves.xpos) return std::nullopt;
  const Source some = sample(source, kEntries / std::max<std::size_t>(source.columns, 1) + 1);
  const double most = kMostError * std::abs(approximate(waves.amplitude));
  double squares = 0, unexplained = 0, storage = 0;
  std::vector<double> rest;
  Residual residual;
  Error worst;
  for (const Function function : {Function::sine, Function::cosine}) {
    const std::vector<Error> errors = errors_of(function, some, claim);
    for (std::size_t k = 0; k < errors.size(); ++k) {
      const Error& e = errors[k];
      if (std::abs(e.error) > most) return std::nullopt;
      const auto expected = neighbours(errors, k);
      if (!expected) continue;
      const double off = std::abs(e.error - *expected);
      squares += e.error * e.error, unexplained += off * off, storage += e.ulp * e.ulp / 12;
      rest.push_back(off);
      residual.ulps = std::max(residual.ulps, off / e.ulp);
      if (std::abs(e.error) > std::abs(worst.error)) worst = e;
      if (off <= residual.absolute) continue;
      residual.absolute = off, residual.channel = e.column;
      residual.position = some.positions[e.row];
    }
  }
  // Independent errors: the squared differences from the mean of two neighbours are 3/2 of the
  // squared errors.
  const double independent = unexplained * 2 / 3;
  if (rest.size() < kFewest || squares < 4 * storage ||
      squares - independent < kExplained * (squares - storage))
    return std::nullopt;
  const auto within = static_cast<double>(std::count_if(
      rest.begin(), rest.end(), [&](double off) { return off <= std::abs(worst.error) / 4; }));
  residual.accounts_for = within / static_cast<double>(rest.size());
  residual.median = median(std::move(rest));
  Finding found{"approximate-trigonometry",
                {{"error", fmt::format("{:.3g}", worst.error)},
                 {"at", fmt::format("{:.4f} of a turn", worst.turn)}}};
  found.residual = residual;
  return found;
}

}  // namespace sextant::verify
