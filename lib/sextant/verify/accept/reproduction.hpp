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

/// Judges entries by reproduction: |y − A·f(â)| against n ulps of f(â) in the format computed in,
/// the roundings of an amplitude, and half an ulp of a narrower storage.      verdict.md, (2)
class Reproduction {
 public:
  Reproduction(const Source& source, const exact::Oracle& oracle, const recipe::Recipe& recipe,
               const Format& compute);

  /// Counts an entry for every factor of its column; place() is asked where an entry is outside and
  /// among the first.
  void judge(std::uint64_t row, std::size_t channel, double got, Slack slack,
             const std::function<Outside()>& place, Counts& counts) const;

 private:
  static constexpr int kWide = 160;
  using Wide = Soft<kWide>;

  /// What `used` answers lies between these.
  struct Rough {
    double least, most;
  };
  std::optional<Rough> roughly_used(const recipe::Wave& wave, double got) const;
  double used(const recipe::Wave& wave, double got) const;
  static int ulp_at(const Format& format, const Wide& x);

  const Source& source_;
  const exact::Oracle& oracle_;
  const recipe::Recipe& recipe_;
  Format compute_;
  Wide factor_;         ///< the amplitude
  double size_ = 1;     ///< its magnitude
  double amplify_ = 0;  ///< what multiplying by it costs relatively, and absolutely
  double underflow_ = 0;
  std::vector<std::vector<double>> candidates_;
};

}  // namespace sextant::verify
