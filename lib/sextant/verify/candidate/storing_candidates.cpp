#include "sextant/verify/candidate/storing_candidates.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "sextant/number/ulp.hpp"
#include "sextant/verify/observation/estimate.hpp"

namespace sextant::verify {
namespace {

constexpr std::uint64_t kSampledNumbers = std::uint64_t{1} << 22;

/// Returns the middle of the interval that is truncated to x.  Zero and, for amplitude 1, ±1 are
/// exact.
double middle(const Format& format, double x, bool of_size_1) {
  if (x == 0 || (of_size_1 && std::abs(x) == 1) || !std::isfinite(x)) return x;
  return x + std::copysign(std::ldexp(0.5, ulp_exponent(format, x)), x);
}

/// Returns whether a value is nonzero and too small for a normal number.
bool flushes(const Format& format, const exact::Near& truth) {
  const double size = std::abs(truth.high);
  return size > 0 && size < std::ldexp(1 + 0x1p-10, format.emin);
}

/// Returns whether some entry is 0 and no entry is subnormal.
bool shows_no_subnormal(const Source& source) {
  const RowWindow g =
      sampled_rows(source, std::max<std::uint64_t>(kSampledNumbers / source.columns, 64));
  const double least = std::ldexp(1.0, source.format.emin);
  const auto zero = [](double x) { return x == 0; };
  const auto subnormal = [&](double x) { return x != 0 && std::abs(x) < least; };
  return std::any_of(g.values.begin(), g.values.end(), zero) &&
         std::none_of(g.values.begin(), g.values.end(), subnormal);
}

}  // namespace

std::vector<Candidate> storing_candidates(const Source& source, const Claim& claim) {
  std::vector<Candidate> candidates;
  if (claim.formats.storing != recipe::Storing::nearest) return candidates;
  if (claim.formats.store == kFloat16 && shows_no_subnormal(source)) {
    Candidate s = as_claimed(claim, "flushed-to-zero", {{"below", "2^-14"}});
    s.formats.storing = recipe::Storing::flushed;
    candidates.push_back(std::move(s));
  }
  if (claim.formats.store != claim.formats.compute) {
    Candidate s =
        as_claimed(claim, "rounded-toward-zero", {{"format", claim.formats.store.name()}});
    s.formats.storing = recipe::Storing::toward_zero;
    candidates.push_back(std::move(s));
  }
  return candidates;
}

Source before_storing(const Source& source, const recipe::ComputeFormats& formats,
                      const exact::Oracle& truth) {
  if (formats.storing == recipe::Storing::nearest) return source;
  if (formats.storing == recipe::Storing::toward_zero)
    return replaced(
        source, [format = formats.store, of_size_1 = truth.waves().of_size_1()](
                    std::uint64_t, std::size_t, double x) { return middle(format, x, of_size_1); });
  return replaced(source, [positions = source.positions, &truth, format = formats.store](
                              std::uint64_t row, std::size_t j, double x) {
    if (x != 0) return x;
    const auto meant = exact::near(truth.ball(positions[row], truth.chart().channels[j]));
    return flushes(format, meant) ? std::numeric_limits<double>::quiet_NaN() : x;
  });
}

bool truncated(const Source& source, const exact::Oracle& truth) {
  constexpr std::uint64_t kRows = 1 << 10, kFewest = 16;
  constexpr std::uint64_t kRarely = 64;
  // The computed value may be beyond the exact one by roundings of float32, if these are few steps.
  const double roundings = std::min(0x1p-22, std::ldexp(1.0, -6 - source.format.precision));
  const Source some = sample(source, kRows);
  std::uint64_t cut = 0, beyond = 0;
  for (std::uint64_t row = 0; row < some.rows && beyond * kRarely <= cut + kRarely; ++row) {
    const std::vector<double> values = some.row(row);
    for (std::size_t j = 0; j < values.size(); ++j) {
      const exact::Near meant =
          exact::near(truth.ball(some.positions[row], truth.chart().channels[j]));
      const double off = values[j] - meant.high - meant.low;
      if (std::abs(off) <= meant.radius) continue;
      if ((off > 0) == (values[j] > 0) && std::abs(off) > roundings * std::abs(values[j]))
        ++beyond;
      else if (std::abs(off) > std::ldexp(0.5, ulp_exponent(some.format, values[j])))
        ++cut;
    }
  }
  return cut >= kFewest && beyond * kRarely <= cut;
}

}  // namespace sextant::verify
