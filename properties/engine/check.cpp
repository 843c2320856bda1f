// Checks properties: tries cases that failed before first, counts cases, keeps failures, and prints
// how to repeat them.

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <unordered_map>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "engine/failures.hpp"
#include "engine/program.hpp"
#include "engine/property.hpp"
#include "engine/tried.hpp"
#include "rapidcheck/detail/Configuration.h"
#include "rapidcheck/detail/TestListenerAdapter.h"

namespace sextant::properties {
namespace {

using rc::detail::CaseDescription;
using rc::detail::CaseResult;
using rc::detail::FailureResult;
using rc::detail::Property;
using rc::detail::Reproduce;
using rc::detail::SuccessResult;
using rc::detail::TestMetadata;
using rc::detail::TestResult;

class Count final : public rc::detail::TestListenerAdapter {
 public:
  void onTestCaseFinished(const CaseDescription& description) override {
    if (description.result.type == CaseResult::Type::Discard)
      ++tried().discards;
    else
      ++tried().cases;
    if (description.result.type != CaseResult::Type::Success || description.tags.empty()) return;
    std::string name;
    for (const std::string& tag : description.tags) name += (name.empty() ? "" : ", ") + tag;
    name.erase(std::remove(name.begin(), name.end(), '"'), name.end());
    ++tried().classes[name];
  }
};

/// The name of the running test, and the number of the property in it.
std::string identity() {
  const testing::TestInfo* test = testing::UnitTest::GetInstance()->current_test_info();
  const std::string name =
      test == nullptr ? "none" : std::string(test->test_suite_name()) + "." + test->name();
  const std::uint64_t number = ++tried().properties;
  return number == 1 ? name : name + "+" + std::to_string(number);
}

/// The least number of cases of a share: a property that needs every class of cases would fail with
/// few.
constexpr int kFewestCases = 20;

TestResult checked(const Property& property, const std::string& id,
                   const std::unordered_map<std::string, Reproduce>& cases = {}) {
  Count count;
  rc::detail::TestParams params = rc::detail::configuration().testParams;
  params.maxSuccess =
      std::max(std::min(params.maxSuccess, kFewestCases), params.maxSuccess / tried().share);
  return checkProperty(property, TestMetadata{id, id}, params, count, cases);
}

/// Whether a requested case passes, which RapidCheck reports as an error.
bool passes(const TestResult& result) {
  return result.is<rc::detail::Error>() &&
         result.get<rc::detail::Error>().description == "Reproduced result is not a failure";
}

/// Tries a case that failed before.  If its path of shrinks no longer exists, e.g. because the
/// generators changed, it tries the first case of the path.
TestResult again(const Property& property, const std::string& id, Reproduce failure) {
  ++tried().cases;
  TestResult result = checked(property, id, {{id, failure}});
  if (!result.is<rc::detail::Error>() || passes(result)) return result;
  failure.shrinkPath.clear();
  return checked(property, id, {{id, failure}});
}

void say_how_to_repeat(const std::string& id, const Reproduce& failure) {
  const std::string test = id.substr(0, id.find('+'));
  std::cout << "reproduce: RC_PARAMS=\"" << reproduction(id, failure) << "\" " << program()
            << " --gtest_filter=" << test << std::endl;
}

TestResult repeated(TestResult result) {
  if (!passes(result)) return result;
  std::cout << "the case that was asked for passes\n";
  return SuccessResult{1, {}};
}

TestResult remembered(const Property& property) {
  const std::string id = identity();
  const auto& asked_for = rc::detail::configuration().reproduce;
  if (!asked_for.empty()) return repeated(checked(property, id, asked_for));
  if (!tried().failures_are_kept) return checked(property, id);
  const Failures failures(program_name(), id);
  for (const Reproduce& failure : failures.past()) {
    TestResult result = again(property, id, failure);
    if (!result.is<FailureResult>()) continue;
    std::cout << "failed before, and again: " << failures.file().string() << '\n';
    say_how_to_repeat(id, result.get<FailureResult>().reproduce);
    return result;
  }
  TestResult result = checked(property, id);
  if (result.is<FailureResult>()) {
    const Reproduce& failure = result.get<FailureResult>().reproduce;
    failures.add(failure);
    say_how_to_repeat(id, failure);
  }
  return result;
}

TestResult result_of(const std::function<void()>& body) {
  TestResult result = remembered(rc::detail::toProperty([body] { body(); }));
  // Classes are printed only on request; the end of a run sums them up.
  if (result.is<SuccessResult>() && std::getenv("SEXTANT_CLASSIFY") == nullptr)
    result.get<SuccessResult>().distribution.clear();
  return result;
}

}  // namespace

void check(const char* file, int line, const std::function<void()>& property) {
  const TestResult result = result_of(property);
  std::ostringstream text;
  printResultMessage(result, text);
  if (!result.is<SuccessResult>())
    ADD_FAILURE_AT(file, line) << text.str() << std::endl;
  else if (!result.get<SuccessResult>().distribution.empty())
    std::cout << text.str() << std::endl;
}

bool holds(const std::function<void()>& property) {
  rc::detail::configuration();  // its message comes before that of the property
  const TestResult result = result_of(property);
  printResultMessage(result, std::cerr);
  std::cerr << std::endl;
  return result.is<SuccessResult>();
}

}  // namespace sextant::properties
