#include "sextant/verify/verdict/warnings.hpp"

#include <cmath>

#include <fmt/format.h>

#include "sextant/encoding/real/readable.hpp"
#include "sextant/verify/rows/index_ranges.hpp"

namespace sextant::verify {
namespace {

/// Half an ulp of bfloat16, the coarsest storage format, as a fraction: at most 2⁻⁸ of an
/// amplitude, or 2⁻⁷ of a frequency.  A larger error means that the computation lost digits.
double plain_part(const Claim& claim) { return of_frequencies(claim.part) ? 0x1p-7 : 0x1p-8; }

std::string size_words(const Claim& claim) {
  if (of_frequencies(claim.part)) return " of the frequency";
  return claim.chart.waves.of_size_1() ? "" : " of the amplitude";
}

void of_acceptance(const Claim& claim, const Acceptance& acceptance,
                   std::vector<std::string>& said) {
  const Margin& margin = acceptance.margin;
  const double plain = plain_part(claim);
  const std::string size = size_words(claim), made_in = acceptance.computed_in.name();
  if (claim.formats.compute != acceptance.computed_in && claim.formats.store != kFloat64 &&
      acceptance.recipe != "float64-angle")
    said.push_back("no recipe covers the table as computed in " + claim.formats.compute.name() +
                   ": it is granted as computed in " + made_in);
  if (acceptance.by_same_arithmetic)
    said.push_back(fmt::format(
        "computed in {}, the angle has lost the position here: the bound exceeds 0.1{}, and "
        "entries are granted by reproducing the recipe's own arithmetic, off by up to {:.3g} "
        "positions",
        made_in, size, margin.positions));
  if (margin.bound > plain)
    said.push_back(
        fmt::format("the bound that grants entries is as large as {:.3g}{} here: any "
                    "numbers that near to the truth pass",
                    margin.bound, size));
  if (margin.error > plain)
    said.push_back(fmt::format("the table passes as what {} makes, yet its worst error is {:.3g}{}",
                               made_in, margin.error, size));
}

/// The warning about frequencies stored in 16 bits, with the largest error of a frequency.  The
/// error of its angle is that error times the position.
std::string stored_frequency_words(const Verdict& verdict) {
  constexpr double kPosition = 4096;
  const measure::MaxError& worst = verdict.statistics.absolute;
  return fmt::format(
      "frequencies stored in {} are no longer those of the encoding: that of channel {} is off by "
      "{:.3g}, so its angle by {:.3g} radians at position {:.0f} and by 1 radian from position "
      "{:.0f} on; store them in float32",
      verdict.format.name(), worst.witness.channel, worst.value, worst.value * kPosition, kPosition,
      std::ceil(1 / worst.value));
}

}  // namespace

std::vector<std::string> warnings(const Claim& claim, const Verdict& verdict) {
  std::vector<std::string> said;
  const measure::ErrorStatistics& t = verdict.statistics;
  const auto count = [&](std::uint64_t entries, std::string_view what) {
    if (entries > 0) said.push_back(fmt::format("{} {}", entries, what));
  };
  count(t.undecided, "entries could not be decided: the grade is faithful at best");
  if (verdict.amplitude > 0)  // a product of a slope and distance 0 may have either sign
    count(t.wrong_zeros, "zeros have the other sign than IEEE 754 rounding gives (-0 and +0)");
  count(t.overflowed, "entries are infinite, and rightly so: " + verdict.format.name() +
                          " does not reach to their values");
  if (std::holds_alternative<Rotary>(claim.encoding) && verdict.part == Part::table &&
      verdict.grade == Grade::unexplained)
    said.emplace_back(
        "judged as the whole table, [cos | sin]: cosines, sines or frequencies alone are --part "
        "cos, sin or inv_freq");
  if (verdict.part == Part::inv_freq && verdict.format.precision < kFloat32.precision &&
      t.absolute.value > 0)
    said.push_back(stored_frequency_words(verdict));
  if (verdict.accepted_by) of_acceptance(claim, *verdict.accepted_by, said);
  return said;
}

std::string warning_before_steps(const Claim& claim, const Positions& rows) {
  const QueryScaleForm* scale = query_scale_of(claim);
  if (scale == nullptr || rows.count == 0) return {};
  const Position most = extremes(rows).second;
  const Rational first = scale->of.original - claim.chart.waves.origin;
  if (scale->is_log_n())
    return to_rational(most) > first
               ? ""
               : fmt::format(
                     "no row is beyond position {}: every entry is 1 for any longer "
                     "original context, so the table proves nothing about it",
                     readable(first));
  if (to_rational(most) >= first) return {};
  return fmt::format(
      "no row reaches the first step, at position {}: every entry is 1 for any beta and any longer "
      "step, so the table proves nothing about them",
      readable(first));
}

}  // namespace sextant::verify
