#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tool/run.hpp"

/// Tests the engine that runs all properties, with a program whose properties fail on request.
namespace sextant {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

class Engine : public testing::Test {
 protected:
  /// Runs tests of the sample with `settings` in the environment; what both streams said.
  Ran run(const std::string& filter, const std::string& settings) const {
    return run_program(
        "/bin/sh",
        {"-c", "env -u RC_PARAMS -u SEXTANT_CASES -u SEXTANT_CLASSIFY SEXTANT_FAILURES=" +
                   failures().string() + " " + settings + " " SEXTANT_SAMPLE " --gtest_filter='" +
                   filter + "' 2>&1"});
  }
  fs::path failures() const { return folder_ / "failures"; }
  fs::path kept() const { return failures() / "sample_properties.Sample.NumbersStayBelowTheLimit"; }
  static std::string text(const fs::path& file) {
    std::ostringstream all;
    all << std::ifstream(file).rdbuf();
    return all.str();
  }
  /// What follows `reproduce: RC_PARAMS="`, up to the quote.
  static std::string parameters(const std::string& out) {
    std::smatch found;
    return std::regex_search(out, found, std::regex("reproduce: RC_PARAMS=\"([^\"]*)\""))
               ? found[1].str()
               : "";
  }

  Folder folder_;
  const std::string one_ = "Sample.NumbersStayBelowTheLimit";
};

TEST_F(Engine, KeepsWhatFailedAndTriesItFirst) {
  const Ran failed = run(one_, "SAMPLE_LIMIT=1000");
  EXPECT_EQ(failed.status, 1);
  ASSERT_TRUE(fs::exists(kept())) << failed.out;
  EXPECT_THAT(failed.out, HasSubstr("\n1000"));  // shrunk to the least there is
  const Ran again = run(one_, "SAMPLE_LIMIT=1000");
  EXPECT_THAT(again.out, HasSubstr("failed before, and again: " + kept().string()));
  EXPECT_THAT(again.out, HasSubstr("Falsifiable after 1 test"));
  EXPECT_EQ(parameters(again.out), parameters(failed.out));
}

TEST_F(Engine, KeepsAFailureThatPassesAgain) {
  run(one_, "SAMPLE_LIMIT=1000");
  const std::string before = text(kept());
  const Ran passed = run(one_, "");
  EXPECT_EQ(passed.status, 0) << passed.out;
  EXPECT_EQ(text(kept()), before);
  // Of other seeds as well: what is tried first does not hang on the seed.
  EXPECT_THAT(run(one_, "SAMPLE_LIMIT=1000 RC_PARAMS=seed=7").out, HasSubstr("and again"));
}

TEST_F(Engine, KeepsOneFailureBesideAnother) {
  const auto lines = [this] {
    const std::string all = text(kept());
    return std::count(all.begin(), all.end(), '\n');
  };
  run(one_, "SAMPLE_LIMIT=10");
  EXPECT_EQ(lines(), 1);
  EXPECT_THAT(run(one_, "SAMPLE_LIMIT=1000").out, HasSubstr("\n1000"));
  EXPECT_EQ(lines(), 2);
  EXPECT_THAT(run(one_, "SAMPLE_LIMIT=10").out, HasSubstr("and again"));
  EXPECT_EQ(lines(), 2);
}

TEST_F(Engine, TheLinePrintedRepeatsTheSameCounterexample) {
  for (const std::string& filter : {one_, std::string("Sample.HasTwoProperties")}) {
    const std::string line = parameters(run(filter, "SAMPLE_LIMIT=123456").out);
    ASSERT_THAT(line, HasSubstr("reproduce="));
    fs::remove_all(failures());
    const Ran repeated = run(filter, "SAMPLE_LIMIT=123456 RC_PARAMS='" + line + "'");
    EXPECT_EQ(repeated.status, 1) << repeated.out;
    EXPECT_THAT(repeated.out, HasSubstr("\n123456"));
    const Ran mended = run(filter, "RC_PARAMS='" + line + "'");
    EXPECT_EQ(mended.status, 0) << mended.out;
    EXPECT_THAT(mended.out, HasSubstr("the case that was asked for passes"));
  }
}

TEST_F(Engine, KeepsNoFailureThatIsExpected) {
  const Ran ran = run("Sample.ExpectsToFail", "");
  EXPECT_EQ(ran.status, 0) << ran.out;
  EXPECT_THAT(ran.out, Not(HasSubstr("reproduce: ")));
  EXPECT_FALSE(fs::exists(failures()));
}

TEST_F(Engine, LeavesOutWhatIsNoFailure) {
  fs::create_directories(failures());
  std::ofstream(kept()) << "reproduce=nonsense\nseed=3\n";
  const Ran ran = run(one_, "");
  EXPECT_EQ(ran.status, 0) << ran.out;
  EXPECT_THAT(ran.out, HasSubstr(kept().string() + ": not a failure of this test, and left out"));
  EXPECT_THAT(run("Sample.GoesOverPlaces", "").out, Not(HasSubstr("left out")));
}

TEST_F(Engine, SaysWhereAFailureCannotBeKept) {
  std::ofstream(failures()) << "a file where a folder should be\n";
  const Ran ran = run(one_, "SAMPLE_LIMIT=1000");
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.out, HasSubstr("the failure could not be kept"));
}

TEST_F(Engine, ProcessesSideBySideKeepWholeFiles) {
  const std::string one = std::string("env -u RC_PARAMS SAMPLE_LIMIT=1000 SEXTANT_FAILURES=") +
                          failures().string() +
                          " RC_PARAMS=seed=$seed " SEXTANT_SAMPLE " --gtest_filter=" + one_;
  run_program("/bin/sh",
              {"-c", "for seed in 1 2 3 4 5 6 7 8; do " + one + " >/dev/null 2>&1 & done; wait"});
  std::size_t files = 0;
  for ([[maybe_unused]] const auto& file : fs::directory_iterator(failures())) ++files;
  EXPECT_EQ(files, 1U) << "nothing is left beside";
  EXPECT_THAT(run(one_, "").out, Not(HasSubstr("left out")));
}

TEST_F(Engine, CountsWhatItTried) {
  const std::string records = "SEXTANT_RECORDS=" + (folder_ / "records");
  EXPECT_EQ(run("*", records + " SEXTANT_CASES=300").status, 0);
  const std::string one = text(folder_ / ("records/sample_properties." + one_));
  EXPECT_THAT(one, testing::ContainsRegex("^sample_properties,Sample.NumbersStayBelowTheLimit,"
                                          "[0-9]+,1,300,0,0\n"));
  EXPECT_THAT(one, testing::AllOf(HasSubstr("\neven,"), HasSubstr("\nodd,")));
  const std::string two = text(folder_ / "records/sample_properties.Sample.HasTwoProperties");
  EXPECT_THAT(two, testing::ContainsRegex(",2,600,[1-9][0-9]*,0\n")) << "and some are discarded";
  EXPECT_FALSE(fs::exists(folder_ / "records/sample_properties.All-Types.AreThree-1")) << "skipped";
  EXPECT_THAT(text(folder_ / "records/sample_properties.Sample.TriesOneInFour"),
              HasSubstr(",1,75,0,0\n"));
  const std::string few = "SEXTANT_RECORDS=" + (folder_ / "few");
  EXPECT_EQ(run("Sample.TriesOneInFour", few + " SEXTANT_CASES=40").status, 0);
  EXPECT_THAT(text(folder_ / "few/sample_properties.Sample.TriesOneInFour"),
              HasSubstr(",1,20,0,0\n"));
  const Ran sum = run_program(SEXTANT_SCRIPTS_DIR "/tally",
                              {(folder_ / "records"), "--json", folder_ / "sum.json"});
  EXPECT_THAT(sum.out, HasSubstr("5 properties of drawn values: 976 cases"));
  EXPECT_THAT(sum.out, HasSubstr("65536 places in loops; 66512 checked in all"));
  EXPECT_THAT(text(folder_ / "sum.json"), HasSubstr("\"places\": 65536"));
}

TEST_F(Engine, ShowsClassesWhereAsked) {
  EXPECT_THAT(run(one_, "SEXTANT_CLASSIFY=1").out, HasSubstr("% - \"even\""));
  EXPECT_THAT(run(one_, "").out, Not(HasSubstr("% - \"even\"")));
}

/// A test a statement: types of one together where it is quick, alone where it is not.
TEST_F(Engine, StatementsOfManyTypesAreOneTest) {
  const Ran ran =
      run_program("/usr/bin/env", {"cmake", "-D", "program=" SEXTANT_SAMPLE, "-D", "layer=sample",
                                   "-D", "directory=/tmp", "-D",
                                   "output=" + (folder_ / "tests.cmake"), "-P", SEXTANT_DISCOVER});
  ASSERT_EQ(ran.status, 0) << ran.err;
  const std::string tests = text(folder_ / "tests.cmake");
  EXPECT_THAT(tests, HasSubstr("[==[sample:Sample.GoesOverPlaces]==]"));
  EXPECT_THAT(tests, HasSubstr("[==[--gtest_filter=All/Types.AreThree/*]==]"));
  EXPECT_THAT(tests, HasSubstr("[==[--gtest_filter=All/Types.AreThreeFull/2]==]"));
  EXPECT_THAT(tests, Not(HasSubstr("AreThree/0")));
  EXPECT_THAT(tests, HasSubstr("LABELS full"));
}

}  // namespace
}  // namespace sextant
