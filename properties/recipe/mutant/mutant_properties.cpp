#include <algorithm>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iostream>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "engine/tried.hpp"
#include "recipe/mutant/mutants.hpp"
#include "recipe/statements.hpp"

namespace sextant::recipe {
namespace {

class AMutant : public testing::TestWithParam<Mutant> {
 protected:
  void SetUp() override { properties::expect_failures(); }
};

std::string name_of(const Mutant& mutant) {
  std::string name(mutant.name);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(Faults, AMutant, testing::ValuesIn(mutants()),
                         [](const auto& instance) { return name_of(instance.param); });

/// Whether a statement holds of a mutant; what it throws refutes it too.
testing::AssertionResult tried(const Statement& statement, const Mutant& mutant) {
  try {
    return statement.holds(mutant.subjects);
  } catch (const std::exception& error) {
    return testing::AssertionFailure() << error.what();
  }
}

bool speaks_of(const Statement& statement, const Mutant& mutant) {
  return statement.speaks_of == nullptr || statement.speaks_of(mutant.subjects);
}

/// An expected fault of one arithmetic is no demand on others.
bool binding(const Statement& statement) { return statement.name != "positions after 2^24"; }

TEST_P(AMutant, IsRefutedByTheStatementsThatMustRefuteIt) {
  const Mutant& mutant = GetParam();
  ASSERT_FALSE(mutant.killers.empty());
  for (const std::string_view killer : mutant.killers) {
    const Statement& statement = statement_named(killer);
    ASSERT_TRUE(speaks_of(statement, mutant));
    EXPECT_FALSE(tried(statement, mutant)) << mutant.why << ": not refuted by " << killer;
  }
}

/// All of one program against all that is stated.
nlohmann::json row_of(const Mutant& mutant, bool control) {
  nlohmann::json refuted = nlohmann::json::array(), witnesses = nlohmann::json::object();
  for (const Statement& statement : statements()) {
    if (!speaks_of(statement, mutant) || (control && !binding(statement))) continue;
    const auto held = tried(statement, mutant);
    if (held) continue;
    refuted.push_back(statement.name);
    witnesses[std::string(statement.name)] = held.message();
  }
  return {{"name", mutant.name},
          {"control", control},
          {"claims", test_name(mutant.subjects)},
          {"why", mutant.why},
          {"killed_by", std::move(refuted)},
          {"witnesses", std::move(witnesses)}};
}

/// The matrix of all; SEXTANT_MUTANTS names a file for it.
TEST(Mutants, AreAllRefutedAndTheirControlsAreNotFull) {
  properties::expect_failures();
  nlohmann::json matrix = nlohmann::json::array();
  const auto add = [&](const Mutant& mutant, bool control) {
    matrix.push_back(row_of(mutant, control));
    const nlohmann::json& row = matrix.back();
    EXPECT_EQ(row["killed_by"].empty(), control)
        << mutant.name << ": " << mutant.why << row["witnesses"].dump(1);
    std::cout << "  " << mutant.name << ": " << row["killed_by"].dump() << std::endl;
  };
  for (const Mutant& mutant : mutants()) add(mutant, false);
  for (const Mutant& variant : legal_variants()) add(variant, true);
  if (const char* path = std::getenv("SEXTANT_MUTANTS"); path != nullptr && *path != '\0')
    std::ofstream(path) << matrix.dump(1) << '\n';
}

}  // namespace
}  // namespace sextant::recipe
