#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace sextant::properties {

/// The numbers of what a test tried.  A case is one set of values that RapidCheck drew and the
/// property accepted.  A place is one iteration of a loop that asserts something.
struct Tried {
  std::uint64_t properties = 0, cases = 0, discards = 0, places = 0;
  std::map<std::string, std::uint64_t> classes;  ///< cases by their tags
  int share = 1;                                 ///< divides the requested number of cases
  bool failures_are_kept = true;
};

/// The numbers of the running test.
Tried& tried();

/// Tests with expensive cases call this before their properties.  It divides the requested number
/// of cases by `share`, but not below 20.
inline void try_one_in(int share) { tried().share = share; }

/// Tests that expect properties to fail call this, so that these failures are not kept.
inline void expect_failures() { tried().failures_are_kept = false; }

/// Tests with their own loops over places call this.
inline void count_places(std::uint64_t places) { tried().places += places; }

}  // namespace sextant::properties
