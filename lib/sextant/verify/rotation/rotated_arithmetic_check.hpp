#pragma once

#include <functional>
#include <vector>

#include "sextant/recipe/bound/arithmetic.hpp"
#include "sextant/verify/accept/counts.hpp"
#include "sextant/verify/rotation/applied_rotation.hpp"

namespace sextant::verify {

/// Judges numbers whose bound is vacuous by the recipe's own arithmetic: against the turn by the
/// angle that it makes of a factor that a library within the hypothesis can give.
///                                                                       rotation.md, (17)
class RotatedArithmeticCheck {
 public:
  explicit RotatedArithmeticCheck(const AppliedRotation& applied);

  /// The cosines and sines of a place, by pair and factor; each found when it is asked for.
  class Place {
   public:
    Place(const RotatedArithmeticCheck& of, std::uint64_t place) : of_(of), place_(place) {
      factored_.resize(of.candidates_.size());
    }

    /// Counts a number for every factor of its column.  `size` is what its bounds are measured by;
    /// report() is asked where it is outside and among the first.
    void judge(const Violation& number, std::span<const double> before, double size, Margin margin,
               const std::function<Violation()>& report, Counts& counts);

   private:
    struct Factored {
      recipe::Off cosine, sine;  ///< of the program's numbers
      long double c = 0, s = 0;  ///< what they are, but for 2⁻⁶⁰ of the amplitude
    };
    const std::vector<Factored>& factored(std::size_t pair);

    const RotatedArithmeticCheck& of_;
    std::uint64_t place_;
    std::vector<std::vector<Factored>> factored_;
  };

 private:
  recipe::Off off(double angle, Function function, long double value) const;

  const AppliedRotation& applied_;
  recipe::Finish finish_;
  long double amplitude_ = 1;
  std::vector<std::vector<double>> candidates_;  ///< by pair
};

}  // namespace sextant::verify
