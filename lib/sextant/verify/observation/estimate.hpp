#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sextant/measure/entry/rows.hpp"
#include "sextant/verify/rows/source.hpp"

namespace sextant::verify {

/// Maximum number of rows in a window from which waves are estimated.
inline constexpr std::uint64_t kRowsEstimated = 64;

/// Consecutive rows of a table in memory.
struct RowWindow {
  std::vector<Position> positions;
  std::vector<double> values;  ///< row by row
  std::size_t columns = 0;
  Format format = kFloat64;  ///< format of the table
  double at(std::size_t row, std::size_t column) const { return values[row * columns + column]; }
};
RowWindow row_window(const Source& source, std::uint64_t first, std::uint64_t rows);
/// Usual numbers of rows in a sample.
inline constexpr std::uint64_t kSampledRows = 64, kManyRows = 256;
/// The rows of sample(source, wanted).
RowWindow sampled_rows(const Source& source, std::uint64_t wanted = kSampledRows);

/// Returns windows of kRowsEstimated rows.  They start at rows 0, 64, 256, 1024 and so on; the last
/// one holds the last rows.
std::vector<RowWindow> windows_of(const Source& source);

/// Returns the rows from which waves are estimated.  If a blank row is among the first
/// kRowsEstimated rows, these are the rows after it, unless they are fewer than half.
Source of_waves(const Source& source, const Waves& waves);

/// An estimate with its approximate error.
struct Estimate {
  double value = 0, error = 0;
};

/// A good cost: the mean of 1 − cos of angle errors of an eighth of a radian.
inline constexpr double kGood = 0x1p-7;

/// Returns the angle modulo a turn, in [−π, π].
double wrapped(double angle);

/// Returns the mean square difference between a window and the exact values, at positions plus
/// `shift`.  For waves of amplitude 1 it is the mean of 1 − cos of the phase errors. nullopt if a
/// position leaves the valid range.
std::optional<double> mean_square(const RowWindow& window, const exact::Oracle& oracle,
                                  Position shift = 0);

/// Estimated errors of an entry, in radians: `own` is its own rounding error; `shared` comes from
/// the frequency and is common to all rows of the column.  A difference of two rows does not
/// contain it.
struct Noise {
  double own = 0, shared = 0;
};

/// Returns the noise of an entry with this angle, for the formats of storage and computation.
///                                                                                  verdict.md, (4)
Noise noise(const Format& store, const Format& compute, double angle);

/// A wave estimated from a table.
struct ObservedWave {
  double amplitude = 0;
  Estimate phase;
};

/// Returns the wave of a pair for a known `step`, in radians per position, by least squares.  The
/// phase is that at the first row of the window.  For windows of two or more rows one of the two
/// functions suffices. nullopt if the rows do not determine a wave.
///                                                                                  verdict.md, (5)
std::optional<ObservedWave> wave_of(const RowWindow& window, const PairChannels& pair, double step,
                                    const Noise& noise);

/// Returns the rotation of a pair from row to row, in radians, over the first rows with equal
/// steps.  `own` is the error of an entry.  If only sines or only cosines are present, the result
/// is not negative. nullopt for fewer than two rows, or if no rotation can be measured.
///                                                                                  verdict.md, (7)
std::optional<Estimate> turn_of(const RowWindow& window, const PairChannels& pair, double own);
/// The same; the error accounts for the size of the angles. nullopt also if the rotation is 0.
std::optional<Estimate> seen_turn(const RowWindow& window, const PairChannels& pair,
                                  const Format& compute);

/// Returns the offset, in positions, that explains the phases of all pairs: the nearest one that
/// fits, or the best one. nullopt if no phase can be measured.
///                                                                                  verdict.md, (6)
std::optional<Position> likely_offset(const Source& source, const exact::Oracle& oracle,
                                      const Format& compute);

/// Returns the offsets, in positions, that explain the phases of all pairs within the error of the
/// estimate, those with the fewest digits first.  Empty if an integer is among them, or if no
/// phase can be measured.
std::vector<Rational> likely_fractions(const Source& source, const exact::Oracle& oracle,
                                       const Format& compute);

/// Returns the bases b with which b^(−multiplier·i/divisor) explains the frequencies of a table,
/// within the error of the estimate.  Bases in use come first, then decimals with few digits.  If
/// rows are not `placed`, only differences between rows are used.  Empty if no estimate lies
/// between 1 and 2¹⁰⁰.
///                                                                           verdict.md, (7) to (9)
std::vector<Rational> likely_bases(const Source& source, const Chart& chart, const Format& compute,
                                   bool placed = true);

/// Returns the factors by which positions may have been multiplied: usual ones, simple fractions,
/// short decimals, and 2π, π or their inverses, computed with lower_pi(); never 1.  If rows are not
/// `placed`, only rotations from row to row are used.  Empty if the pairs do not agree.
///                                                                                 verdict.md, (27)
std::vector<Rational> likely_scales(const Source& source, const exact::Oracle& oracle,
                                    const Format& compute, bool placed = true);

/// A phase that may have been added to all angles, or to those of one function.
///                                                                                 verdict.md, (28)
struct ObservedPhase {
  Rational radians;
  std::string pi;  ///< multiple of pi, as text; empty if the phase is a decimal
  /// The approximation of pi that causes the phase; empty if there is none.
  std::string taken = {};
  bool rounded = false;  ///< that approximation is pi rounded to a format
  bool faint = false;    ///< the phase may be noise

  bool operator==(const ObservedPhase&) const = default;
};
std::vector<ObservedPhase> likely_phases(const Source& source, const exact::Oracle& oracle,
                                         const Format& compute, std::optional<Function> of);

/// Returns the decimals of at most 15 digits within `slack` of `value`, shortest first.
std::vector<Rational> decimals_within(double value, double slack);
/// Returns the number with the fewest significant bits between two positive numbers.
Rational fewest_bits(double least, double most);

/// Returns the fraction with the smallest denominator in [least, most].
Rational simplest_fraction(double least, double most);

/// Returns the bases of published models, the likeliest first.
std::vector<Rational> bases_in_use();

}  // namespace sextant::verify
