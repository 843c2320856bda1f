#pragma once

#include <string>

namespace sextant::verify {

/// What a CI system is told: one test, which passed, failed, or could not be judged.
struct JunitTest {
  enum class Outcome : unsigned char { passed, failed, error };

  std::string subcommand;  ///< of the tool: what the tests are grouped by
  std::string name;
  Outcome outcome = Outcome::passed;
  std::string message;  ///< why, in one line, where it did not pass
  std::string output;   ///< what a person reads
};

/// The document, in the dialect of JUnit XML that Jenkins, GitLab and GitHub's actions read.  What
/// XML cannot hold, control characters and what is no UTF-8, becomes U+FFFD.
std::string to_junit(const JunitTest& test);

}  // namespace sextant::verify
