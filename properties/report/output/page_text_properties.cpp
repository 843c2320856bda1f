#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/sample/sample.hpp"
#include "sextant/report/output/page.hpp"
#include "tool/run.hpp"

namespace sextant::properties {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

/// What page_text.js says that a reader sees of a page.
std::string seen_page(const std::string& html) {
  const Folder folder;
  put_file(folder / "index.html", html);
  const std::string reader = data_file("../report/output/page_text.js");
  const Ran ran = run_program("/usr/bin/node", {reader, folder / "index.html"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  EXPECT_THAT(ran.out, Not(HasSubstr("could not be shown")));
  return ran.out;
}

std::string seen(const json& report) { return seen_page(page(report)); }

std::string seen_evidence(const json& report) {
  const auto html = evidence_page(report);
  return html ? seen_page(*html) : "";
}

class PageText : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists("/usr/bin/node")) GTEST_SKIP() << "node is not installed";
  }
};

TEST_F(PageText, ShowsTheRatiosAndTheirCircumstances) {
  const std::string text = seen_evidence(sample_report(1));
  for (const char* line :
       {"\nSpeed\n", "\nagainst a peer | 17.2× (missed) | 20× faster |  | float32 | peer | 8x4\n",
        "\nagainst a fill | 1.25× | at most 1.5× its time |  | float32 | peer | 8x4\n",
        "\nagainst one left out | not run |  |  | float32 | peer | 8x4\n",
        "Measured 2000-01-02T00:00:00+00:00 on sample, vectors of AVX0, options: none; sample 1, "
        "glibc 2.0; load averages as it began: 0.5, 1, 2.",
        "\nscripts/bench --sample\n", "\nhalves | 1.06×\n", "\npeer | 3.25 | 2346\n",
        "\nfrom nothing | 976 | not run\n"})
    EXPECT_THAT(text, HasSubstr(line));
}

TEST_F(PageText, HasNoSectionOfRecordsThatThereAreNone) {
  json report = sample_report(1);
  report.erase("speed");
  const std::string text = seen_evidence(report);
  EXPECT_THAT(text, Not(HasSubstr("\nSpeed\n")));
  EXPECT_THAT(text, HasSubstr("\nMutants\n"));
}

TEST_F(PageText, ShowsWhatKilledEachMutantFull) {
  const std::string text = seen_evidence(sample_report(1));
  for (const char* line :
       {"2 of 3 programs that were made wrong on purpose fail a test", "\nSurvivors\n",
        "\nalive | edit | exact | b | c | none | \n",
        "\ndead | edit | exact | b | c | Turn.IsRight, Ball.IsRight | 1 is not 2\n"})
    EXPECT_THAT(text, HasSubstr(line));
}

TEST_F(PageText, ShowsWhatTheDiagnosisCallsEachFaultFull) {
  const std::string text = seen_evidence(sample_report(1));
  for (const char* line : {"\nDiagnosis\nTables that NumPy programs make",
                           "\nlayout | alone | 17 | 1 | 7 | 2 | 3 | 4 | 0 | sign (4)\n",
                           "\nlayout | sign | wrong | scripts/confusion --show one:9\n"})
    EXPECT_THAT(text, HasSubstr(line));
}

TEST_F(PageText, ShowsWhatIsProvedAndConfirmedFull) {
  const std::string text = seen_evidence(sample_report(1));
  for (const char* line :
       {"\nTheorems\nStatements about every position of a range: 4 hold, 2 fail, with the place, 1 "
        "are open, 1 were not finished and 1 refused. 5 were confirmed by another route",
        "\n4 | 10000 | 0:2^40 | holds | D(77) = 0.125 | sampled | 1.5 | in 0.25 s | sextant prove "
        "uniqueness --sample\n",
        "\nBase 10000, positions 0:2^40: neighbours are the closest pair for every even d from 46 "
        "to 128, and are not for d = 44.\n",
        "\n4 | float16 | 0:2^40 | fails | 2 and 712 | sampled | 1.5 | in 0.25 s | ",
        "\n4 | float64 | 0:2^40 | open | so it is | sampled | 1.5 | not confirmed: too long | ",
        "\n8 | 10000 | 0:2^40 | refused | so it is | – | – | not checked | ",
        "\nIdentities\nstatement | outcome | result | method | seconds | confirmed by another "
        "route | "
        "command\nIt is. | holds | so it is | sampled | 1.5 | in 0.25 s | "})
    EXPECT_THAT(text, HasSubstr(line));
}

TEST_F(PageText, ShowsWhatSweepsFoundFull) {
  const std::string text = seen_evidence(sample_report(1));
  for (const char* line :
       {"\nSweeps\n3 sweeps, every entry of every position measured: 1.68\u00a0×\u00a010⁷ entries. "
        "No "
        "larger "
        "error exists where they looked, and each has its place. 1 could not be done.",
        "\nexp-log | float32 | 1 | 0.0313 | 1\u202f048\u202f573 | 1 | one-8b\n",
        "\none-8b | exp-log | 0:1048576 | 25 % | 50 % | 0.0313 | 1\u202f048\u202f573 | "
        "1 | "
        "4\u202f099 | sextant sweep --sample --format float32\n",
        "\nrope dim=8 | exp-log | 0:0 | – | – | – | – | – | – | sextant",
        "\none-8b | exp-log | 0:1048576 | 25 % | 50 % | inf | 70\u202f000 | 0 | ",
        "\none-8b | exp-log | float16 | 0:1048576 | 0.0625 at 70\u202f001 | 0.125 at 70\u202f002 | "
        "– "
        "| sextant",
        "\nsextant sweep --none | it has | no waves\n"})
    EXPECT_THAT(text, HasSubstr(line));
}

TEST_F(PageText, ShowsWhatAttentionSeesFull) {
  const std::string text = seen(sample_report(1));
  for (const char* line :
       {"\nWhat attention sees\nHow much does rounding in the encoding change what attention sees? "
        "Sampled changes.\n",
        "\nexact, rounded (float32) | rope dim=4 | 4\u202f096 | 0.0313 | 3 | 0.125 | 25 % | "
        "0.00391 | 5 | 0.00781 | 0.0313\n"})
    EXPECT_THAT(text, HasSubstr(line));
}

TEST_F(PageText, ShowsStatementsBySubjectAndCountsVerdicts) {
  const std::string text = seen(sample_report(1));
  EXPECT_THAT(text, HasSubstr("Verdicts: proved: 1; refuted: 1.\n"));
  EXPECT_THAT(text, HasSubstr("\nSamples\nSamples: proved: 1\n"));
  EXPECT_THAT(text, HasSubstr("\nOther samples\nOther samples: refuted: 1\n"));
  EXPECT_THAT(text, HasSubstr("\nSample two | refuted | It is not. | samples | Sample.Two\n"));
}

TEST_F(PageText, ShowsHowNearBoundsAreFull) {
  const std::string text = seen(sample_report(1));
  EXPECT_THAT(text, HasSubstr("\nsampled | whole | (11) | float16 | float32, fused | 0.625 | "));
  EXPECT_THAT(text, HasSubstr(" | exp-log | 64 | 1 | 3\n"));
}

TEST_F(PageText, ShowsWhatEnginesAreOffByFull) {
  EXPECT_THAT(
      seen(sample_report(1)),
      HasSubstr("\nsample enginecuda | 0.0313 ▲ | ≤ 0.0625 ▲found 0.5 | no boundfound 0.5 | "
                "pow-divide | sin, cos within 2.5 ulpsample.py\n"));
}

TEST_F(PageText, ShowsEveryEncodingKnownByName) {
  EXPECT_THAT(seen(sample_report(1)),
              HasSubstr("\nsample-model | bfloat16 | 8 | 0.00781 | turns | 0.25 | "
                        "exp-log | 0.125\n"));
}

TEST_F(PageText, AnswersFirst) {
  const std::string text = seen(sample_report(1));
  EXPECT_EQ(text.find("Your case\n"), 0U);
  EXPECT_THAT(text, HasSubstr("\nUse float64-angle instead of exp-log: it errs by "));
  EXPECT_THAT(text, HasSubstr("\nStored in bfloat16, 131\u202f072 positions, glibc\n"));
}

TEST_F(PageText, ShowsTwoPositionsAndTheirKernelFull) {
  json report = sample_report(1);
  report["pictures"]["heat_map"] = {{"positions", {"0", "1", "2", "3", "4"}},
                                    {"values", {{0, 0}, {0, 0}, {0, 0}, {1, 0}, {0.5, 2}}}};
  const std::string text = seen(report);
  for (const char* line :
       {"\nPositions 3 and 4\nmeasure | value | off by at most\ndot product | 0.5 | "
        "5.97\u00a0×\u00a010⁻⁸\n"
        "cosine | 0.2425356 | ",
        "\nsquared distance | 4.25 | ", "\nK(1) | 15.875 | correctly rounded\n",
        "\nRows of 3 and 4\nchannel | position 3 | position 4 | difference\n0 | 1 | 0.5 | 0.5\n",
        "\nThe kernel by offset\noffset | K\n0 | 32\n1 | 15.875\n"})
    EXPECT_THAT(text, HasSubstr(line));
}

TEST_F(PageText, ShowsTheBitsThatAreLost) {
  const std::string text = seen(sample_report(1));
  for (const char* line :
       {"Sequential recipes are left out: rotation-recurrence.\n",
        "\nexp-log in float32 at position 131\u202f071: 3 of 4 channels have lost bits, "
        "at most 24 of 24, in channel 0; channels with none left: 1.\n",
        "\nposition | 0 | 1 | 2 | 3\n1 | 0 | 0 | 0 | 0\n65\u202f535 | 10 | 2 | 1 | 0\n",
        "\nchannel | bits lost | bits left\n0 | 24 | 0\n1 | 12 | 12\n2 | 1 | 23\n3 | 0 | 24\n"})
    EXPECT_THAT(text, HasSubstr(line));
}

/// Documents from before have neither; their rows can be looked at all the same.
TEST_F(PageText, ExploresWhatOldDocumentsHaveFull) {
  json report = sample_report(1);
  report.erase("kernel");
  report.erase("lost_bits");
  const std::string old = seen(report);
  EXPECT_THAT(old, HasSubstr("\nTwo positions\n"));
  EXPECT_THAT(old, Not(HasSubstr("The kernel by offset")));
  EXPECT_THAT(old, Not(HasSubstr("correctly rounded\n")));
  EXPECT_THAT(old, Not(HasSubstr("\nBits lost\n")));
  report["pictures"] = json::object();
  EXPECT_THAT(seen(report), Not(HasSubstr("\nExplore\n")));
}

TEST_F(PageText, LeavesOutWhatTheDocumentHasNot) {
  json report = sample_report(1);
  report.erase("attention");
  report.erase("claims");
  report.erase("bounds");
  report["engines"] = json::array();
  const std::string text = seen(report);
  EXPECT_THAT(text, Not(HasSubstr("Engines × devices")));
  EXPECT_THAT(text, Not(HasSubstr("What attention sees")));
  EXPECT_THAT(text, Not(HasSubstr("Statements, settled")));
  EXPECT_THAT(text, Not(HasSubstr("How near the bounds are")));
}

}  // namespace
}  // namespace sextant::properties
