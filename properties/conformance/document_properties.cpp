#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/report/document/schema.hpp"
#include "sextant/verify/verdict/junit.hpp"
#include "tool/run.hpp"

namespace sextant::conformance {
namespace {

using nlohmann::json;
using testing::HasSubstr;

json schema(const std::string& subcommand) {
  return json::parse(read_file(data_file("../../reports/schema/" + subcommand + ".schema.json")));
}

/// What a schema says against a document; "" where it says nothing.
std::string document_complaint(const std::string& subcommand, const json& document) {
  try {
    require_document(schema(subcommand), document);
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

/// A run of the tool that judged, whatever the grade; `input` is a file for its standard input.
json judged(const std::string& line, const std::string& input = "/dev/null") {
  const Ran ran = sextant_tool(words_of(line + " --json"), input);
  EXPECT_LE(ran.status, 1) << line << ran.err;
  return ran.json();
}

/// Tables of every grade, and of every kind that says more.
std::vector<json> verdicts(const Folder& folder) {
  const std::string near = folder / "near.npy", noise = folder / "noise.npy",
                    nan = folder / "nan.npy", bias = folder / "bias.npy",
                    grid = folder / "grid.npy", index = folder / "index.npy";
  for (const std::string& line :
       {"--dim 16 --positions 0:64 -o " + (folder / "right.npy"),
        "--dim 16 --positions 100000:101000 --recipe float64-angle --format float64 -o " + near,
        "--dim 16 --positions 0:8:1/2 -o " + (folder / "halves.npy"),
        "--encoding alibi --heads 8 --part bias --positions 0:16 -o " + bias,
        "--encoding mae --dim 16 --height 3 --width 3 -o " + grid,
        "--encoding swin --height 3 --width 3 --rows 9 -o " + index})
    EXPECT_EQ(sextant_line("table " + line).status, 0) << line;
  std::vector<float> noisy;
  for (int k = 0; k < 64 * 16; ++k) noisy.push_back(static_cast<float>(k * 7919 % 1000) / 1000);
  put_file(noise, npy_file("<f4", "(64, 16)", bytes_of_numbers(noisy)));
  put_file(nan, npy_file("<f4", "(1, 2)", bytes_of_numbers<float>({0.0F / 0.0F, 1})));
  std::vector<json> found;
  for (const std::string& line :
       {(folder / "right.npy") + " --dim 16", near + " --dim 16 --first 100000",
        noise + " --dim 16", nan + " --dim 2", bias + " --encoding alibi --heads 8 --first 0",
        (folder / "halves.npy") + " --dim 16 --positions 1/2:17/2:1/2",
        grid + " --encoding mae --height 3 --width 3", folder / "right.npy",
        index + " --encoding swin --height 3 --width 3",
        data_file("exp_log_f32_d96_p0.npy") + " --dim 96",
        data_file("fault_position_offset_f32_d96_p0.npy") + " --dim 96"})
    found.push_back(judged("verify " + line));
  const std::string rotated = " --encoding rope --dim 96 --part rotated --first 4096 --input " +
                              data_file("exp_log_f32_d96_p4096.npy");
  EXPECT_EQ(sextant_line("table" + rotated + " -o " + (folder / "turned.npy")).status, 0);
  found.push_back(judged("verify " + (folder / "turned.npy") + rotated));
  return found;
}

TEST(Documents, OfVerifyAreAsTheirSchemaSaysFull) {
  const Folder folder;
  std::set<std::string> grades;
  for (const json& verdict : verdicts(folder)) {
    EXPECT_EQ(document_complaint("verify", verdict), "") << verdict.dump(2);
    grades.insert(verdict["grade"]);
  }
  EXPECT_THAT(grades,
              testing::IsSupersetOf({"correctly-rounded", "rounding", "explained", "unexplained"}));
}

/// Answers made by an edit of right ones.
json answered(const Folder& folder, const std::string& edit) {
  const std::string asked = " --dim 8 --format float32 --positions 0:64 ";
  const std::string program =
      "/usr/bin/python3 " SEXTANT_DATA_DIR "/../pipes/float64_angle.py 8 | " + edit;
  const Ran made = run_program(
      "/bin/bash", {"-c", std::string(SEXTANT_TOOL) + " cases" + asked + "| " + program},
      "/dev/null", folder / "answers");
  EXPECT_EQ(made.status, 0) << made.err;
  return judged("judge" + asked, folder / "answers");
}

TEST(Documents, OfJudgeAreAsTheirSchemaSays) {
  const Folder folder;
  std::set<std::string> grades;
  for (const std::string edit : {"cat", "sed '$s/..$/ff/'", "sed '100s/0x.*/nan/'"}) {
    const json verdict = answered(folder, edit);
    EXPECT_EQ(document_complaint("judge", verdict), "") << edit << verdict.dump(2);
    grades.insert(verdict["grade"]);
  }
  EXPECT_TRUE(grades.contains("unexplained"));
  EXPECT_GE(grades.size(), 2U);
}

/// Nothing that a schema demands can be left out, and nothing can be of another kind.
TEST(Documents, AreNotWhatLacksAMember) {
  const Folder folder;
  const json verdict = answered(folder, "cat");
  for (const auto& [key, value] : verdict.items()) {
    json other = verdict;
    other.erase(key);
    EXPECT_NE(document_complaint("judge", other), "") << key;
    other[key] = json::array({json::array()});
    EXPECT_NE(document_complaint("judge", other), "") << key;
  }
  for (const char* place : {"/worst/position", "/worst/got/bits", "/worst_by/steps/steps",
                            "/cases/level", "/cases/complete"}) {
    json other = verdict;
    other[json::json_pointer(place)] = json::object();
    EXPECT_THAT(document_complaint("judge", other), HasSubstr(place)) << place;
  }
  json other = verdict;
  other["grade"] = "splendid";
  EXPECT_THAT(document_complaint("judge", other), HasSubstr("/grade"));
}

/// What Python's reader of XML finds: the counts, and what the test says.
std::string xml(const std::string& path) {
  const Ran ran = run_program(
      "/usr/bin/python3",
      {"-c",
       "import sys, xml.etree.ElementTree as E\n"
       "suites = E.parse(sys.argv[1]).getroot()\n"
       "suite, = suites\n"
       "assert suites.tag == 'testsuites' and suite.tag == 'testsuite'\n"
       "assert suites.attrib == suite.attrib\n"
       "test, = suite\n"
       "said, = test\n"
       "print(*(suite.get(k) for k in ('tests', 'failures', 'errors')), test.get('classname'),\n"
       "      test.get('name'), said.tag, said.get('message'), sep='|')\n"
       "print(said.text or '')\n",
       path});
  EXPECT_EQ(ran.status, 0) << ran.err;
  return ran.out;
}

TEST(Junit, TellsWhatPassesFailsAndCannotBeJudged) {
  const Folder folder;
  const std::string file = folder / "out.xml", table = folder / "t.npy";
  ASSERT_EQ(sextant_line("table --dim 8 --positions 0:8 -o " + table).status, 0);
  const std::string verify = "verify --dim 8 --junit " + file + " " + table;
  const Ran passes = sextant_line(verify);
  EXPECT_EQ(passes.status, 0);
  EXPECT_EQ(xml(file), "1|0|0|sextant.verify|" + table + "|system-out|None\n" + passes.out + "\n");
  const Ran fails = sextant_line(verify + " --first 7 --json");
  EXPECT_EQ(fails.status, 1);
  EXPECT_THAT(xml(file), HasSubstr("1|1|0|sextant.verify|" + table + "|failure|'" + table +
                                   "': explained (does not pass)\n"));
  const Ran error = sextant_line(verify + " --base 0");
  EXPECT_EQ(error.status, 2);
  EXPECT_EQ("sextant: " + xml(file),
            "sextant: 1|0|1|sextant.verify|" + table + "|error|" + error.err.substr(9) + "\n");
  const Ran judge = sextant_line("judge --dim 8 --format float32 --junit " + file);
  EXPECT_EQ(judge.status, 2);
  EXPECT_THAT(xml(file), HasSubstr("1|0|1|sextant.judge|sinusoidal dim=8, float32|error|standard "
                                   "input: there are no answers"));
}

/// The slopes of ALiBi: each head is a case.
TEST(Junit, HasACaseForEachHead) {
  const Folder folder;
  const std::string file = folder / "out.xml", table = folder / "slopes.npy";
  const std::string line =
      "verify --encoding alibi --heads 4 --part slopes --junit " + file + " " + table;
  const auto written = [&](float third) {
    put_file(table,
             npy_file("<f4", "(4,)",
                      bytes_of_numbers(std::vector<float>{0.25F, 0.0625F, third, 1 / 256.F})));
    return sextant_line(line).status;
  };
  EXPECT_EQ(written(1 / 64.F), 0);
  EXPECT_THAT(read_file(file), HasSubstr("tests=\"4\" failures=\"0\""));
  EXPECT_EQ(written(0.5F), 1);
  EXPECT_THAT(read_file(file), HasSubstr("tests=\"4\" failures=\"1\""));
  EXPECT_THAT(read_file(file),
              HasSubstr("head 2\">\n      <failure message=\"unexplained: head 2\">"));
}

TEST(Junit, IsKnownBeforeWhetherItCanBeWritten) {
  const Folder folder;
  const std::string table = data_file("exp_log_f32_d96_p0.npy");
  EXPECT_TRUE(refuses(
      sextant_line("verify --dim 96 --junit " + (folder / "no/x.xml") + " " + table), "x.xml"));
  EXPECT_TRUE(refuses(sextant_line("verify --dim 96 --junit - " + table), "--junit -"));
  EXPECT_TRUE(folder.empty());
}

/// Any text at all is XML then, and what XML can hold comes back.
TEST(Junit, HoldsAnyText) {
  const Folder folder;
  const auto written = [&](const std::string& text) {
    const verify::JunitCase one{text, verify::JunitCase::Outcome::failed, text, text};
    put_file(folder / "x.xml", verify::to_junit({.subcommand = "verify", .cases = {one}}));
    return xml(folder / "x.xml");
  };
  const std::string plain = "<a href=\"x\">&amp; 'b' ]]> \u03c0 \t-\n second";
  EXPECT_EQ(written(plain),
            "1|1|0|sextant.verify|" + plain + "|failure|" + plain + "\n" + plain + "\n");
  std::string odd;
  for (int byte = 1; byte < 256; ++byte) odd += static_cast<char>(byte);
  EXPECT_NE(written(odd + "\xef\xbf\xbf\xed\xa0\x80"), "");
  EXPECT_NE(written(std::string(3, '\0')), "");
}

}  // namespace
}  // namespace sextant::conformance
