#pragma once

#include <cstdint>
#include <optional>

#include "sextant/exact/oracle.hpp"

namespace sextant::measure {

/// Whether an entry is the correctly rounded true value; undecided only where the oracle is.
enum class Correct : std::uint8_t { yes, no, undecided };

/// How far a number is from the truth.  `absolute` and `ulps` are upper bounds: the oracle's radius
/// is in them, which is 2⁻⁶⁰ of the truth at most; `ulps` is at most ½ where the entry is correctly
/// rounded.
struct EntryError {
  double absolute = 0;
  double ulps = 0;
  double steps =
      0;  ///< ordinals between the entry and the correctly rounded value, of either sign of zero
  double want = 0;  ///< the correctly rounded value
  Correct correct = Correct::yes;
  bool faithful = true;  ///< one of the two neighbours of the true value, or the value itself
};

/// The angle between a stored pair and the true one, in (−π, π], positive where the stored one is
/// ahead; its magnitude is an upper bound.  Nothing for the pair (0, 0).
struct PhaseError {
  double radians = 0;
  double positions = 0;  ///< radians / (scale·ω)
};

/// |y − x| from above.
double distance(const exact::Near& x, double y);

/// What is known of a true value, of which a ball is at hand: to 2⁻⁶⁰ of it, or to the least
/// double.
exact::Near near(const exact::Truth& truth, const exact::Ball& ball);

/// A finite number of `format` against a true value, of which a ball is at hand and the number
/// nearest to it.
EntryError entry_error(const Format& format, const exact::Truth& truth, const exact::Ball& ball,
                       const exact::Oracle::Rounded& rounded, double got);

/// A stored pair against the true one; `step` is in radians per position.
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

  /// Radians per position of every pair: what turns a phase into positions.
  const std::vector<double>& steps() const { return per_position_; }

  const Format& format() const { return format_; }
  const exact::Oracle& oracle() const { return oracle_; }

 private:
  const exact::Oracle& oracle_;
  Format format_;
  std::vector<double> per_position_;  ///< radians per position, one a pair
};

}  // namespace sextant::measure
