#pragma once

#include <cmath>
#include <iostream>
#include <span>
#include <string>

#include <gtest/gtest.h>

#include "recipe/subject/subject.hpp"

namespace sextant::recipe {

/// How near an error came to its bound, in thousandths of it, and where: as measured with glibc
/// 2.36 on x86-64, MPFR 4.2 and Boost 1.74, and pinned from both sides.
struct Recorded {
  std::string_view recipe, type;
  int thousandths = 0;
  std::string_view witness;
};

/// Runs of 2²⁴ steps; of 2¹⁷ in the types that no hardware has.
extern const std::span<const Recorded> kLongestRuns;
/// 64 positions from 2^(p + 6) on.
extern const std::span<const Recorded> kDrifts;

inline void expect_recorded(std::span<const Recorded> records, const Subjects& subjects,
                            double ratio, const std::string& witness) {
  const auto thousandths = static_cast<int>(std::lround(ratio * 1000));
  std::cout << "  {\"" << subjects.recipe << "\", \"" << subjects.type << "\", " << thousandths
            << ", \"" << witness << "\"},\n";
  for (const Recorded& record : records) {
    if (record.recipe != subjects.recipe || record.type != subjects.type) continue;
    EXPECT_EQ(thousandths, record.thousandths);
    EXPECT_EQ(witness, record.witness);
    return;
  }
  ADD_FAILURE() << "nothing is recorded for " << subjects;
}

}  // namespace sextant::recipe
