#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/sample/documents.hpp"
#include "report/sample/sample.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/report/document/result_file.hpp"
#include "sextant/report/document/schema.hpp"
#include "sextant/report/output/page.hpp"
#include "tool/run.hpp"

namespace sextant::properties {
namespace {

using nlohmann::json;
using testing::HasSubstr;

/// What a report shows of such a file: all but what the campaign knows its own results again by.
json as_shown(json mutants) {
  for (const char* list : {"mutants", "controls"}) {
    for (json& row : mutants[list]) {
      for (const char* key : {"digest", "program", "control"}) row.erase(key);
    }
  }
  return mutants;
}

/// What read_mutants says of such a file; "" where it takes it.
std::string complaint(const json& mutants) {
  const Folder folder;
  put_file(folder / "m.json", mutants.dump());
  try {
    const json read = *read_mutants(folder / "m.json");
    EXPECT_EQ(read, as_shown(mutants));
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(MutantsFile, IsReadAsItWasWritten) { EXPECT_EQ(complaint(sample_mutants()), ""); }

TEST(MutantsFile, NamesTheKeyOfWhatIsWrong) {
  for (const std::string place :
       {"/date", "/commit", "/mutants", "/controls", "/mutants/1/name", "/mutants/0/killed_by/1",
        "/mutants/2/kind", "/controls/0/seconds"}) {
    json mutants = sample_mutants();
    mutants.at(json::json_pointer(place)) = true;
    EXPECT_THAT(complaint(mutants), HasSubstr("/m.json': " + place + ": must be"));
  }
  EXPECT_THAT(complaint(json{{"schema", "sextant-speed"}}), HasSubstr("/schema: must be"));
}

TEST(MutantsFile, MissesEveryKeyThatIsShown) {
  const json whole = sample_mutants();
  for (const char* key : {"name", "kind", "layer", "why", "killed_by", "witness"}) {
    json mutants = whole;
    mutants["controls"][0].erase(key);
    EXPECT_THAT(complaint(mutants), HasSubstr(std::string("/controls/0: has no \"") + key));
  }
}

TEST(Schema, RefusesAReportWithMutantsThatAreNone) {
  json report = sample_report(1);
  report["mutants"]["mutants"][0]["killed_by"] = "Turn.IsRight";
  EXPECT_THROW((void)page(report), Error);
}

}  // namespace
}  // namespace sextant::properties
