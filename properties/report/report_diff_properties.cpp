#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "draw/gen.hpp"
#include "engine/property.hpp"
#include "report/sample/documents.hpp"
#include "report/sample/sample.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/report/document/metrics.hpp"
#include "sextant/report/document/report_diff.hpp"
#include "sextant/report/document/schema.hpp"
#include "tool/run.hpp"

namespace sextant::properties {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;
using testing::HasSubstr;

/// Where largest errors stand in the sample, each in another part of it.
std::vector<std::string> places() {
  return {"/drift/0/octaves/0/absolute/value",
          "/drift/0/octaves/0/ulps/value",
          "/number_types/0/octaves/0/absolute/value",
          "/defects/norm/0/octaves/0/value",
          "/bounds/0/ratio",
          "/attention/series/0/queries/0/score/value",
          "/encodings/0/series/1/absolute/0",
          "/engines/0/contexts/0/value"};
}

double& value(json& report, const std::string& place) {
  return report.at(json::json_pointer(place)).get_ref<double&>();
}

const json& violation(const json& range) { return range["first_violation"]; }

/// A line of safe ranges that is left somewhere.
json& left_range(json& report) {
  for (json& range : report["safe_ranges"])
    if (!violation(range).is_null()) return range;
  throw Error("the sample has no safe range that ends");
}

TEST(ReportDiff, HasNothingToSayOfEqualReports) {
  const json report = sample_report(3);
  const ordered_json same = report_diff(report, report);
  EXPECT_EQ(same["grew"], 0);
  EXPECT_EQ(same["shrank"], 0);
  EXPECT_TRUE(same["changes"].empty());
  EXPECT_EQ(same["compared"], metrics(report).size());
  EXPECT_GT(metrics(report).size(), 100U);
}

/// If one figure changes by any factor, exactly that figure is reported.
PROPERTY(ReportDiff, TellsTheFigureThatChanged) {
  json before = small_sample_report();
  const std::string place = *draw::element_of(places());
  double& was = value(before, place);
  was = std::abs(was) + 1e-9;
  json after = before;
  const double factor = *draw::element(0.25, 0.99, 1.01, 3.0);
  value(after, place) = was * factor;
  const ordered_json found = report_diff(before, after);
  RC_ASSERT(found["grew"] == (factor > 1 ? 1 : 0));
  RC_ASSERT(found["shrank"] == (factor < 1 ? 1 : 0));
  RC_ASSERT(found["changes"].size() == 1U);
  RC_ASSERT(found["changes"][0]["before"] == was);
  RC_ASSERT(found["changes"][0]["after"] == was * factor);
  RC_ASSERT(report_diff(before, after, {.factor = 4})["grew"] == 0);
}

TEST(ReportDiff, TakesALimitThatIsLeftEarlierForWorse) {
  json before = small_sample_report();
  json& range = left_range(before);
  range["first_violation"]["position"] = "1000";
  json after = before;
  left_range(after)["first_violation"]["position"] = "999";
  EXPECT_EQ(report_diff(before, after)["grew"], 1);
  EXPECT_EQ(report_diff(after, before)["grew"], 0);
  EXPECT_EQ(report_diff(after, before)["shrank"], 1);
  left_range(before)["first_violation"] = nullptr;
  const ordered_json found = report_diff(before, after, {.factor = 1e9});
  EXPECT_EQ(found["grew"], 1);
  EXPECT_THAT(to_words(found, 9), HasSubstr("nowhere below "));
}

/// A larger error among more entries has grown, unless longer searches are allowed to find more.
/// They are allowed that only at another place of an octave that was not fully measured.
TEST(ReportDiff, TellsALongerSearchFromAWorseFigure) {
  json before = small_sample_report();
  json& octave = before["drift"][0]["octaves"][0];
  octave["exhaustive"] = false;
  json after = before;
  value(after, places()[0]) *= 2;
  json& later = after["drift"][0]["octaves"][0];
  const std::string place = later["absolute"]["position"];
  const auto many = later["entries"].get<std::uint64_t>();
  const DiffTolerance tolerance{.longer_searches = true};
  const auto grew = [&](const DiffTolerance& by) { return report_diff(before, after, by)["grew"]; };
  const auto elsewhere = [&] {
    for (json* one : {&before, &after}) {
      json& o = (*one)["drift"][0]["octaves"][0];
      o["from"] = "1000", o["to"] = "2000";
      o["absolute"]["position"] = one == &after ? "1500" : "1200";
    }
  };
  later["entries"] = many + 1;
  EXPECT_EQ(grew(tolerance), 1) << "at the same place " << place;
  elsewhere();
  EXPECT_EQ(grew(tolerance), 0);
  const ordered_json longer = report_diff(before, after);
  EXPECT_EQ(longer["grew"], 1);
  EXPECT_EQ(longer["changes"][0]["searched_longer"], true);
  EXPECT_THAT(to_words(longer, 9), HasSubstr("; --allow-longer-searches takes"));
  later["entries"] = many;
  EXPECT_EQ(grew(tolerance), 1);
  later["entries"] = many + 1;
  octave["exhaustive"] = true;
  EXPECT_EQ(grew(tolerance), 1);
}

/// The same of first positions: what counts is the octave that holds the new one, of that recipe
/// in those formats.
TEST(ReportDiff, TellsADenserSearchFromALimitLeftEarlier) {
  json before = small_sample_report();
  json& range = left_range(before);
  range["first_violation"]["position"] = "1000";
  json octave = before["drift"][0]["octaves"][0];
  octave["entries"] = 100, octave["exhaustive"] = false;
  const auto series = [&](const char* from, const char* to, std::uint64_t entries) {
    octave["from"] = from, octave["to"] = to, octave["entries"] = entries;
    return octave;
  };
  json line = before["drift"][0];
  for (const char* name : {"recipe", "computed_in", "format"}) line[name] = range[name];
  line["octaves"] = json::array({series("512", "1024", 100), series("1024", "2048", 100)});
  json other = line;
  const auto measured = [&](json of, std::uint64_t first, std::uint64_t second) {
    of["octaves"][0]["entries"] = first, of["octaves"][1]["entries"] = second;
    return of;
  };
  json after = before;
  left_range(after)["first_violation"]["position"] = "999";
  before["drift"] = json::array({line});
  const auto grew = [&](const json& drift) {
    after["drift"] = drift;
    return report_diff(before, after, {.longer_searches = true})["grew"];
  };
  EXPECT_EQ(grew(json::array({measured(line, 100, 200)})), 1);
  EXPECT_EQ(grew(json::array({measured(line, 101, 100)})), 0);
  for (const char* name : {"recipe", "computed_in", "format"}) {
    other = measured(line, 101, 100);
    other[name] = "another";
    EXPECT_EQ(grew(json::array({other, line})), 1) << name;
  }
  before["drift"][0]["octaves"][0]["exhaustive"] = true;
  EXPECT_EQ(grew(json::array({measured(line, 101, 100)})), 1);
}

/// A first violation that only the later report's exhaustive search reaches is no growth.
TEST(ReportDiff, TellsALongerExhaustiveSearchFromALimitLeftEarlier) {
  json before = small_sample_report();
  json& range = left_range(before);
  range["searched_to"] = "2^20";
  range["exhaustive_to"] = "2^14";
  range["first_violation"]["position"] = "70000";
  json after = before;
  left_range(after)["exhaustive_to"] = "2^17";
  const auto grew = [&](const char* position) {
    left_range(after)["first_violation"]["position"] = position;
    return report_diff(before, after, {.longer_searches = true})["grew"];
  };
  EXPECT_EQ(grew("16384"), 0);
  EXPECT_EQ(grew("16383"), 1);
}

/// What is no number any more is off by any amount, and an octave that is gone is named.
TEST(ReportDiff, TakesWhatIsNoNumberForInfinite) {
  const json before = small_sample_report();
  for (const json& none : {json(), json(-1.0)}) {
    json after = before;
    after["drift"][0]["octaves"][0]["absolute"]["value"] = none;
    EXPECT_EQ(report_diff(before, after, {.factor = 1e300})["grew"], 1);
    EXPECT_EQ(report_diff(after, before)["shrank"], 1);
    EXPECT_EQ(report_diff(after, after)["grew"], 0);
  }
  json after = before;
  after["drift"][0]["octaves"][0]["absolute"] = nullptr;
  const ordered_json found = report_diff(before, after);
  ASSERT_EQ(found["only_before"].size(), 1U);
  EXPECT_EQ(found["only_before"][0]["measure"], "absolute");
  EXPECT_EQ(found["only_before"][0]["from"].dump(),
            before["drift"][0]["octaves"][0]["from"].dump());
}

TEST(ReportDiff, RefusesWhatAReportHasTwice) {
  json twice = small_sample_report();
  twice["safe_ranges"].push_back(twice["safe_ranges"][0]);
  EXPECT_THROW(report_diff(twice, small_sample_report()), Error);
  const Folder folder;
  put_file(folder / "twice.json", twice.dump());
  EXPECT_TRUE(refuses(sextant_line("report diff " + (folder / "twice.json") + " " + (folder / "x")),
                      "twice.json"));
}

/// A limit that is left beyond where the other report looked is not left earlier.
TEST(ReportDiff, TellsAFartherSearchFromALimitLeftEarlier) {
  json before = small_sample_report();
  json& range = left_range(before);
  range["first_violation"]["position"] = "1000";
  json after = before;
  left_range(after)["searched_to"] = "2^40";
  left_range(before)["first_violation"] = nullptr;
  const auto look_to = [&](const char* end) {
    for (json& one : before["safe_ranges"]) {
      if (one["recipe"] == range["recipe"] && violation(one).is_null()) one["searched_to"] = end;
    }
  };
  look_to("1000");
  EXPECT_EQ(report_diff(before, after)["grew"], 0);
  look_to("1001");
  EXPECT_EQ(report_diff(before, after)["grew"], 1);
}

/// Bounds are tried at places that depend on how far a report goes: those of another are others.
TEST(ReportDiff, ComparesNoBoundsOfReportsThatGoFarther) {
  const json before = small_sample_report();
  json after = before;
  value(after, "/bounds/0/ratio") *= 2;
  EXPECT_EQ(report_diff(before, after)["grew"], 1);
  for (json& range : after["safe_ranges"]) range["searched_to"] = "2^61";
  const ordered_json found = report_diff(before, after);
  EXPECT_EQ(found["grew"], 0);
  EXPECT_THAT(to_words(found, 99), HasSubstr("no longer measured: bounds of"));
  EXPECT_THAT(to_words(found, 99), HasSubstr("measured now: bounds of"));
}

TEST(ReportDiff, NamesWhatOneReportAloneMeasures) {
  const json before = sample_report(3);
  json after = before;
  const std::string recipe = after["drift"][0]["recipe"];
  after["drift"].erase(0);
  const ordered_json found = report_diff(before, after);
  EXPECT_EQ(found["grew"], 0);
  ASSERT_EQ(found["only_before"].size(), 1U);
  EXPECT_EQ(found["only_before"][0]["series"]["recipe"], recipe);
  EXPECT_THAT(to_words(found, 9), HasSubstr("no longer measured: drift of"));
  EXPECT_THAT(to_words(report_diff(after, before), 9), HasSubstr("measured now: drift of"));
}

TEST(ReportDiff, SaysFirstHowTheAnswerChanged) {
  const json before = small_sample_report();
  const auto same = to_words(report_diff(before, before), 9);
  EXPECT_TRUE(same.starts_with("answer: the same: SAMPLE")) << same;
  json after = before;
  after["answer"]["sentence"] = "Another.";
  after["answer"]["rows"][0]["holds"] = true;
  const auto other = to_words(report_diff(before, after), 9);
  EXPECT_TRUE(
      other.starts_with("answer before: SAMPLE, not measured: exp-log errs by 0.01.\n"
                        "answer after:  Another.\n"
                        "exp-log computed in float32 and stored in bfloat16 holds half an "
                        "ulp of 1 now\n"))
      << other;
  after["answer"]["context"] = "4096";
  EXPECT_TRUE(report_diff(before, after)["answer"]["holds"].empty());
}

TEST(ReportDiff, RefusesReportsThatHaveNothingInCommon) {
  const json one = small_sample_report();
  json other = one;
  other["encoding"] = "rope dim=64";
  EXPECT_THROW(report_diff(one, other), Error);
  other = one;
  for (const char* part :
       {"drift", "safe_ranges", "number_types", "bounds", "engines", "encodings"})
    other[part] = json::array();
  other["defects"] = json::object();
  other.erase("attention");
  EXPECT_THROW(report_diff(one, other), Error);
}

TEST(ReportDiff, IsTheDocumentOfItsSchema) {
  const auto schema =
      json::parse(read_file(data_file("../../reports/schema/report_diff.schema.json")));
  const ordered_json found = report_diff(sample_report(1), sample_report(2));
  EXPECT_GT(found["changes"].size(), 10U);
  require_document(schema, json::parse(found.dump()));
  for (const auto& item : found.items()) {
    json less = json::parse(found.dump());
    less.erase(item.key());
    EXPECT_THROW(require_document(schema, less), Error) << item.key();
  }
}

TEST(ReportDiff, ExitsWithOneWhereAMaximumGrew) {
  const Folder folder;
  json report = small_sample_report();
  put_file(folder / "a.json", report.dump());
  value(report, places()[0]) *= 2;
  put_file(folder / "b.json", report.dump());
  const auto diff = [&](const std::string& a, const std::string& b, const std::string& more = "") {
    return sextant_line("report diff " + (folder / a) + " " + (folder / b) + more);
  };
  EXPECT_EQ(diff("a.json", "a.json").status, 0);
  EXPECT_EQ(diff("b.json", "a.json").status, 0);
  const Ran grew = diff("a.json", "b.json");
  EXPECT_EQ(grew.status, 1);
  EXPECT_THAT(grew.out, HasSubstr("\ngrew: drift of "));
  EXPECT_THAT(grew.out, HasSubstr("(x2), now at position "));
  EXPECT_EQ(diff("a.json", "b.json", " --allow 2.5").status, 0);
  EXPECT_EQ(diff("a.json", "b.json", " --allow-longer-searches").status, 1);
  EXPECT_THAT(diff("b.json", "a.json").out, HasSubstr("\nshrank: drift of "));
  EXPECT_EQ(diff("a.json", "b.json", " --json").json()["grew"], 1);
  std::filesystem::create_directory(folder / "c");
  put_file(folder / "c/report.json", report.dump());
  EXPECT_EQ(diff("a.json", "c").status, 1);
  EXPECT_TRUE(refuses(diff("a.json", "b.json", " --allow 0.5"), "--allow 0.5"));
  EXPECT_TRUE(refuses(diff("a.json", "none.json"), "none.json"));
  put_file(folder / "c.json", "{\"schema\": \"sextant-speed\"}");
  EXPECT_TRUE(refuses(diff("a.json", "c.json"), "c.json"));
}

}  // namespace
}  // namespace sextant::properties
