#pragma once

#include <cstdint>

#include <rapidcheck/gtest.h>

namespace sextant::properties {

/// What shrinking makes of the first counterexample that is drawn: the case that a property shows.
/// Of draws that are all good the last.
template <class T, class Bad>
T least(const rc::Gen<T>& gen, Bad bad, std::uint64_t seed) {
  auto found = gen(rc::Random(seed), rc::kNominalSize);
  for (std::uint64_t tries = 1; !bad(found.value()) && tries <= 1000; ++tries)
    found = gen(rc::Random(seed + 7919 * tries), rc::kNominalSize);
  for (bool smaller = true; smaller;) {
    smaller = false;
    for (auto rest = found.shrinks(); auto next = rest.next();) {
      if (!bad(next->value())) continue;
      found = *next, smaller = true;
      break;
    }
  }
  return found.value();
}

}  // namespace sextant::properties
