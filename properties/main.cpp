#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <iostream>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "engine/program.hpp"
#include "engine/record.hpp"
#include "engine/tried.hpp"

namespace sextant::properties {
namespace {

// Fixed, so that a run can be repeated; RC_PARAMS="seed=…" asks for another.
constexpr auto default_seed = "20170612";
constexpr auto default_cases = "100";

std::string environment(const char* name, const std::string& otherwise) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0' ? value : otherwise;
}

/// RapidCheck's parameters: what the user set, completed by our seed and number of cases.
std::string parameters() {
  const std::string cases = environment("SEXTANT_CASES", default_cases);
  const auto is_digit = [](unsigned char c) { return std::isdigit(c) != 0; };
  const bool none = cases.find_first_not_of('0') == std::string::npos;
  if (cases.size() > 9 || none || !std::all_of(cases.begin(), cases.end(), is_digit)) {
    std::cerr << "SEXTANT_CASES must be a number of cases from 1 to 10^9 - 1, not '" << cases
              << "'\n";
    std::exit(2);
  }
  std::string text = environment("RC_PARAMS", "");
  const auto complete = [&text](const std::string& key, const std::string& value) {
    if ((" " + text).find(" " + key + "=") != std::string::npos) return;
    text += (text.empty() ? "" : " ") + key + "=" + value;
  };
  complete("seed", default_seed);
  complete("max_success", cases);
  return text;
}

/// Says once with which parameters the properties run, and how to repeat a test that fails; a
/// property says itself which case did.
class Reproduce : public testing::EmptyTestEventListener {
 public:
  explicit Reproduce(std::string parameters) : parameters_(std::move(parameters)) {}

  void OnTestProgramStart(const testing::UnitTest& /*unit_test*/) override {
    std::cout << "RC_PARAMS=\"" << parameters_ << "\"\n";
  }

  void OnTestEnd(const testing::TestInfo& test) override {
    if (!test.result()->Failed()) return;
    std::cout << (tried().properties > 0 ? "all of it: " : "reproduce: ") << "RC_PARAMS=\""
              << parameters_ << "\" " << program() << " --gtest_filter=" << test.test_suite_name()
              << '.' << test.name() << std::endl;
  }

 private:
  std::string parameters_;
};

std::string& program_path() {
  static std::string path;
  return path;
}

}  // namespace

const std::string& program() { return program_path(); }
std::string program_name() { return program().substr(program().rfind('/') + 1); }

}  // namespace sextant::properties

#if defined(__SANITIZE_ADDRESS__)
/// oneTBB loses the 40 bytes of an observer that ends while a worker looks at it.
extern "C" const char* __lsan_default_suppressions() { return "leak:tbb::detail::r1::observe\n"; }
#endif

int main(int argc, char** argv) {
  using namespace sextant::properties;
  program_path() = argv[0];
  const std::string params = parameters();
  setenv("RC_PARAMS", params.c_str(), 1);  // before RapidCheck reads it, at the first property
  testing::InitGoogleTest(&argc, argv);
  auto& listeners = testing::UnitTest::GetInstance()->listeners();
  listeners.Append(new Reproduce(params));
  listeners.Append(new Record);
  return RUN_ALL_TESTS();
}
