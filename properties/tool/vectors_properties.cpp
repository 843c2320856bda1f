#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tool/run.hpp"

/// Conformance files by the tool, and by a script that knows nothing of it.
namespace sextant {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// A small file, made once.
const Folder& folder() {
  static const Folder made;
  return made;
}
std::string small_file() {
  const std::string path = folder() / "small.json";
  if (!std::filesystem::exists(path)) {
    const Ran ran = sextant_line("vectors --dim 16 --base 500000 --search 4096 -o " + path);
    EXPECT_EQ(ran.status, 0) << ran.err;
  }
  return path;
}

Ran check(const std::string& file, const std::string& implementation,
          const std::vector<std::string>& more = {}) {
  std::vector<std::string> arguments = {data_file("../../reports/vectors/check_vectors.py"), file,
                                        data_file("../vectors/" + implementation), "--schema",
                                        data_file("../../reports/schema/vectors.schema.json")};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_program("/usr/bin/python3", arguments);
}

/// The first line that names a flag: what most answers were explained by.
std::string first_flag(const Ran& ran) {
  const auto at = ran.out.find(" as ");
  return at == std::string::npos ? "" : ran.out.substr(at + 4, ran.out.find(' ', at + 4) - at - 4);
}

void expect_valid_everywhere(const std::string& format) {
  const Ran ran = check(small_file(), "exact_waves.py", {"--format", format});
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr(" valid, 0 acceptable, 0 invalid")) << format;
}
TEST(VectorsVerb, AnExactImplementationIsValidEverywhere) { expect_valid_everywhere("bfloat16"); }
TEST(VectorsVerb, AnExactImplementationIsValidInFloat64Full) { expect_valid_everywhere("float64"); }

void expect_acceptable(const std::string& format) {
  const Ran ran = check(small_file(), "plain_floats.py", {"--format", format});
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr(" acceptable, 0 invalid")) << format;
  EXPECT_THAT(ran.out, Not(HasSubstr(" 0 acceptable"))) << format;
}
TEST(VectorsVerb, APlainImplementationIsAcceptableFull) { expect_acceptable("float32"); }
TEST(VectorsVerb, APlainImplementationIsAcceptableInFloat64Full) { expect_acceptable("float64"); }

/// Each is found out, and what is wrong with it is the first thing said.
void expect_caught(const std::vector<std::string>& formats) {
  const std::pair<const char*, const char*> wrong[] = {
      {"bfloat16_frequency.py", "Bfloat16Frequency"},
      {"off_by_one.py", "PositionOffset"},
      {"other_layout.py", "Layout"}};
  for (const auto& [implementation, flag] : wrong) {
    for (const std::string& format : formats) {
      const Ran ran = check(small_file(), implementation, {"--format", format});
      EXPECT_EQ(ran.status, 1) << implementation << format << ran.out << ran.err;
      EXPECT_EQ(first_flag(ran), flag) << implementation << format << ran.out;
      EXPECT_THAT(ran.out, HasSubstr("tcId ")) << implementation;
    }
  }
}
TEST(VectorsVerb, AWrongImplementationIsCaughtByItsFlagFull) { expect_caught({"bfloat16"}); }
TEST(VectorsVerb, AWrongImplementationIsCaughtByItsFlagInEveryFormatFull) {
  expect_caught({"float64", "float32", "float16"});
}

/// A neighbour of the truth is no fault, and yet is called what it is.
TEST(VectorsVerb, TruncationIsAcceptableAndNamedFull) {
  const Ran ran = check(small_file(), "truncated_bfloat16.py", {"--format", "bfloat16"});
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  EXPECT_EQ(first_flag(ran), "Truncation") << ran.out;
}

/// What a float32 table holds is no float64 table.
TEST(VectorsVerb, NarrowNumbersAreNoWideOnesFull) {
  const Ran ran = check(small_file(), "truncated_bfloat16.py");
  EXPECT_EQ(ran.status, 1) << ran.out << ran.err;
}

TEST(VectorsVerb, TheScriptSaysWhatItCannotRead) {
  put_file(folder() / "no.json", "{}");
  const Ran ran = check(folder() / "no.json", "exact_waves.py");
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, StartsWith("check_vectors: "));
  EXPECT_EQ(check(folder() / "none.json", "exact_waves.py").status, 2);
  EXPECT_EQ(check(small_file(), "none.py").status, 2);
}

TEST(VectorsVerb, WritesToStandardOutputToo) {
  const Ran ran = sextant_line("vectors --encoding rope --dim 8 --part inv_freq");
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.json()["testGroups"][0]["part"], "inv_freq");
  EXPECT_EQ(ran.json()["testGroups"][0]["channels"], 4);
}

TEST(VectorsVerb, RefusesWhatIsNoSubject) {
  const auto refused = [](const std::string& line, const std::string& words) {
    const Ran ran = sextant_line(line);
    EXPECT_TRUE(refuses(ran, words)) << line << "\n" << ran.status << ran.out << ran.err;
  };
  refused("vectors --encoding rope", "--dim is missing");
  refused("vectors --encoding t5", "vectors are of numbers that are rounded");
  refused("vectors --encoding rope --dim 8 --part rotated", "is about vectors in files");
  refused("vectors --encoding mae --dim 64", "vectors are of one coordinate");
  refused("vectors --all", "-o DIR is missing");
  refused("vectors --all --dim 8 -o x", "it goes with no encoding");
  refused("vectors --dim 8 --search 0", "--search 0 is not one of");
  refused("vectors --dim 8 -o /nonexistent/x.json", "/nonexistent/x.json");
}

/// The page on vectors shows what its commands print.
TEST(VectorsVerb, TheGuidesCommandsDoWhatItSaysFull) {
  const std::string file = folder() / "vectors.json";
  ASSERT_EQ(sextant_line("vectors -o " + file).status, 0);
  const Ran ran = check(file, "bfloat16_frequency.py", {"--format", "bfloat16"});
  EXPECT_EQ(ran.status, 1);
  const std::string page = read_file(data_file("../../reports/guide/vectors.md"));
  const std::string first = ran.out.substr(0, ran.out.find('\n'));
  EXPECT_THAT(page, HasSubstr(first + "\n"));
  EXPECT_THAT(page, HasSubstr(ran.out));
}

TEST(VectorsVerb, WritesAFileForEveryPresetFull) {
  const std::string directory = folder() / "all";
  const Ran ran = sextant_line("vectors --all --search 1 -o " + directory);
  ASSERT_EQ(ran.status, 0) << ran.err;
  std::size_t files = 0;
  for (const auto& file : std::filesystem::directory_iterator(directory)) {
    ++files;
    const Ran judged = check(file.path().string(), "plain_floats.py");
    EXPECT_EQ(judged.status, 0) << file.path() << judged.out << judged.err;
    const auto document = nlohmann::json::parse(read_file(file.path().string()));
    for (const auto& group : document["testGroups"])
      EXPECT_GE(group["tests"].size(), group["part"] == "inv_freq" ? 12u : 60u) << file.path();
  }
  const auto listed = sextant_line("list models --json").json();
  EXPECT_EQ(files, listed.size() + 1);
}

}  // namespace
}  // namespace sextant
