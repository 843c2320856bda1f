#pragma once

#include <span>
#include <string_view>

namespace sextant::verify {

/// A mistake that occurs in published programs.
struct Fault {
  std::string_view name;
  std::string_view mechanism;  ///< what the program does
  std::string_view effect;     ///< the effect on the table or on the model
  std::string_view reference;  ///< a public thread that reports it, or a note in parentheses
  std::string_view remedy;     ///< what to change in the program
};

/// Every fault that `verify` knows.  The order of candidates, not this one, decides which of two
/// equal faults is reported.
std::span<const Fault> faults();
/// The fault with this name.  Throws Error if there is none.
const Fault& fault(std::string_view name);

}  // namespace sextant::verify
