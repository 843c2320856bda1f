#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sextant/verify/diagnosis/parameters.hpp"

namespace sextant::vectors {

/// What a flag of a test says: why its place was chosen, which rounding it tells from the right
/// one, or which mistake it catches.
struct Flag {
  std::string name;
  std::string_view kind;  ///< place, rounding, mistake
  std::string_view
      fault;  ///< as `sextant list faults` calls the mistake; empty where it has no name
  std::string_view mechanism, effect;
  std::string_view reference;  ///< a public thread, or a paper
};

/// The flag of a name; throws Error for another one.
Flag flag(std::string_view name);

/// `position-offset` is PositionOffset; a fault of several formats has a flag for each:
/// Bfloat16Frequency.
std::string flag_of(std::string_view fault, const verify::Parameters& parameters);

}  // namespace sextant::vectors
