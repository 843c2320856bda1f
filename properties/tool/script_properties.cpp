#include <sstream>
#include <tuple>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tool/run.hpp"

namespace sextant {
namespace {

using testing::HasSubstr;

Ran script(const std::string& name, const std::vector<std::string>& arguments) {
  return run_program(SEXTANT_SCRIPTS_DIR "/" + name, arguments);
}

/// At once: what a script says before that would be a set-up's or a build's.
TEST(Scripts, RefuseAnUnknownOptionAtOnce) {
  for (const std::string name :
       {"build", "check", "confusion", "format", "fuzz", "hook", "layers", "mutants", "package",
        "page-test", "setup", "tally", "test", "theorems", "wheel"}) {
    const Ran ran = script(name, {"--bearing"});
    EXPECT_EQ(ran.status, 2) << name;
    EXPECT_EQ(ran.out, "") << name;
    EXPECT_THAT(ran.err, HasSubstr("'--bearing'")) << name;
    EXPECT_EQ(ran.err.rfind(name + ": ", 0), 0U) << ran.err;
  }
  for (const std::string name : {"build", "test"}) {
    EXPECT_THAT(script(name, {"--preset"}).err, HasSubstr("--preset needs a"));
    EXPECT_THAT(script(name, {"--preset", "fast"}).err, HasSubstr("no preset 'fast'"));
  }
  EXPECT_THAT(script("mutants", {"--only", "none"}).err, HasSubstr("no mutant is called 'none'"));
  EXPECT_THAT(script("mutants", {"--layer", "tool"}).err, HasSubstr("invalid choice: 'tool'"));
  EXPECT_THAT(script("page-test", {"-o"}).err, HasSubstr("-o needs a value"));
  EXPECT_THAT(script("page-test", {"--report", "none"}).err, HasSubstr("'none' is no file"));
}

TEST(Scripts, Help) {
  for (const std::string name :
       {"build", "check", "confusion", "format", "fuzz", "hook", "layers", "mutants", "package",
        "page-test", "report", "setup", "test", "theorems", "wheel"}) {
    const Ran ran = script(name, {"--help"});
    EXPECT_EQ(ran.status, 0) << name;
    EXPECT_EQ(ran.err, "") << name;
    EXPECT_THAT(ran.out, HasSubstr("scripts/" + name)) << name;
  }
}

void put_program(const std::string& path, const std::string& text) {
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  put_file(path, "#!/bin/sh\n" + text + "\n");
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
}

/// The newest of what was measured: the file asked for, that of the last run, that of the tree.
void shows_what_there_is(const std::string& option, const std::string& kept,
                         const std::string& last) {
  const Folder tree;
  put_program(tree / "scripts/build", "");
  put_program(tree / "build/bin/sextant", "echo \"$@\"");
  std::filesystem::copy(SEXTANT_SCRIPTS_DIR "/report", tree / "scripts/report");
  const auto shown = [&](std::vector<std::string> more) {
    more.insert(more.end(), {"-o", tree / "out"});
    const std::string out = run_program(tree / "scripts/report", more).out;
    const auto at = out.find(option + " ");
    return at == std::string::npos ? ""
                                   : out.substr(at + option.size() + 1,
                                                out.find_first_of(" \n", at + option.size() + 1) -
                                                    at - option.size() - 1);
  };
  EXPECT_EQ(shown({}), "");
  put_program(tree / kept, "");
  EXPECT_EQ(shown({}), tree / kept);
  put_program(tree / last, "");
  EXPECT_EQ(shown({}), tree / last);
  EXPECT_EQ(shown({option, "mine"}), "mine");
  EXPECT_EQ(shown({option + "=mine"}), "") << "the file of the last run, too";
}

TEST(Scripts, ReportShowsTheSpeedThatThereIs) {
  shows_what_there_is("--speed", "reports/results/speed.json", "build/bench/speed.json");
}

TEST(Scripts, ReportShowsTheMutantsThatThereAre) {
  shows_what_there_is("--mutants", "reports/results/mutants.json", "build/mutants/matrix.json");
}

TEST(Scripts, ReportShowsTheTheoremsThatThereAre) {
  shows_what_there_is("--theorems", "reports/results/theorems.json",
                      "build/theorems/theorems.json");
}

TEST(Scripts, ReportShowsTheSweepsThatThereAre) {
  shows_what_there_is("--sweeps", "reports/results/sweeps.json", "build/sweeps/sweeps.json");
}

TEST(Scripts, ReportShowsTheConfusionThatThereIs) {
  shows_what_there_is("--confusion", "reports/results/confusion.json",
                      "build/confusion/confusion.json");
}

TEST(Scripts, TheoremsRefuseWhatMeansNothing) {
  for (const auto& [option, value, complaint] :
       {std::tuple("--only", "(", "--only '(': "), std::tuple("--only", "none", "no command"),
        std::tuple("--limit", "0", "--limit '0' is no number of seconds")}) {
    const Ran ran = script("theorems", {"--list", option, value});
    EXPECT_TRUE(ran.status == 2 && ran.out.empty()) << option;
    EXPECT_THAT(ran.err, HasSubstr(std::string("theorems: ") + complaint));
  }
  EXPECT_THAT(script("theorems", {"--list", "--keep"}).err, HasSubstr("--keep is for a whole run"));
}

/// So that a theorem that is added is in the report too.
TEST(Scripts, TheoremsAreThoseOfTheTool) {
  const std::string list = script("theorems", {"--list"}).out;
  const std::string help = sextant_line("prove --help").out;
  std::istringstream lines(help.substr(help.find("\nTheorems:\n") + 11));
  int theorems = 0;
  for (std::string line; std::getline(lines, line) && line.rfind("  ", 0) == 0; ++theorems) {
    EXPECT_THAT(list, HasSubstr("sextant prove " + words_of(line).front() + " "));
  }
  EXPECT_GT(theorems, 10);
}

}  // namespace
}  // namespace sextant
