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
       {"build", "check", "format", "layers", "report", "setup", "tally", "test"}) {
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
  EXPECT_THAT(script("report", {"--dim"}).err, HasSubstr("--dim needs a value"));
  EXPECT_THAT(script("report", {"here"}).err, HasSubstr("unexpected 'here'"));
}

TEST(Scripts, Help) {
  for (const std::string name : {"build", "check", "format", "layers", "report", "setup", "test"}) {
    const Ran ran = script(name, {"--help"});
    EXPECT_EQ(ran.status, 0) << name;
    EXPECT_EQ(ran.err, "") << name;
    EXPECT_THAT(ran.out, HasSubstr("scripts/" + name)) << name;
  }
}

/// scripts/report knows the options of the tool's verb, apart from the commit that it adds itself:
/// each is taken, so that the next one is what is complained of.
TEST(Scripts, ReportTakesTheOptionsOfTheTool) {
  int options = 0;
  for (const std::string& option : long_options(sextant_line("report --help").out)) {
    if (option == "--commit") continue;
    const Ran ran = script("report", {option, "1", option + "=1", "--bearing"});
    EXPECT_THAT(ran.err, HasSubstr("unknown option '--bearing'")) << option;
    ++options;
  }
  EXPECT_GT(options, 10);
}

void put_program(const std::string& path, const std::string& text) {
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  put_file(path, "#!/bin/sh\n" + text + "\n");
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
}

/// The newest of what was measured: the file asked for, that of the last run, that of the tree.
TEST(Scripts, ReportShowsTheSpeedThatThereIs) {
  const Folder tree;
  put_program(tree / "scripts/build", "");
  put_program(tree / "build/bin/sextant", "echo \"$@\"");
  std::filesystem::copy(SEXTANT_SCRIPTS_DIR "/report", tree / "scripts/report");
  const auto shown = [&](std::vector<std::string> more) {
    more.insert(more.end(), {"-o", tree / "out"});
    const std::string out = run_program(tree / "scripts/report", more).out;
    const auto at = out.find("--speed ");
    return at == std::string::npos ? "" : out.substr(at + 8, out.find('\n') - at - 8);
  };
  EXPECT_EQ(shown({}), "");
  put_program(tree / "reports/results/speed.json", "");
  EXPECT_EQ(shown({}), tree / "reports/results/speed.json");
  put_program(tree / "build/bench/speed.json", "");
  EXPECT_EQ(shown({}), tree / "build/bench/speed.json");
  EXPECT_EQ(shown({"--speed", "mine"}), "mine");
  EXPECT_EQ(shown({"--speed=mine"}), "mine");
}

}  // namespace
}  // namespace sextant
