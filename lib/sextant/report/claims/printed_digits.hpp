#pragma once

#include <string>
#include <vector>

#include "sextant/report/claims/claim_evidence.hpp"

namespace sextant {

/// A number in a published text, and its true value.
struct PrintedNumber {
  std::string what;     ///< `PE(3), channel 2`
  ClaimInterval truth;  ///< encloses the true number
  std::string digits;   ///< as printed: `0.0998`, `3e-8`
};

/// How printed digits agree with the true number: rounded correctly, within one unit of the last
/// place, or wrong; undecided if the enclosure is too wide.
enum class Printing { rounded, within_a_unit, wrong, undecided };
Printing printing(const PrintedNumber& number);

/// The verdict on printed numbers: proved if all are correctly rounded, conditional if all are
/// within a unit of the last place, else refuted.
Statement settled(Statement begun, const std::vector<PrintedNumber>& numbers);

/// A claim before its numbers are checked.
struct Worked {
  Statement begun;
  std::vector<PrintedNumber> numbers;
};
std::vector<Worked> worked_numbers();

}  // namespace sextant
