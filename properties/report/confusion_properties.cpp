#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/sample/documents.hpp"
#include "report/sample/sample.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/report/document/result_file.hpp"
#include "sextant/report/output/markdown.hpp"
#include "tool/run.hpp"

namespace sextant::properties {
namespace {

using nlohmann::json;
using testing::HasSubstr;

/// What read_confusion says of such a file; "" where it takes it.
std::string complaint(const json& confusion) {
  const Folder folder;
  put_file(folder / "c.json", confusion.dump());
  try {
    EXPECT_EQ(*read_confusion(folder / "c.json"), confusion);
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(ConfusionFile, IsReadAsItWasWritten) { EXPECT_EQ(complaint(sample_confusion()), ""); }

TEST(ConfusionFile, NamesTheKeyOfWhatIsWrong) {
  for (const std::string place :
       {"/date", "/sound", "/sound/guessed", "/faulty/named", "/matrix", "/matrix/1/with",
        "/matrix/0/mistaken_for/0/name", "/misses/0/command", "/seed"}) {
    json confusion = sample_confusion();
    confusion.at(json::json_pointer(place)) = true;
    EXPECT_THAT(complaint(confusion), HasSubstr("/c.json': " + place + ": must be"));
  }
  EXPECT_THAT(complaint(json{{"schema", "sextant-mutants"}}), HasSubstr("/schema: must be"));
}

TEST(ConfusionFile, MissesEveryKeyThatIsShown) {
  const json whole = sample_confusion();
  for (const auto& item : whole["matrix"][0].items()) {
    json confusion = whole;
    confusion["matrix"][0].erase(item.key());
    EXPECT_THAT(complaint(confusion), HasSubstr("/matrix/0: has no \"" + item.key()));
  }
}

TEST(ConfusionSection, HasEveryFigureInItsPlace) {
  const std::string text = markdown(sample_report(1));
  for (const char* line :
       {"Of 8 sound ones 6 pass, 1 are accused of a fault and 1 unexplained; with no encoding "
        "given, 0 are accused. Of 17 faulty ones 1 are invisible",
        "Of the others 7 are named rightly, 2 by another name for the same numbers, 3 unexplained, "
        "4 named wrongly, and 0 pass. Of the visible ones with one fault 9 of 16 are named, with "
        "two 9 of 16. ",
        "| layout | alone | 17 | 1 | 7 | 2 | 3 | 4 | 0 | sign (4) |",
        "| layout | sign | wrong | scripts/confusion --show one:9 |"})
    EXPECT_THAT(text, HasSubstr(line));
}

/// Files of before have no such keys.
TEST(ConfusionSection, TellsKindsApartOnlyWhereTheyWereCounted) {
  json report = sample_report(1);
  report["confusion"].erase("in_pairs");
  EXPECT_THAT(markdown(report), HasSubstr("and 0 pass. Measured"));
}

TEST(ConfusionSection, SaysHowItIsMeasuredWhereItWasNot) {
  json report = sample_report(1);
  report.erase("confusion");
  EXPECT_THAT(markdown(report), HasSubstr("## Diagnosis\n\nNot run. `scripts/confusion` measures"));
}

}  // namespace
}  // namespace sextant::properties
