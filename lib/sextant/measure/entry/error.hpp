#pragma once

#include <cstdint>
#include <optional>

#include "sextant/exact/oracle.hpp"

namespace sextant::measure {

/// Whether an entry is the correctly rounded true value; undecided only if the oracle cannot
/// decide.
enum class Correct : std::uint8_t { yes, no, undecided };

/// The error of an entry.  `absolute` and `ulps` are upper bounds: they include the oracle's
/// radius, at most 2⁻⁶⁰ of the truth.  `ulps` is at most ½ if the entry is correctly rounded.
struct EntryError {
  double absolute = 0;
  double ulps = 0;
  double steps =
      0;  ///< distance in numbers of the format to the correctly rounded value; ±0 are one number
  double want = 0;  ///< the correctly rounded value
  Correct correct = Correct::yes;
  bool faithful = true;  ///< a neighbour of the true value, or the value itself
};

/// The angle from the true pair to the stored pair, in (−π, π]; positive if the stored one is
/// ahead.  Its magnitude is an upper bound.
struct PhaseError {
  double radians = 0;
  double positions = 0;  ///< radians / |scale·ω|; NaN of sums of coordinates
};

/// An upper bound of |y − x|.
double distance(const exact::Near& x, double y);

/// A true value to 2⁻⁶⁰ of itself, or to the least double, from a ball that contains it.
exact::Near near(const exact::Truth& truth, const exact::Ball& ball);

/// The error of a finite number `got` of `format`, from a ball of the true value and the number
/// nearest to it.
EntryError entry_error(const Format& format, const exact::Truth& truth, const exact::Ball& ball,
                       const exact::Oracle::Rounded& rounded, double got);

/// The phase error of a stored pair; `step` is in radians per position.  nullopt for the
/// pair (0, 0), and if a number is not finite.
std::optional<PhaseError> phase_error(const exact::Near& true_sine, const exact::Near& true_cosine,
                                      double sine, double cosine, double step);

/// Measures finite numbers of one format against one oracle.
class ErrorMeter {
 public:
  ErrorMeter(const exact::Oracle& oracle, const Format& format);

  EntryError entry(Position position, const Channel& channel, const exact::Ball& truth,
                   double got) const;
  std::optional<PhaseError> phase(Position position, int pair, const exact::SineCosine& truth,
                                  double sine, double cosine) const;

  /// Radians per position of every pair: a phase error divided by it is in positions.
  const std::vector<double>& steps() const { return per_position_; }

  const Format& format() const { return format_; }
  const exact::Oracle& oracle() const { return oracle_; }

 private:
  const exact::Oracle& oracle_;
  Format format_;
  std::vector<double> per_position_;  ///< radians per position, by pair
};

}  // namespace sextant::measure
