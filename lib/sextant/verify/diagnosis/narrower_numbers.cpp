#include "sextant/verify/diagnosis/narrower_numbers.hpp"

#include <cmath>
#include <set>

#include "sextant/number/round.hpp"

namespace sextant::verify {
namespace {

bool holds(const Format& format, double x) { return round_to(format, x) == x; }

/// Returns whether a format holds at least 63 in 64 of the finite entries, and there are some.
bool holds_nearly_all(const Format& format, const Source& source) {
  const std::uint64_t most = source.rows * source.columns / 64;
  std::uint64_t finite = 0, others = 0;
  const bool few = every_row(source, [&](std::uint64_t, std::span<const double> entries) {
    for (const double x : entries) {
      if (!std::isfinite(x)) continue;
      ++finite;
      others += holds(format, x) ? 0 : 1;
    }
    return others <= most;
  });
  return few && finite > 0 && 64 * others <= finite;
}

/// Returns whether a sample of rows holds at least four different numbers in the places where a
/// format cannot hold those of the true table.  Elsewhere any program makes numbers of that format.
bool shows(const Format& format, const Source& source, const exact::Oracle& truth) {
  constexpr std::uint64_t kRows = 16;
  constexpr std::size_t kFewest = 4;
  const Source some = sample(source, kRows);
  const auto& channels = truth.chart().channels;
  std::set<double> sizes;
  every_row(some, [&](std::uint64_t row, std::span<const double> entries) {
    for (std::size_t j = 0; j < entries.size() && sizes.size() < kFewest; ++j) {
      const double meant = truth.nearest(source.format, some.positions[row], channels[j]).value;
      if (std::isfinite(entries[j]) && !holds(format, meant)) sizes.insert(std::abs(entries[j]));
    }
    return sizes.size() < kFewest;
  });
  return sizes.size() >= kFewest;
}

NarrowerTable in_format(const Format& format, const Source& source, const exact::Oracle& truth) {
  constexpr std::size_t kPlaces = 8;
  const auto is_other = [format](double x) { return std::isfinite(x) && !holds(format, x); };
  NarrowerTable table{
      replaced(source, [is_other](std::uint64_t, std::size_t,
                                  double x) { return is_other(x) ? std::nan("") : x; }),
      {}};
  table.source.format = format;
  BoundsResult& others = table.others;
  every_row(source, [&](std::uint64_t row, std::span<const double> entries) {
    for (std::size_t j = 0; j < entries.size(); ++j) {
      if (!is_other(entries[j])) continue;
      ++others.violations;
      if (others.places.size() >= kPlaces) continue;
      const Position p = source.positions[row];
      others.places.push_back(
          {.row = row,
           .position = p,
           .channel = j,
           .got = entries[j],
           .want = truth.nearest(source.format, p, truth.chart().channels[j]).value});
    }
    return true;
  });
  return table;
}

}  // namespace

std::optional<NarrowerTable> narrower(const Source& source, const exact::Oracle& truth) {
  if (truth.chart().integral()) return std::nullopt;
  for (const Format& format : {kFloat8E5m2, kFloat8E4m3fn, kBfloat16, kFloat16, kFloat32}) {
    if (format.precision >= source.format.precision || !holds_nearly_all(format, source)) continue;
    if (!shows(format, source, truth)) return std::nullopt;
    return in_format(format, source, truth);
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
