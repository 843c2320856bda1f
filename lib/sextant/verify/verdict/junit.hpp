#pragma once

#include <string>

namespace sextant::verify {

/// The result for a CI system: one test that passed, failed, or could not be judged.
struct JunitTest {
  enum class Outcome : unsigned char { passed, failed, error };

  std::string subcommand;  ///< the subcommand of the tool, which is the group of the test
  std::string name;
  Outcome outcome = Outcome::passed;
  std::string message;  ///< the reason in one line; not used if it passed
  std::string output;   ///< the output for a person
};

/// The test as a document of JUnit XML that Jenkins, GitLab and GitHub Actions read.  Characters
/// that XML cannot hold, and bytes that are not UTF-8, become U+FFFD.
std::string to_junit(const JunitTest& test);

}  // namespace sextant::verify
