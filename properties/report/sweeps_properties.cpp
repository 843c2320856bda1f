#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/sample/documents.hpp"
#include "report/sample/sample.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/report/document/result_file.hpp"
#include "sextant/report/output/page.hpp"
#include "tool/run.hpp"

namespace sextant::properties {
namespace {

using nlohmann::json;
using testing::HasSubstr;

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

TEST(Schema, RefusesAReportWithSweepsThatAreNone) {
  json report = sample_report(1);
  report["sweeps"]["sweeps"][0]["entries"] = "many";
  EXPECT_THROW((void)page(report), Error);
}

}  // namespace
}  // namespace sextant::properties
