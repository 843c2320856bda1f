#pragma once

#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "sextant/measure/entry/error.hpp"

namespace sextant::sweep {

/// A condition that every entry of a table should meet.
struct Criterion {
  std::string name;
  std::optional<double> limit;  ///< of |error|; nullopt for `faithful`

  bool fails(const measure::EntryError& e) const {
    return limit ? e.absolute > *limit : !e.faithful;
  }
};

inline constexpr std::size_t kUsualCriteria = 4;

/// The criteria for every table.  Half an ulp of one is half the distance from 1 to the next
/// number.  Half an ulp of bfloat16 is taken just below one: the largest error of storing in
/// bfloat16.
inline std::array<Criterion, kUsualCriteria> usual_criteria(const Format& format) {
  return {{{"faithful", std::nullopt},
           {"half-ulp-of-1", std::ldexp(1.0, -format.precision)},
           {"1e-3", 1e-3},
           {"half-bfloat16-ulp", 0x1p-9}}};
}

/// The usual criteria, followed by the requested limits of |error|.
inline std::vector<Criterion> criteria(const Format& format, const std::vector<double>& limits) {
  const auto usual = usual_criteria(format);
  std::vector<Criterion> all(usual.begin(), usual.end());
  for (const double limit : limits) all.push_back({fmt::format("beyond {}", limit), limit});
  return all;
}

}  // namespace sextant::sweep
