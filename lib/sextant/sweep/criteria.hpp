#pragma once

#include <array>
#include <cmath>

#include "sextant/measure/error.hpp"

namespace sextant::sweep {

/// A limit that a table is held to.  Half an ulp of one is half the distance from 1 to the next
/// number; half an ulp of bfloat16 is taken just below one: what storing in bfloat16 costs at most.
struct Criterion {
  const char* name;
  double (*limit)(const Format&);  ///< of |error|; nothing for `faithful`

  bool fails(const Format& format, const measure::EntryError& e) const {
    return limit == nullptr ? !e.faithful : e.absolute > limit(format);
  }
};

inline constexpr std::array<Criterion, 4> kCriteria = {
    {{"faithful", nullptr},
     {"half-ulp-of-1", [](const Format& f) { return std::ldexp(1.0, -f.precision); }},
     {"1e-3", [](const Format&) { return 1e-3; }},
     {"half-bfloat16-ulp", [](const Format&) { return 0x1p-9; }}}};

}  // namespace sextant::sweep
