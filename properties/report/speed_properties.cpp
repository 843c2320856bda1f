#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "draw/gen.hpp"
#include "engine/property.hpp"
#include "report/sample/documents.hpp"
#include "report/sample/sample.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/report/document/result_file.hpp"
#include "sextant/report/document/schema.hpp"
#include "tool/run.hpp"

namespace sextant::properties {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;

/// What read_speed says of a file with this text; "" where it takes it.
std::string complaint(const std::string& text) {
  const Folder folder;
  put_file(folder / "s.json", text);
  try {
    (void)read_speed(folder / "s.json");
    return "";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("/s.json': "), Not(HasSubstr("\n"))));
    return error.what();
  }
}

std::string complaint_with(const std::string& place, const json& value) {
  json speed = sample_speed();
  speed.at(json::json_pointer(place)) = value;
  return complaint(speed.dump());
}

TEST(Speed, IsReadAsItWasWritten) {
  const Folder folder;
  put_file(folder / "s.json", sample_speed().dump(1));
  EXPECT_EQ(*read_speed(folder / "s.json"), sample_speed());
}

TEST(Speed, TakesTheFileOfTheTreeAndWhatIsAddedLater) {
  EXPECT_FALSE(read_speed(data_file("../../reports/results/speed.json"))->empty());
  json speed = sample_speed();
  speed["later"] = {{"anything", {1, "x"}}};
  EXPECT_EQ(complaint(speed.dump()), "");
}

TEST(Speed, NamesTheKeyOfWhatIsWrong) {
  for (const std::string& place :
       {std::string("/date"), std::string("/command"), std::string("/load"), std::string("/load/1"),
        std::string("/ratios"), std::string("/ratios/2"), std::string("/ratios/0/better"),
        std::string("/ratios/0/needed"), std::string("/layouts/0/measured"),
        std::string("/ratios/1/met"), std::string("/makers/0/nanoseconds"),
        std::string("/values/0/who"), std::string("/setups/0/microseconds")}) {
    EXPECT_THAT(complaint_with(place, place == "/ratios/1/met" ? json(1) : json(true)),
                HasSubstr("': " + place + ": must be"))
        << place;
  }
  for (const json& wrong : {json(0), json(-1.5)}) {
    EXPECT_THAT(complaint_with("/makers/0/nanoseconds", wrong), HasSubstr("must be above 0"));
    EXPECT_THAT(complaint_with("/ratios/0/measured", wrong), HasSubstr("must be above 0"));
  }
  EXPECT_THAT(complaint_with("/ratios/0/better", "slower"), HasSubstr("must be one of"));
  EXPECT_THAT(complaint_with("/version", 2), HasSubstr("/version: must be 1"));
  EXPECT_THAT(complaint_with("/schema", "sextant-report"), HasSubstr("/schema: must be"));
}

/// What shows them takes them for granted, each one.
TEST(Speed, MissesEveryKey) {
  const json whole = sample_speed();
  for (const std::string place :
       {"", "/ratios/1", "/layouts/0", "/makers/0", "/values/0", "/setups/0"}) {
    const json::json_pointer at(place);
    for (const auto& [key, value] : whole.at(at).items()) {
      json speed = whole;
      speed.at(at).erase(key);
      const std::string claim = "/" + key + ": must be";  // of schema and version
      EXPECT_THAT(complaint(speed.dump()),
                  AnyOf(HasSubstr("has no \"" + key + '"'), HasSubstr(claim)))
          << place;
    }
  }
}

TEST(Speed, RefusesWhatIsNoJson) {
  EXPECT_THAT(complaint(""), HasSubstr("not JSON, at byte 1"));
  EXPECT_THAT(complaint("# Ratios\n"), HasSubstr("not JSON, at byte 1"));
  EXPECT_THAT(complaint(sample_speed().dump() + "}"), HasSubstr("not JSON"));
  EXPECT_THAT(complaint("{\"cpu\": \"\xff\"}"), HasSubstr("not JSON"));
  EXPECT_THAT(complaint("{\"load\": 1e999}"), HasSubstr("a number is too large"));
  EXPECT_THAT(complaint(std::string(500'000, '[')), HasSubstr("nested more than 16 deep"));
  EXPECT_THAT(complaint(std::string((1 << 20) + 1, ' ')), HasSubstr("larger than 1 MiB"));
  for (const char* other : {"null", "[]", "1", "\"x\""})
    EXPECT_THAT(complaint(other), HasSubstr("/: must be an object"));
  EXPECT_THROW(read_speed("/nowhere/speed.json"), Error);
  EXPECT_THROW(read_speed("/tmp"), Error);
}

/// A file with any byte changed is refused in one line, or is still what is asked for.
PROPERTY(Speed, ReadsOrRefusesAnyChange) {
  std::string text = sample_speed().dump();
  const auto at = *draw::in_range<std::size_t>(0, text.size());
  text[at] = *draw::arbitrary<char>();
  (void)complaint(text);
}

TEST(Schema, RefusesAReportWithSpeedThatIsNone) {
  json report = sample_report(1);
  report["speed"]["makers"][0]["nanoseconds"] = "fast";
  try {
    require_report(report);
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("report document: /speed/makers/0/nanoseconds: must be"));
  }
}

}  // namespace
}  // namespace sextant::properties
