#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "sextant/report/document/json_schema.hpp"
#include "tool/run.hpp"

namespace sextant {
namespace {

using testing::HasSubstr;

const std::string kSmall = "sweep --dim 8 --recipe exp-log --positions 0:300 ";

TEST(SweepVerb, RefusesWhatIsNoSweep) {
  const Folder folder;
  put_file(folder / "file", "here");
  const std::string to = " -o " + (folder / "s");
  EXPECT_TRUE(refuses(sextant_line("sweep --dim 8 --positions 0:8" + to),
                      "--recipe is required (see 'sextant sweep --help')"));
  EXPECT_TRUE(
      refuses(sextant_line("sweep --dim 8 --recipe turns" + to), "--positions is required"));
  EXPECT_TRUE(refuses(sextant_line(kSmall), "--output is required"));
  EXPECT_TRUE(refuses(sextant_line(kSmall + "-o " + (folder / "file")), "file"));
  EXPECT_TRUE(refuses(sextant_line(kSmall + "--shard 4/4" + to), "the last 3/4"));
  EXPECT_TRUE(refuses(sextant_line(kSmall + "--shard 99999999999999999999/4" + to), "the last"));
  for (const char* shard :
       {"4", "-1/4", "a/b", "0/2/3", "/4", "0/", "0/4x", " 0/4", "0 /4", "0/+4"})
    EXPECT_TRUE(refuses(sextant_tool({"sweep", "--dim", "8", "--recipe", "exp-log", "--positions",
                                      "0:300", "--shard", shard, "-o", folder / "s"}),
                        "is not of the form I/N, as 0/4 to 3/4"))
        << shard;
  for (const char* shard : {"0/0", "0/1000001", "0/99999999999999999999"})
    EXPECT_TRUE(refuses(sextant_line(kSmall + "--shard " + shard + to), "there are 1 to 1000000"))
        << shard;
  EXPECT_TRUE(refuses(sextant_line("sweep --dim 8 --recipe turns --positions 0:10:1e-30" + to),
                      "2^64 positions or more"));
  EXPECT_TRUE(refuses(sextant_line("sweep --dim 2^20 --recipe turns --positions 0:8" + to),
                      "a sweep is of 16384 columns at most, and these are 1048576"));
  EXPECT_TRUE(refuses(sextant_tool({"sweep", "--dim", "8", "--recipe", "all", "--positions",
                                    "0:300", "--output", ""}),
                      "--output needs a value"));
  EXPECT_TRUE(refuses(sextant_line(kSmall + "-o -"), "writes a folder, not standard output"));
  EXPECT_TRUE(refuses(sextant_line("sweep --encoding alibi --heads 3 --recipe all --positions 0:8 "
                                   "--format float64 --computed-in float32" +
                                   to),
                      "none makes this"));
  EXPECT_TRUE(refuses(sextant_line("sweep --encoding rope --dim 8 --part rotated --recipe all "
                                   "--positions 0:8" +
                                   to),
                      "rotated vectors"));
  EXPECT_TRUE(refuses(sextant_line(kSmall + "--chunk 0" + to), "--chunk"));
  EXPECT_TRUE(refuses(sextant_line(kSmall + "--format float8" + to), "--format takes float16"));
  EXPECT_TRUE(
      refuses(sextant_line(kSmall + "--part inv_freq" + to), "which this part has none of"));
  EXPECT_TRUE(
      refuses(sextant_line("sweep --dim 8 --recipe rotation-recurrence --positions 0:8" + to),
              "from row to row"));
  EXPECT_TRUE(refuses(sextant_line("sweep --dim 8 --recipe exp-logs --positions 0:8" + to),
                      "did you mean exp-log?"));
  EXPECT_TRUE(
      refuses(sextant_line("sweep merge " + (folder / "file") + to), "no folder of a sweep"));
  EXPECT_TRUE(refuses(sextant_line(kSmall + "--defects 1025" + to), "0 to 1024 rows"));
  EXPECT_TRUE(refuses(sextant_line(kSmall + "--defects -1" + to), "0 to 1024 rows"));
  EXPECT_TRUE(refuses(sextant_line("sweep --encoding rope --dim 8 --part cos --recipe turns "
                                   "--positions 0:8 --defects 1" +
                                   to),
                      "pairs of a sine and a cosine"));
  EXPECT_TRUE(
      refuses(sextant_line("sweep --dim 8 --recipe turns --positions float32:1:2 --defects 1" + to),
              "norms, alone"));
  EXPECT_FALSE(std::filesystem::exists(folder / "s"));
  EXPECT_EQ(read_file(folder / "file"), "here");
}

/// All recipes, each in a folder of its own; a folder is of one sweep.
TEST(SweepVerb, SweepsAllRecipesFull) {
  const Folder folder;
  const std::string all = "sweep --dim 8 --recipe all --positions 0:300 -o " + (folder / "all");
  const Ran ran = sextant_line(all);
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("exp-log in float32, sinusoidal dim=8, positions 0:300\n"));
  EXPECT_THAT(ran.out, HasSubstr("float64-angle in float64 stored in float32"));
  for (const char* name : {"exp-log", "pow-divide", "turns", "float64-angle"})
    EXPECT_TRUE(std::filesystem::exists(folder / ("all/" + std::string(name) + "/sweep.json")));
  EXPECT_FALSE(std::filesystem::exists(folder / "all/rotation-recurrence"));
  EXPECT_THAT(ran.err,
              HasSubstr("left out, as their rows follow from each other: rotation-recurrence"));
  EXPECT_EQ(sextant_line(all).out, ran.out);
  EXPECT_TRUE(refuses(
      sextant_line("sweep --dim 8 --recipe all --positions 0:300 -o " + (folder / "all/turns")),
      "all/turns' is the folder of one sweep"));
  EXPECT_TRUE(refuses(sextant_line(kSmall + "-o " + (folder / "all")),
                      "all' has folders of sweeps, as of --recipe all: name another"));
  EXPECT_TRUE(
      refuses(sextant_line("sweep merge " + (folder / "all/turns") + " -o " + (folder / "all")),
              "all' has folders of sweeps, as of --recipe all: name another"));
  EXPECT_FALSE(std::filesystem::exists(folder / "all/records"));
  EXPECT_TRUE(refuses(sextant_line("sweep merge " + (folder / "all") + " -o " + (folder / "m")),
                      "those of --recipe all have a folder a recipe, to be merged one by one"));
  EXPECT_TRUE(refuses(sextant_line(kSmall + "--format bfloat16 -o " + (folder / "all/exp-log")),
                      "format is 'float32', and 'bfloat16' here"));
}

/// Of few rows every shard has some, and a folder goes on in the chunks that it has.
TEST(SweepVerb, CutsRowsForShards) {
  const Folder folder;
  const std::string to = "-o " + (folder / "s");
  EXPECT_THAT(sextant_line(kSmall + "--shard 1/2 " + to).out,
              HasSubstr("of 300 rows are measured"));
  EXPECT_EQ(sextant_line(kSmall + "--shard 0/2 " + to).status, 0);
  EXPECT_TRUE(std::filesystem::exists(folder / "s/sweep.json"));
  EXPECT_EQ(sextant_line(kSmall + to).status, 0);
  EXPECT_TRUE(refuses(sextant_line("sweep merge -o " + (folder / "m")),
                      "DIR is required (see 'sextant sweep merge --help')"));
  EXPECT_TRUE(refuses(sextant_tool({"sweep", "merge", folder / "s", "--output", ""}),
                      "--output needs a value"));
}

/// Its options are its own: what stands before it would be of no effect.
TEST(SweepVerb, MergesWithoutTheOptionsOfASweep) {
  const Folder folder;
  ASSERT_EQ(sextant_line(kSmall + "-o " + (folder / "s")).status, 0);
  const std::string merge = " merge " + (folder / "s") + " -o " + (folder / "m");
  for (const char* option : {"--dim 999", "--recipe nope", "--positions a:b", "--base 2",
                             "--shard 0/2", "--threads 1", "--beyond 1", "-o elsewhere"})
    EXPECT_TRUE(refuses(sextant_line(std::string("sweep ") + option + merge),
                        " before merge is of a sweep, and not of what merges its records"))
        << option;
  EXPECT_FALSE(std::filesystem::exists(folder / "m"));
  EXPECT_TRUE(refuses(sextant_line("sweep merge " + (folder / "s") + " -o -"), "writes a folder"));
  EXPECT_EQ(sextant_line("sweep" + merge).status, 0);
  EXPECT_EQ(sextant_line("sweep" + merge).status, 0);  // again: all is there
  EXPECT_EQ(read_file(folder / "m/sweep.json"), read_file(folder / "s/sweep.json"));
}

TEST(SweepVerb, TellsWhatIsNoNumber) {
  const Folder folder;
  const Ran ran = sextant_line(
      "sweep --dim 8 --recipe exp-log --amplitude 65519.9999 --positions 0:300 --format float16 "
      "-o " +
      (folder / "s"));
  EXPECT_THAT(ran.out, HasSubstr("entries are no numbers, "));
  EXPECT_THAT(ran.out, testing::Not(HasSubstr("holds everywhere")));
  const Ran halves = sextant_line("sweep --dim 8 --recipe exp-log --positions 7/2:4:1/2 -o " +
                                  (folder / "halves"));
  EXPECT_THAT(halves.out, HasSubstr("at position 7/2, "));
}

/// By the fewest digits that are that number of float32 alone, here those of 2^-20 and its
/// successor.
TEST(SweepVerb, TellsTimestepsInDecimals) {
  const Folder folder;
  const Ran ran = sextant_line(
      "sweep --dim 8 --recipe exp-log --beyond 1e-300 --positions float32:2^-20:9.536744e-7 -o " +
      (folder / "s"));
  EXPECT_THAT(ran.out,
              testing::ContainsRegex("\n  worst +[^ ]+ at position 9.53674(3|4[0-9]*)e-07, "));
  EXPECT_THAT(ran.out, HasSubstr("beyond 1e-300      fails first at position 9.536743e-07, "));
}

/// From 2^24 on numbers of float32 are integers; from 2^25 on fewer digits would make some others,
/// as 110923990 of 110923992.
TEST(SweepVerb, TellsLargeTimestepsWholeFull) {
  const Folder folder;
  const Ran ran = sextant_line(
      "sweep --dim 2 --recipe exp-log --positions float32:16777215:134300000 -o " + (folder / "s"));
  const auto whole = nlohmann::json::parse(read_file(folder / "s/sweep.json"))["whole"];
  for (const char* what : {"absolute", "ulps", "phase"}) {
    const auto at = whole["worst"][what]["position"].get<std::string>();
    EXPECT_THAT(ran.out, HasSubstr("at position " + at + ", "));
  }
  EXPECT_EQ(whole["worst"]["phase"]["position"], "110923992");
}

/// Of finite entries, ones that are no numbers, and fractions of positions.
TEST(SweepVerb, WritesWhatTheSchemaDescribes) {
  const auto read = [](const std::string& file) { return nlohmann::json::parse(read_file(file)); };
  const JsonSchema schema(read(data_file("../../reports/schema/sweep.schema.json")));
  const Folder folder;
  for (const std::string what :
       {"--dim 8 --recipe exp-log --positions=-7/2:80:1/2",
        "--dim 6 --recipe turns --format float64 --positions 0:80",
        "--dim 8 --recipe exp-log --amplitude 65519.9999 --format float16 --positions 0:80",
        "--dim 8 --recipe exp-log --defects 1 --positions 0:80",
        "--dim 8 --recipe exp-log --defects 100 --positions 0:80",
        "--encoding alibi --heads 8 --recipe slope-pow --positions 0:80"}) {
    const std::string to = folder / std::to_string(what.size());
    const Ran ran = sextant_line("sweep " + what + " -o " + to);
    ASSERT_EQ(ran.status, 0) << ran.err;
    const auto document = read(to + "/sweep.json");
    EXPECT_NO_THROW(schema.require(document)) << what;
    EXPECT_EQ(document["channels"].size(), document["job"]["columns"]);
  }
}

TEST(SweepVerb, SaysHowManyStepsEntriesAreOff) {
  const Folder folder;
  const auto out =
      sextant_line("sweep --dim 2 --recipe exp-log --positions 0:1 -o " + (folder / "s"));
  EXPECT_THAT(out.out, HasSubstr("off, in steps: 100 % by 0\n"));
  const auto later =
      sextant_line("sweep --dim 128 --recipe exp-log --positions 9000:9064 -o " + (folder / "t"));
  EXPECT_THAT(later.out, HasSubstr(" % by 2 to 3, "));
}

/// A pair of float32 is off by two halves of an ulp of it and more.
TEST(SweepVerb, TellsWhatRowsBreak) {
  const Folder folder;
  const Ran ran = sextant_line(kSmall + "--defects 1 -o " + (folder / "s"));
  EXPECT_THAT(ran.out, testing::ContainsRegex("\n  norm +off by [0-9.]+e-0[78] at most, at "
                                              "position [0-9]+, channel [0246]\n"));
  EXPECT_THAT(ran.out, testing::ContainsRegex("\n  shift +off by [^ ]+ at most, at position "
                                              "[0-9]+\n  rotation +off by "));
  EXPECT_TRUE(
      refuses(sextant_line(kSmall + "-o " + (folder / "s")), "--defects is 1, and not given here"));
  const Ran norms = sextant_line(kSmall + "--defects 0 -o " + (folder / "t"));
  EXPECT_THAT(norms.out, HasSubstr("\n  norm "));
  EXPECT_THAT(norms.out, testing::Not(HasSubstr("shift")));
  EXPECT_TRUE(
      refuses(sextant_line(kSmall + "--defects 1 -o " + (folder / "t")), "--defects is 0, and 1"));
  EXPECT_TRUE(refuses(sextant_line(kSmall + "-o " + (folder / "t")), "--defects is 0, and not"));
}

TEST(SweepVerb, TellsWhatAShardLeaves) {
  const Folder folder;
  const std::string shard = kSmall + "--chunk 100 -o " + (folder / "s") + " --shard ";
  EXPECT_THAT(sextant_line(shard + "0/2").out, HasSubstr("200 of 300 rows are measured"));
  EXPECT_TRUE(refuses(sextant_line("sweep merge " + (folder / "s") + " -o " + (folder / "m")),
                      "rows 100 to 199 are in none"));
  EXPECT_THAT(sextant_line(shard + "1/2").out, HasSubstr("exhaustive: "));
  EXPECT_THAT(sextant_line(shard + "0/2").out, HasSubstr("exhaustive: "));
}

}  // namespace
}  // namespace sextant
