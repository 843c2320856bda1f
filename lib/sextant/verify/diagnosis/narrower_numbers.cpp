#include "sextant/verify/diagnosis/narrower_numbers.hpp"

#include <algorithm>
#include <cmath>

#include "sextant/number/round.hpp"

namespace sextant::verify {
namespace {

bool holds(const Format& format, double x) { return !std::isfinite(x) || round_to(format, x) == x; }

/// Returns whether at most one entry in 64 is no number of a format.
bool holds_nearly_all(const Format& format, const Source& source) {
  const std::uint64_t most = source.rows * source.columns / 64;
  std::uint64_t others = 0;
  return every_row(source, [&](std::uint64_t, std::span<const double> entries) {
    for (const double x : entries) others += holds(format, x) ? 0 : 1;
    return others <= most;
  });
}

/// Returns whether most entries of the true table, in a sample of rows, are numbers of a format.
bool holds_truth(const Format& format, const Source& source, const exact::Oracle& truth) {
  constexpr std::uint64_t kRows = 16;
  const Source some = sample(source, kRows);
  const auto& channels = truth.chart().channels;
  std::uint64_t held = 0;
  for (std::uint64_t row = 0; row < some.rows; ++row)
    for (const Channel& c : channels)
      held += holds(format, truth.nearest(source.format, some.positions[row], c).value) ? 1 : 0;
  return 2 * held > some.rows * channels.size();
}

}  // namespace

std::optional<Format> narrower_format(const Source& source, const exact::Oracle& truth) {
  for (const Format& format : {kFloat8E5m2, kFloat8E4m3fn, kBfloat16, kFloat16, kFloat32}) {
    if (format.precision < source.format.precision && holds_nearly_all(format, source))
      return holds_truth(format, source, truth) ? std::nullopt : std::optional(format);
  }
  return std::nullopt;
}

Cause stored_as(const Format& format) {
  if (format == kFloat32) return {"computed-in-single", {}};
  return {"stored-narrower", {{"format", format.name()}}};
}

Claim with_store(Claim claim, const Format& format) {
  claim.formats.store = format;
  if (format == kFloat32) claim.formats.compute = format;
  return claim;
}

}  // namespace sextant::verify
