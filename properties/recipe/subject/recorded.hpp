#pragma once

#include <cmath>
#include <iostream>
#include <span>
#include <string>

#include <gtest/gtest.h>

#include "recipe/subject/subject.hpp"

namespace sextant::recipe {

/// The largest ratio of an error to its bound, in thousandths, and its place, as measured with
/// glibc 2.36 on x86-64, MPFR 4.2 and Boost 1.74.  Tests fail for larger and for smaller ratios.
struct Recorded {
  std::string_view recipe, type;
  int thousandths = 0;
  std::string_view witness;
};

/// Sequences of 2²⁴ steps; of 2¹⁷ steps in software number types.
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
