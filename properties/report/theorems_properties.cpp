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

/// What read_theorems says of such a file; "" where it takes it.
std::string theorems_complaint(const json& theorems) {
  const Folder folder;
  put_file(folder / "t.json", theorems.dump());
  try {
    EXPECT_EQ(*read_theorems(folder / "t.json"), theorems);
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(TheoremsFile, IsReadAsItWasWritten) { EXPECT_EQ(theorems_complaint(sample_theorems()), ""); }

TEST(TheoremsFile, NamesTheKeyOfWhatIsWrong) {
  for (const std::string place :
       {"/date", "/commit", "/thresholds", "/theorems", "/theorems/0/outcome",
        "/theorems/0/about/dim", "/theorems/0/offsets/0/distance", "/theorems/1/result",
        "/theorems/4/collision/later", "/theorems/0/check/what", "/thresholds/0/from"}) {
    json theorems = sample_theorems();
    theorems.at(json::json_pointer(place)) = true;
    EXPECT_THAT(theorems_complaint(theorems), HasSubstr("/t.json': " + place + ": must be"));
  }
  EXPECT_THAT(theorems_complaint(json{{"schema", "sextant-speed"}}), HasSubstr("/schema: must be"));
}

/// What shows them takes them for granted, each one.
TEST(TheoremsFile, MissesEveryKeyThatIsShown) {
  const json whole = sample_theorems();
  for (const std::string place :
       {"", "/theorems/0", "/theorems/0/about", "/theorems/0/check", "/theorems/0/offsets/0",
        "/theorems/4/collision", "/thresholds/0"}) {
    const json::json_pointer at(place);
    for (const auto& [key, value] : whole.at(at).items()) {
      json theorems = whole;
      theorems.at(at).erase(key);
      const std::string claim = "/" + key + ": must be";  // of schema and version
      EXPECT_THAT(theorems_complaint(theorems),
                  testing::AnyOf(HasSubstr("has no \"" + key + '"'), HasSubstr(claim)))
          << place;
    }
  }
}

TEST(Schema, RefusesAReportWithTheoremsThatAreNone) {
  json report = sample_report(1);
  report["theorems"]["theorems"][0]["outcome"] = "believed";
  EXPECT_THROW((void)page(report), Error);
}

}  // namespace
}  // namespace sextant::properties
