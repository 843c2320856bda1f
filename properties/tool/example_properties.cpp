#include <map>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tool/run.hpp"

namespace sextant {
namespace {

/// The fault that the printed command names for each example; empty: it passes.
const std::map<std::string, std::string> kFaults = {{"right", ""},
                                                    {"wrong-base", "wrong-base"},
                                                    {"off-by-one", "position-offset"},
                                                    {"rounded-positions", "position-rounded"},
                                                    {"lost-scaling", "scaling-missing"},
                                                    {"halves", "layout"},
                                                    {"model", "scaling-missing"}};

/// The path that an example is written to: a model is a folder.
std::string path_of(const Folder& folder, const std::string& name) {
  return folder / (name == "model" ? name : name + ".npy");
}

TEST(Example, HasTheMistakeThatItsCommandNames) {
  const Folder folder;
  for (const auto& [name, fault] : kFaults) {
    const std::string path = path_of(folder, name);
    const Ran written = sextant_line("example " + name + " -o " + path);
    ASSERT_EQ(written.status, 0) << name << written.err;
    const std::string start = "now try: sextant ";
    const std::size_t at = written.out.find(start);
    ASSERT_NE(at, std::string::npos) << written.out;
    std::string command = written.out.substr(at + start.size());
    command.pop_back();
    const Ran judged = sextant_line(command);
    EXPECT_EQ(judged.status, fault.empty() ? 0 : 1) << command << judged.out << judged.err;
    EXPECT_THAT(judged.out, testing::HasSubstr(fault)) << command;
  }
}

TEST(Example, AreListedWithoutAName) {
  const Ran ran = sextant_line("example");
  EXPECT_EQ(ran.status, 0);
  std::istringstream lines(ran.out);
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count)
    EXPECT_TRUE(kFaults.contains(line.substr(0, line.find(' ')))) << line;
  EXPECT_EQ(count, kFaults.size());
}

TEST(Example, IsRefusedWithoutAFileOrWithAnotherName) {
  EXPECT_TRUE(refuses(sextant_line("example wrong-base"), "-o is missing"));
  EXPECT_TRUE(refuses(sextant_line("example wrong-bass -o x.npy"), "there is no example"));
  EXPECT_TRUE(refuses(sextant_line("example right -o /nowhere/x.npy"), "/nowhere"));
}

}  // namespace
}  // namespace sextant
