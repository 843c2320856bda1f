#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/sample/documents.hpp"
#include "report/sample/sample.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/report/document/result_file.hpp"
#include "sextant/report/output/markdown.hpp"
#include "sextant/report/output/page.hpp"
#include "tool/run.hpp"

namespace sextant::properties {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

/// What read_sweeps says of such a file; "" where it takes it.
std::string sweeps_complaint(const json& sweeps) {
  const Folder folder;
  put_file(folder / "s.json", sweeps.dump());
  try {
    EXPECT_EQ(*read_sweeps(folder / "s.json"), sweeps);
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(SweepsFile, IsReadAsItWasWritten) { EXPECT_EQ(sweeps_complaint(sample_sweeps()), ""); }

/// A thousand sweeps are more than other files of results are.
TEST(SweepsFile, MayHoldThousands) {
  json many = sample_sweeps();
  const json one = many["sweeps"][0];
  while (many["sweeps"].size() < 4000) many["sweeps"].push_back(one);
  ASSERT_GT(many.dump().size(), std::size_t{1} << 20);
  EXPECT_EQ(sweeps_complaint(many), "");
  while (many["sweeps"].size() < 12000) many["sweeps"].push_back(one);
  EXPECT_THAT(sweeps_complaint(many), HasSubstr("larger than 4 MiB: no file of sweeps"));
}

TEST(SweepsFile, NamesTheKeyOfWhatIsWrong) {
  for (const std::string place :
       {"/date", "/largest", "/largest/0/models", "/refused", "/refused/0/why", "/sweeps",
        "/sweeps/0/entries", "/sweeps/0/worst/absolute/value", "/sweeps/0/worst/ulps",
        "/sweeps/0/beyond/1e-3", "/sweeps/1/model", "/sweeps/2/checksum"}) {
    json sweeps = sample_sweeps();
    sweeps.at(json::json_pointer(place)) = true;
    EXPECT_THAT(sweeps_complaint(sweeps), HasSubstr("/s.json': " + place + ": must be"));
  }
  EXPECT_THAT(sweeps_complaint(json{{"schema", "sextant-speed"}}), HasSubstr("/schema: must be"));
}

/// What shows them takes them for granted, each one.
TEST(SweepsFile, MissesEveryKeyThatIsShown) {
  const json whole = sample_sweeps();
  for (const std::string place :
       {"", "/largest/0", "/refused/0", "/sweeps/0", "/sweeps/0/worst", "/sweeps/0/worst/absolute",
        "/sweeps/0/beyond", "/sweeps/2/defects"}) {
    const json::json_pointer at(place);
    for (const auto& [key, value] : whole.at(at).items()) {
      json sweeps = whole;
      sweeps.at(at).erase(key);
      const std::string claim = "/" + key + ": must be";  // of schema and version
      EXPECT_THAT(sweeps_complaint(sweeps),
                  testing::AnyOf(HasSubstr("has no \"" + key + '"'), HasSubstr(claim)))
          << place;
    }
  }
}

TEST(Markdown, ShowsWhatSweepsFound) {
  const std::string text = markdown(sample_report(1));
  for (const char* line :
       {"## Sweeps\n\n3 sweeps, every entry of every position measured: 1.678e+07 entries.",
        "1 could not be done. Measured 2000-01-02T00:00:00+00:00 by scripts/sweeps --sample, "
        "sextant 0.0.0, commit 0000000, on sample \\| x.",
        "| exp-log | float32 | 1 | 0.03125 | 1048573 | 1 | one-8b |", "### Sweeps in float32\n\n",
        "| one-8b | exp-log | 0:1048576 | 25 % | 50 % | 0.03125 | 1048573 | 1 | 4099 | sextant "
        "sweep --sample --format float32 |",
        "| rope dim=8 | exp-log | 0:0 | – | – | – | – | – | – | sextant",
        "### Sweeps in float16\n\n", "| 25 % | 50 % | inf | 70000 | 0 | 4099 |",
        "### By how much rows break identities\n\n",
        "| one-8b | exp-log | float16 | 0:1048576 | 0.0625 at 70001 | 0.125 at 70002 | – | sextant",
        "| sextant sweep --none | it has \\| no waves |"})
    EXPECT_THAT(text, HasSubstr(line));
}

TEST(Markdown, SaysThatSweepsWereNotRun) {
  json report = sample_report(1);
  report.erase("sweeps");
  const std::string text = markdown(report);
  EXPECT_THAT(text, HasSubstr("## Sweeps\n\nNot run. `scripts/sweeps` measures them"));
  EXPECT_THAT(text, Not(HasSubstr("could not be done")));
}

TEST(Schema, RefusesAReportWithSweepsThatAreNone) {
  json report = sample_report(1);
  report["sweeps"]["sweeps"][0]["entries"] = "many";
  EXPECT_THROW((void)page(report), Error);
}

}  // namespace
}  // namespace sextant::properties
