#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace sextant::properties {

/// What a test tried.  A case is one set of values that RapidCheck drew and the property took; a
/// place is one of those that a loop goes over and asserts something of.
struct Tried {
  std::uint64_t properties = 0, cases = 0, discards = 0, places = 0;
  std::map<std::string, std::uint64_t> classes;  ///< cases by their tags
  int share = 1;  ///< of the number of cases that is asked for, one in so many
  bool failures_are_kept = true;
};

/// Of the test that is running.
Tried& tried();

/// To be called by a test whose cases cost much, before its properties: one in `share` is tried,
/// but 20 at least where so many are asked for.
inline void try_one_in(int share) { tried().share = share; }

/// To be called by a test that expects properties to fail: theirs are no failures to keep.
inline void expect_failures() { tried().failures_are_kept = false; }

/// To be called by a test that goes over places in a loop of its own.
inline void count_places(std::uint64_t places) { tried().places += places; }

}  // namespace sextant::properties
