#pragma once

#include <string>
#include <vector>

#include "sextant/report/claims/claim_evidence.hpp"

namespace sextant {

/// A number that a text prints, and what it should be.
struct PrintedNumber {
  std::string what;     ///< `PE(3), channel 2`
  ClaimInterval truth;  ///< encloses the true number
  std::string digits;   ///< as printed: `0.0998`, `3e-8`
};

/// What the printed digits are of the true number: it rounded, another within a unit of the last
/// printed place, or wrong; undecided where the enclosure does not tell.
enum class Printing { rounded, within_a_unit, wrong, undecided };
Printing printing(const PrintedNumber& number);

/// The claim that numbers are as printed: proved where all are rounded so, conditional where all
/// are within a unit of their last places, and refuted by wrong ones.
Statement settled(Statement begun, const std::vector<PrintedNumber>& numbers);

/// A claim before its numbers are looked at.
struct Worked {
  Statement begun;
  std::vector<PrintedNumber> numbers;
};
std::vector<Worked> worked_numbers();

}  // namespace sextant
