#include <set>
#include <string>

#include <gtest/gtest.h>

#include "sextant/report/document/result_file.hpp"
#include "tool/run.hpp"

namespace sextant::properties {
namespace {

using nlohmann::json;

json kept() { return *read_theorems(data_file("../../reports/results/theorems.json")); }

/// A list that is changed needs a run: the file of the tree must not be of another one.
TEST(Theorems, OfTheTreeAreThoseOfTheList) {
  const Ran list = run_program(data_file("../../scripts/theorems"), {"--list"});
  ASSERT_EQ(list.status, 0) << list.err;
  const json all = kept();
  std::string commands;
  for (const auto& one : all["theorems"]) commands += one["command"].get<std::string>() + "\n";
  // Of a run with --slow, one command more is checked.
  const bool slow = all["command"].get<std::string>().find("--slow") != std::string::npos;
  EXPECT_EQ(
      commands,
      slow ? run_program(data_file("../../scripts/theorems"), {"--list", "--slow"}).out : list.out);
}

/// What the tool refuses or leaves open is shown as such; what it decides must be confirmed.
TEST(Theorems, OfTheTreeAreConfirmed) {
  const json all = kept();
  for (const json& one : all["theorems"]) {
    const auto command = one["command"].get<std::string>();
    if (one["outcome"] != "holds" && one["outcome"] != "fails") continue;
    const bool confirmed = !one["check"].is_null() && one["check"]["confirmed"] == true;
    EXPECT_EQ(command.ends_with(" --check"), confirmed) << command;
  }
}

/// Both bases have a threshold, and the width before it is known to fail.
TEST(Theorems, OfTheTreeSayFromWhichWidthNeighboursAreClosest) {
  const json all = kept();
  std::set<std::string> bases;
  for (const json& one : all["thresholds"]) {
    EXPECT_EQ(one["to"], 128);
    EXPECT_EQ(one["fails"], one["from"].get<int>() - 2);
    bases.insert(one["base"].get<std::string>());
  }
  EXPECT_EQ(bases, (std::set<std::string>{"10000", "500000"}));
}

}  // namespace
}  // namespace sextant::properties
