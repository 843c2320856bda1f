#pragma once

#include <span>
#include <string_view>

namespace sextant::verify {

/// A mistake that people really ship.
struct Fault {
  std::string_view name;
  std::string_view mechanism;  ///< what the program does
  std::string_view effect;     ///< what that does to the table
  std::string_view reference;  ///< a public thread where it happened
  std::string_view remedy;     ///< what to change in the program
};

/// Every fault that `verify` knows, in order of precedence: of two that make the same numbers, the
/// first is named.
std::span<const Fault> faults();
const Fault& fault(std::string_view name);

}  // namespace sextant::verify
