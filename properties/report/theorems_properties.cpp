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

TEST(Markdown, ShowsWhatIsProvedAndConfirmed) {
  const std::string text = markdown(sample_report(1));
  for (const char* line :
       {"4 hold, 2 fail, with the place, 1 are open, 1 were not finished and 1 refused. 5 were "
        "confirmed by another route",
        "by scripts/theorems --sample, sextant 0.0.0, commit 0000000, on sample \\| x.",
        "| 4 | 10000 | 0:2^40 | holds | D(77) = 0.125 | sampled | 1.5 | in 0.25 s | sextant prove "
        "uniqueness --sample |",
        "| 8 | 10000 | 0:2^40 | refused | so it is | – | – | not checked |",
        "neighbours are the closest pair for every even d from 46 to 128, and are not for d = 44.",
        "| 44 | 10000 | 0:2^40 | fails | D(1) = 0.5, D(99) = 0.25 |",
        "| 4 | 10000 | 0:2^40 | holds | D(77) = 0.125, D(88) = 0.25 |",
        "| 16 | 10000 | 0:2^40 | unfinished | so it is |",
        "| 4 | float16 | 0:2^40 | fails | 2 and 712 |",
        "| 4 | float64 | 0:2^40 | open | so it is | sampled | 1.5 | not confirmed: too long |",
        "### Tables of 16-bit numbers\n\n",
        "| It is. | holds | so it is | sampled | 1.5 | not checked | sextant prove sixteen-bit",
        "### Identities\n\n",
        "| It is. | holds | so it is | sampled | 1.5 | in 0.25 s | sextant prove norm --sample |"})
    EXPECT_THAT(text, HasSubstr(line));
}

TEST(Markdown, SaysThatTheoremsWereNotRun) {
  json report = sample_report(1);
  report.erase("theorems");
  const std::string text = markdown(report);
  EXPECT_THAT(text, HasSubstr("## Theorems\n\nNot run. `scripts/theorems` proves them"));
  EXPECT_THAT(text, Not(HasSubstr("confirmed by another route")));
}

TEST(Schema, RefusesAReportWithTheoremsThatAreNone) {
  json report = sample_report(1);
  report["theorems"]["theorems"][0]["outcome"] = "believed";
  EXPECT_THROW((void)page(report), Error);
}

}  // namespace
}  // namespace sextant::properties
