#include <fstream>

#include <gtest/gtest.h>

#include "tool/run.hpp"

namespace sextant {
namespace {

/// What `table` writes of biases, `verify` calls correctly rounded.
TEST(BiasVerbs, WriteWhatVerifyCallsCorrectlyRounded) {
  const Folder folder;
  const std::string file = folder / "t.npy";
  for (const std::string what :
       {"--encoding alibi --heads 12 --positions 0:20",
        "--encoding alibi --heads 8 --form keys --layout heads-first --positions 0:20",
        "--encoding kerple --form power --r1 1/3,2 --r2 0.7,1 --positions -9:9"}) {
    for (const std::string format : {"float16", "bfloat16", "float32", "float64"}) {
      const Ran made = sextant_line("table " + what + " --format " + format + " -o " + file);
      ASSERT_EQ(made.status, 0) << made.err;
      const std::string patterns = format == "bfloat16" ? " --format bfloat16" : "";
      const Ran judged = sextant_line("verify " + file + " " + what + patterns + " --json");
      ASSERT_EQ(judged.status, 0) << what << judged.out << judged.err;
      EXPECT_EQ(judged.json()["grade"], "correctly-rounded");
      EXPECT_EQ(judged.json()["layout"] == "heads-first", what.find("heads-first") != what.npos);
    }
  }
  const std::string slopes = "--encoding alibi --heads 12 --part slopes";
  ASSERT_EQ(sextant_line("table " + slopes + " -o " + file).status, 0);
  const Ran judged = sextant_line("verify " + file + " " + slopes);
  EXPECT_EQ(judged.status, 0);
  EXPECT_NE(judged.out.find("correctly-rounded"), std::string::npos) << judged.out;
  EXPECT_EQ(judged.out.find("positions"), std::string::npos) << judged.out;
}

TEST(BiasVerbs, WriteIntegersThatVerifyReadsFull) {
  const Folder folder;
  const std::string file = folder / "i.npy";
  for (const std::string what :
       {"--encoding t5 --positions -300:300", "--encoding t5 --keys 40 --positions 0:40",
        "--encoding t5 --bidirectional no --max-distance 256 --positions -300:0",
        "--encoding deberta --positions -600:600",
        "--encoding deberta --part index --positions -600:600",
        "--encoding shaw --max-distance 4 --positions -9:9",
        "--encoding swin --height 4 --width 6 --positions 0:24"}) {
    for (const std::string format : {"", " --format int64", " --format float32"}) {
      const Ran made = sextant_line("table " + what + format + " -o " + file);
      ASSERT_EQ(made.status, 0) << made.err;
      const Ran judged = sextant_line("verify " + file + " " + what + " --json");
      ASSERT_EQ(judged.status, 0) << what << judged.out << judged.err;
      EXPECT_EQ(judged.json()["grade"], "correctly-rounded") << what;
      EXPECT_EQ(judged.json()["format"], format == " --format float32" ? "float32" : "int64");
    }
  }
  ASSERT_EQ(sextant_line("table --encoding t5 --positions -300:300 -o " + file).status, 0);
  const Ran wrong = sextant_line("verify " + file + " --encoding t5 --first -299");
  EXPECT_EQ(wrong.status, 1);
  EXPECT_NE(wrong.out.find("first     difference at position -9"), std::string::npos) << wrong.out;
  EXPECT_NE(wrong.out.find("position-offset"), std::string::npos) << wrong.out;
}

/// A bias of all queries has three axes: the error has the commands that judge it.
TEST(BiasVerbs, SayHowToJudgeABiasOfQueriesAndKeys) {
  const Folder folder;
  const std::string file = folder / "b.raw";
  std::ofstream(file) << std::string(std::size_t{2} * 3 * 4 * 4, '\0');
  const std::string shaped = "verify " + file + " --format float32 --shape 2x3x4 ";
  const Ran asked = sextant_line(shaped + "--encoding alibi --heads 2");
  EXPECT_EQ(asked.status, 2);
  EXPECT_NE(asked.err.find("np.tril_indices(3, 1, 4)"), std::string::npos) << asked.err;
  EXPECT_NE(asked.err.find("--positions-file distances.npy"), std::string::npos) << asked.err;
  EXPECT_EQ(sextant_line(shaped + "--dim 4").err.find("tril"), std::string::npos);
}

TEST(BiasVerbs, PrintValues) {
  const auto value = [](const std::string& line) {
    const Ran ran = sextant_line("value " + line);
    EXPECT_EQ(ran.status, 0) << ran.err;
    return ran.out;
  };
  EXPECT_EQ(value("--encoding alibi --heads 8 --part slopes --channel 7 --digits 6"),
            "0.00390625\n");
  EXPECT_EQ(value("--encoding alibi --heads 12 --part slopes --channel 8 --digits 7"),
            "0.7071068\n");
  EXPECT_EQ(value("--encoding alibi --heads 8 --channel 1 --position 10 --digits 2"), "-2.5\n");
  EXPECT_EQ(value("--encoding t5 --channel 0 --position -64"), "14\n");
  EXPECT_EQ(value("--encoding t5 --channel 3 --position 0 --keys 9"), "19\n");
}

TEST(BiasVerbs, SayWhatIsWrongWithTheQuestion) {
  const auto refused = [](const std::string& line, const std::string& words) {
    const Ran ran = sextant_line(line);
    EXPECT_TRUE(refuses(ran, words)) << line << "\n" << ran.out << ran.err;
  };
  refused("value --encoding alibi --channel 0 --position 0", "--heads is missing");
  refused("value --encoding alibi --heads 8 --part cos --channel 0 --position 0",
          "has no part 'cos': bias, slopes");
  refused("value --encoding alibi --dim 8 --channel 0 --position 0", "has no --dim");
  refused("value --encoding swin --channel 0 --position 49", "not in a window of 7 x 7");
  refused("value --encoding t5 --num-buckets 2 --channel 0 --position 0", "--num-buckets 2");
  refused("value --encoding kerple --r1 1,2 --r2 1 --channel 0 --position 0", "--r2 has 1");
  refused("report --encoding alibi --heads 8 -o never", "waves");
  refused("report --encoding t5 -o never", "waves");
  const Folder folder;
  refused(
      "table --encoding alibi --heads 8 --positions 0:9 --format int64 -o " + (folder / "a.npy"),
      "no integers");
  refused(
      "table --encoding alibi --heads 8 --positions 0:9 --recipe exp-log -o " + (folder / "a.npy"),
      "does not make such a table");
  EXPECT_TRUE(folder.empty());
}

TEST(BiasVerbs, WriteWhatARecipeMakes) {
  const Folder folder;
  const std::string file = folder / "t.npy";
  const std::string what = "--encoding alibi --heads 112 --positions 0:500";
  ASSERT_EQ(sextant_line("table " + what + " --recipe slope-pow -o " + file).status, 0);
  const Ran judged = sextant_line("verify " + file + " " + what + " --json");
  EXPECT_EQ(judged.status, 0) << judged.out;
  EXPECT_EQ(judged.json()["recipe"], "slope-pow");
}

}  // namespace
}  // namespace sextant
