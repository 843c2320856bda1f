#pragma once

#include <string>
#include <vector>

namespace sextant::verify {

/// One test case: it passed, failed, or could not be judged (error).
struct JunitCase {
  enum class Outcome : unsigned char { passed, failed, error };

  std::string name;
  Outcome outcome = Outcome::passed;
  std::string message = {};  ///< the reason in one line; not used if it passed
  std::string output = {};   ///< the output for a person
};

/// The results of one run of the tool, for a CI system.
struct JunitTest {
  std::string subcommand;  ///< the subcommand of the tool, which is the group of the cases
  std::vector<JunitCase> cases;
};

/// The test as a document of JUnit XML that Jenkins, GitLab and GitHub Actions read.  Characters
/// that XML cannot hold, and bytes that are not UTF-8, become U+FFFD.
std::string to_junit(const JunitTest& test);

struct Verdict;

/// One case for each head in slopes or biases of ALiBi, named by `name` and the head.  A head fails
/// if the table does not pass and its wrong entries are in this head, or are scattered.  `words` is
/// the output of a case that fails.  Empty for other tables.
std::vector<JunitCase> junit_cases_of_heads(const Verdict& verdict, const std::string& name,
                                            const std::string& words);

}  // namespace sextant::verify
