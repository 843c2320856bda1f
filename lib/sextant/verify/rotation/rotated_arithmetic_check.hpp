#pragma once

#include <functional>
#include <vector>

#include "sextant/recipe/bound/arithmetic.hpp"
#include "sextant/verify/accept/counts.hpp"
#include "sextant/verify/rotation/applied_rotation.hpp"

namespace sextant::verify {

/// Checks numbers with a vacuous bound by the recipe's own arithmetic.  It compares each number
/// with the rotation by the angle that the recipe computes from a factor; the factor must be within
/// the library's hypothesis. rotation.md, (17)
class RotatedArithmeticCheck {
 public:
  explicit RotatedArithmeticCheck(const AppliedRotation& applied);

  /// The cosines and sines of a place, by pair and factor, computed on demand.
  class Place {
   public:
    Place(const RotatedArithmeticCheck& of, std::uint64_t place) : of_(of), place_(place) {
      factored_.resize(of.candidates_.size());
    }

    /// Counts a number for every factor of its column.  Its bound must not exceed 0.1·`size`.
    /// Calls report() for the first violations.
    void judge(const Violation& number, std::span<const double> before, double size, Margin margin,
               const std::function<Violation()>& report, Counts& counts);

   private:
    struct Factored {
      recipe::Off cosine, sine;  ///< the program's numbers, with error bounds
      long double c = 0, s = 0;  ///< their values, to 2⁻⁶⁰ of the amplitude
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
