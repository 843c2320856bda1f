#pragma once

#include <string>
#include <vector>

namespace sextant::verify {

/// A case of a test: one that passed, failed, or could not be judged.
struct JunitCase {
  enum class Outcome : unsigned char { passed, failed, error };

  std::string name;
  Outcome outcome = Outcome::passed;
  std::string message = {};  ///< the reason in one line; not used if it passed
  std::string output = {};   ///< the output for a person
};

/// The result of a run for a CI system.
struct JunitTest {
  std::string subcommand;  ///< the subcommand of the tool, which is the group of the cases
  std::vector<JunitCase> cases;
};

/// The test as a document of JUnit XML that Jenkins, GitLab and GitHub Actions read.  Characters
/// that XML cannot hold, and bytes that are not UTF-8, become U+FFFD.
std::string to_junit(const JunitTest& test);

struct Verdict;

/// One case for each head of slopes or biases of ALiBi, which is judged by where the table is
/// wrong.  `name` and the head name it, and `words` are the output if it fails.  Empty for other
/// tables.
std::vector<JunitCase> junit_cases_of_heads(const Verdict& verdict, const std::string& name,
                                            const std::string& words);

}  // namespace sextant::verify
