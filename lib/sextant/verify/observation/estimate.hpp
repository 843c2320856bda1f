#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sextant/measure/entry/rows.hpp"
#include "sextant/verify/rows/source.hpp"

namespace sextant::verify {

/// Waves are estimated from so many rows.
inline constexpr std::uint64_t kRowsEstimated = 64;

/// Some consecutive rows of a table in memory, for looking at columns.
struct RowWindow {
  std::vector<Position> positions;
  std::vector<double> values;  ///< row by row
  std::size_t columns = 0;
  Format format = kFloat64;  ///< of the table
  double at(std::size_t row, std::size_t column) const { return values[row * columns + column]; }
};
RowWindow row_window(const Source& source, std::uint64_t first, std::uint64_t rows);

/// Windows of kRowsEstimated rows: the first ones, others four times as far each, and the last.
std::vector<RowWindow> windows_of(const Source& source);

/// The rows of waves that are estimated from: those after a blank one, where it is among the first.
Source of_waves(const Source& source, const Waves& waves);

/// A number read off a table, and about how far off it may be.
struct Estimate {
  double value = 0, error = 0;
};

/// A misfit, the mean of 1 − cos of what is left of angles, within an eighth of a radian.
inline constexpr double kGood = 0x1p-7;

/// An angle modulo a turn, in [−π, π].
double wrapped(double angle);

/// The mean square difference of a window from the truth, its positions moved by `shift`: of waves
/// of amplitude 1 the mean of 1 − cos of what their phases are off.  nullopt if a position leaves
/// the range.
std::optional<double> mean_square(const RowWindow& window, const exact::Oracle& oracle,
                                  Position shift = 0);

/// About how far an entry is off, in radians: by roundings of its own, and by the frequency that
/// all rows of its column share, which no difference of two rows sees.
struct Noise {
  double own = 0, shared = 0;
};

/// That of an entry whose angle is `angle`, in a table stored in one format and computed in
/// another.                                                           verdict.md, (4)
Noise noise(const Format& store, const Format& compute, double angle);

/// A wave as it is read off a table.
struct ObservedWave {
  double amplitude = 0;
  Estimate phase;
};

/// The wave of a pair, its phase at the first row of a window, by least squares over its rows, for
/// a known `step` (radians per position).  One of the two functions is enough where there are two
/// rows.                                                              verdict.md, (5)
std::optional<ObservedWave> wave_of(const RowWindow& window, const PairChannels& pair, double step,
                                    const Noise& noise);

/// The turn of a pair from row to row of equal steps, in radians; `own` is what an entry errs by
/// itself.  Of one function alone it is not negative.                  verdict.md, (7)
std::optional<Estimate> turn_of(const RowWindow& window, const PairChannels& pair, double own);
/// The same, not 0, with what the angles that it finds are off by.
std::optional<Estimate> seen_turn(const RowWindow& window, const PairChannels& pair,
                                  const Format& compute);

/// The offset, in positions, that the phases of all pairs ask for: the nearest that fits, or the
/// one that fits best.                                                 verdict.md, (6)
std::optional<Position> likely_offset(const Source& source, const exact::Oracle& oracle,
                                      const Format& compute);

/// The bases that explain the frequencies of a table as base^(−(multiplier·i)/divisor): the ones in
/// use, then the roundest decimals, as far as the estimate leaves them open.  Where the rows are
/// not `placed`, their differences alone are believed.                    verdict.md, (7) to (9)
std::vector<Rational> likely_bases(const Source& source, const Chart& chart, const Format& compute,
                                   bool placed = true);

/// What all positions may have been multiplied by, where the turns of all pairs agree: simple
/// fractions and round decimals, none of them 1.  Where the rows are not `placed`, those alone are
/// believed.                                                                verdict.md, (27)
std::vector<Rational> likely_scales(const Source& source, const exact::Oracle& oracle,
                                    const Format& compute, bool placed = true);

/// What may have been added to all angles of a function, in radians, or to all where none is named.
///                                                                         verdict.md, (28)
struct ObservedPhase {
  Rational radians;
  std::string pi;          ///< so many times pi; empty where it is a decimal
  std::string taken = {};  ///< what pi was taken for, where that made the phase
  bool faint = false;      ///< it may be noise, too

  bool operator==(const ObservedPhase&) const = default;
};
std::vector<ObservedPhase> likely_phases(const Source& source, const exact::Oracle& oracle,
                                         const Format& compute, std::optional<Function> of);

/// The round decimals within, shortest first.
std::vector<Rational> decimals_within(double value, double slack);

/// The fraction of least denominator between two positive numbers.
Rational simplest_fraction(double least, double most);

/// Bases of published models, the likeliest first.
std::vector<Rational> bases_in_use();

}  // namespace sextant::verify
