#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "sextant/exact/oracle.hpp"
#include "sextant/number/soft.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"
#include "sextant/verify/accept/counts.hpp"
#include "sextant/verify/rows/source.hpp"

namespace sextant::verify {

/// Checks entries by the recipe's own arithmetic. |y − A·f(â)| must be within n ulps of f(â) in the
/// compute format, the roundings of the amplitude A, and half an ulp of a narrower storage format.
/// The source, the oracle and the recipe must outlive the object. verdict.md, (2)
class SameArithmeticCheck {
 public:
  SameArithmeticCheck(const Source& source, const exact::Oracle& oracle,
                      const recipe::Recipe& recipe, const Format& compute);

  /// Counts an entry for every factor of its column.  Calls place() only for the first violations.
  void judge(std::uint64_t row, std::size_t channel, double got, Margin margin,
             const std::function<Violation()>& place, Counts& counts) const;

 private:
  static constexpr int kWide = 160;
  using Wide = Soft<kWide>;

  /// A lower and an upper bound of the result of used().
  struct Rough {
    double least, most;
  };
  std::optional<Rough> roughly_used(const recipe::Wave& wave, double got) const;
  /// The error of an entry, as a fraction of the right side of (2).
  double used(const recipe::Wave& wave, double got) const;
  static int ulp_at(const Format& format, const Wide& x);

  const Source& source_;
  const exact::Oracle& oracle_;
  const recipe::Recipe& recipe_;
  Format compute_;
  Wide factor_;         ///< the amplitude
  double size_ = 1;     ///< its magnitude
  double amplify_ = 0;  ///< relative error of the product with the amplitude
  /// The absolute error of that product, from underflow.
  double underflow_ = 0;
  std::vector<std::vector<double>> candidates_;
};

}  // namespace sextant::verify
