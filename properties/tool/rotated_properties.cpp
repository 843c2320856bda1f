#include <cmath>
#include <cstdint>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "tool/run.hpp"

namespace sextant {
namespace {

const std::string kRotated = " --encoding rope --dim 8 --part rotated ";

/// A file of vectors of float32, of some shape.
std::string vectors_file(const std::string& shape, std::size_t count) {
  std::mt19937_64 random(3);
  std::vector<float> numbers(count);
  for (float& x : numbers) x = std::ldexp(static_cast<float>(random() >> 40), -22) - 2;
  return npy_file("<f4", shape, bytes_of_numbers(numbers));
}

struct RotatedVectors : testing::Test {
  Folder folder;
  std::string before = folder / "q.npy";
  std::string after = folder / "r.npy";

  RotatedVectors() { put_file(before, vectors_file("(2, 3, 5, 12)", 360)); }
  std::string verify(const std::string& more) const {
    return "verify " + after + kRotated + "--input " + before + " " + more;
  }
};

/// What `table` writes has the shape of the vectors, and `verify` finds nothing to say against it.
TEST_F(RotatedVectors, AreWrittenCorrectlyRounded) {
  for (const char* format : {"float16", "bfloat16", "float32", "float64"}) {
    const std::string first = std::string(" --first 70000 --format ") + format;
    const Ran made =
        sextant_line("table" + kRotated + "--input " + before + first + " -o " + after);
    ASSERT_EQ(made.status, 0) << made.err;
    EXPECT_NE(read_file(after).find("'shape': (2, 3, 5, 12)"), std::string::npos);
    const Ran ran = sextant_line(verify(first + " --json"));
    ASSERT_EQ(ran.status, 0) << ran.out << ran.err;
    const auto v = ran.json();
    EXPECT_EQ(v["grade"], "correctly-rounded");
    EXPECT_EQ(v["entries"], 360);
    EXPECT_EQ(v["part"], "rotated");
    EXPECT_EQ(v["input_format"], "float32");
    EXPECT_EQ(v["positions"], "70000:70005");
    EXPECT_EQ(v["worst"]["indices"].size(), 3U);
    EXPECT_EQ(v["worst"]["position"].get<int>() - 70000, v["worst"]["indices"][2]);
  }
}

/// Vectors that xPos scales are written and judged; without its scale, or with that of keys, they
/// do not pass.
TEST_F(RotatedVectors, AreScaledByXpos) {
  const std::string scale = " --scale-base 64 --centre 3 --layout interleaved --first 100";
  ASSERT_EQ(sextant_line("table" + kRotated + "--input " + before + scale + " -o " + after).status,
            0);
  EXPECT_EQ(sextant_line(verify(scale + " --json")).json()["grade"], "correctly-rounded");
  EXPECT_EQ(sextant_line(verify(scale + " --form keys")).status, 1);
  EXPECT_EQ(sextant_line(verify("--layout interleaved --first 100")).status, 1);
}

/// What is defined for rotations of one amplitude refuses xPos, and xPos is refused where it has no
/// effect.
TEST(XposVerbs, RefuseWhatIsNotDefined) {
  const Folder folder;
  const std::string value = "value --encoding rope --dim 8 --part cos --channel 0 ";
  const std::string xpos = " --encoding rope --dim 8 --scale-base 64 ";
  EXPECT_TRUE(refuses(sextant_line("vectors" + xpos), "--scale-base none"));
  EXPECT_TRUE(refuses(sextant_line("sweep --recipe pow-divide --defects 1 --positions 0:64" + xpos +
                                   "-o " + (folder / "sweep")),
                      "--scale-base none"));
  for (const std::string option : {"--centre 5", "--gamma 1", "--form keys"})
    EXPECT_TRUE(refuses(sextant_line(value + option), "needs a --scale-base"));
  EXPECT_TRUE(
      refuses(sextant_line("value --encoding mrope --channel 0 --scale-base 512"), "--scale-base"));
  for (const std::string number : {"0", "-3", "x"})
    EXPECT_TRUE(refuses(sextant_line(value + "--scale-base " + number), "--scale-base"));
  EXPECT_TRUE(
      refuses(sextant_line(value + "--position 99999999 --scale-base 64"), "beyond every format"));
}

/// Without a format they stay in their own; one vector needs no axis for its position.
TEST_F(RotatedVectors, MayBeOne) {
  put_file(before, vectors_file("(8,)", 8));
  ASSERT_EQ(
      sextant_line("table" + kRotated + "--input " + before + " --first 9 -o " + after).status, 0);
  EXPECT_NE(read_file(after).find("'<f4', 'fortran_order': False, 'shape': (8,)"),
            std::string::npos);
  EXPECT_EQ(sextant_line(verify("--first 9 --require correctly-rounded")).status, 0);
  EXPECT_EQ(sextant_line(verify("--first 10")).status, 1);
}

TEST_F(RotatedVectors, AreNamedByAllTheirIndices) {
  ASSERT_EQ(sextant_line("table" + kRotated + "--input " + before + " -o " + after).status, 0);
  std::string bytes = read_file(after);
  const float wrong = 100;  // batch 1, head 2, position 3, channel 4
  bytes.replace(bytes.size() - 360 * 4 + std::size_t{((1 * 3 + 2) * 5 + 3) * 12 + 4} * 4, 4,
                bytes_of_numbers(std::vector<float>{wrong}));
  put_file(after, bytes);
  const Ran ran = sextant_line(verify(""));
  EXPECT_EQ(ran.status, 1);
  EXPECT_NE(ran.out.find("at position 3, channel 4: got 100"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("vector [1, 2, 3]"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("corrupt-entry"), std::string::npos) << ran.out;
}

TEST_F(RotatedVectors, AreRefusedWhereTheyDoNotFit) {
  ASSERT_EQ(sextant_line("table" + kRotated + "--input " + before + " -o " + after).status, 0);
  const auto refused = [](const std::string& line, const std::string& words) {
    EXPECT_TRUE(refuses(sextant_line(line), words)) << line << ": " << sextant_line(line).err;
  };
  refused("verify " + after + kRotated, "--input");
  refused("verify " + after + " --encoding rope --input " + before, "--input goes with");
  refused("verify " + after + " --dim 8 --part rotated --input " + before, "no part 'rotated'");
  refused("verify " + after + " --encoding alibi --heads 8 --part rotated --input " + before,
          "no part 'rotated'");
  refused("verify " + after + " --encoding rope --dim 14 --part rotated --input " + before,
          "columns do not agree");
  refused(verify("--positions 0:4"), "next-to-last axis");
  refused(verify("--first 1 --positions 0:5"), "exclude");
  refused("verify -" + kRotated + "--input -", "both be standard input");
  refused("value" + kRotated + "--position 1 --channel 1", "sextant table and verify");
  refused("table --dim 8 --positions 0:4 --first 1 -o " + after, "--part rotated");
  refused("table" + kRotated + "--input " + before + " --recipe turns -o " + after, "none of");
  const std::string other = folder / "other.npy";
  put_file(other, vectors_file("(6, 5, 12)", 360));
  refused("verify " + after + kRotated + "--input " + other, "they must be the same");
  put_file(other, npy_file("<u2", "(2, 3, 5, 12)", std::string(720, '\0')));
  refused("verify " + after + kRotated + "--input " + other, "add --input-format bfloat16");
}

/// A warning about the whole table is of tables.
TEST_F(RotatedVectors, AreNotWarnedOfAsATable) {
  ASSERT_EQ(sextant_line("table" + kRotated + "--input " + before + " -o " + after).status, 0);
  std::vector<float> numbers;
  for (int k = 0; k < 360; ++k) numbers.push_back(static_cast<float>(k * 7919 % 1000) / 1000);
  put_file(after, npy_file("<f4", "(2, 3, 5, 12)", bytes_of_numbers(numbers)));
  const Ran ran = sextant_line(verify("--first 77777 --json"));
  ASSERT_EQ(ran.json()["grade"], "unexplained") << ran.out;
  EXPECT_EQ(ran.out.find("whole table"), std::string::npos) << ran.out;
}

/// The axis of the positions is said, or found, and the verdict says which it was.
TEST_F(RotatedVectors, HaveTheirPositionsAlongAnyAxis) {
  const std::string made = "table" + kRotated + "--input " + before + " --first 700 -o " + after;
  ASSERT_EQ(sextant_line(made + " --axis 1").status, 0);
  Ran ran = sextant_line(verify("--first 700 --axis -3 --json --require correctly-rounded"));
  ASSERT_EQ(ran.status, 0) << ran.out << ran.err;
  EXPECT_EQ(ran.json()["axis"], 1);
  EXPECT_EQ(ran.json()["axis_found"], false);
  EXPECT_EQ(ran.json()["positions"], "700:703");
  ran = sextant_line(verify("--first 700"));
  EXPECT_EQ(ran.status, 1);  // three heads, turned by their numbers, or three positions
  EXPECT_NE(ran.out.find("head-for-position"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("say --axis 1"), std::string::npos) << ran.out;
  ran = sextant_line(verify("--positions 700:703"));
  EXPECT_EQ(ran.status, 0) << ran.out;
  EXPECT_NE(ran.out.find("positions 700:703 along axis 1 (found)"), std::string::npos) << ran.out;
  for (const char* axis : {"3", "-1", "-5", "99999999999999999999"})
    EXPECT_EQ(sextant_line(verify(std::string("--axis ") + axis)).status, 2) << axis;
  EXPECT_TRUE(refuses(sextant_line(verify("--axis heads")), "--axis"));
  EXPECT_TRUE(refuses(sextant_line("verify " + after + " --encoding rope --axis 1"),
                      "--axis goes with --part rotated"));
}

/// DeepSeek-V4's code in NumPy, in float32 and float64: adjacent pairs of the last 64 channels
/// turn, and turn back with the negative sine.  Frequencies, of YaRN by factor 16 over 65536
/// positions, are written out once more.
constexpr const char* kDeepseekV4 = R"(
import sys
import numpy as np
folder, dim, first, n = sys.argv[1], 64, 2000, 40
x = ((np.arange(n * 512) * 7919 % 2003 - 1001) / 512).reshape(n, 512)
def frequencies(t, base, yarn):
    w = (t(1) / t(base) ** (np.arange(0, dim, 2).astype(t) / t(dim)))
    if not yarn: return w
    corr = lambda turns: dim * np.log(65536 / (turns * 2 * np.pi)) / (2 * np.log(base))
    low, high = max(np.floor(corr(32)), 0), min(np.ceil(corr(1)), dim - 1)
    ramp = np.clip((np.arange(dim // 2).astype(t) - t(low)) / t(high - low), 0, 1).astype(t)
    return w / t(16) * ramp + w * (t(1) - ramp)
def turned(t, w, direction, last=True, halves=False):
    y, a = x.astype(t), np.arange(first, first + n).astype(t)[:, None] * w
    part = slice(448, 512) if last else slice(0, 64)
    z, c, s = y[:, part].copy(), np.cos(a), t(direction) * np.sin(a)
    u, v = (slice(0, 32), slice(32, 64)) if halves else (slice(0, 64, 2), slice(1, 64, 2))
    z[:, u], z[:, v] = y[:, part][:, u] * c - y[:, part][:, v] * s, y[:, part][:, v] * c + y[:, part][:, u] * s
    y[:, part] = z
    return y
for t, name in ((np.float32, 'f4'), (np.float64, 'f8')):
    compress, main = frequencies(t, 160000, True), frequencies(t, 10000, False)
    def save(what, y): np.save(f'{folder}/{what}_{name}.npy', y)
    save('input', x.astype(t))
    for kind, w in (('compress', compress), ('main', main)):
        for direction, word in ((1, 'forward'), (-1, 'inverse')):
            save(f'{kind}_{word}', turned(t, w, direction))
    save('first', turned(t, compress, -1, last=False))
    save('halves', turned(t, compress, -1, halves=True))
    loud = turned(t, compress, -1)
    loud[:, 448:] *= t(1.2772588722239782)
    save('loud', loud)
    save('main_scaled', turned(t, frequencies(t, 10000, True), 1))
)";

TEST(DeepseekV4, IsJudgedAsItsCodeTurnsVectorsFull) {
  if (run_program("/usr/bin/python3", {"-c", "import numpy"}).status != 0)
    GTEST_SKIP() << "NumPy is not installed: apt-get install python3-numpy";
  const Folder folder;
  const Ran made = run_program("/usr/bin/python3", {"-c", kDeepseekV4, folder / ""});
  ASSERT_EQ(made.status, 0) << made.err;
  for (const std::string format : {"f4", "f8"}) {
    const auto judge = [&](const std::string& what, const std::string& kind,
                           const std::string& direction) {
      return sextant_line("verify " + (folder / (what + "_" + format + ".npy")) +
                          " --model deepseek-v4-flash-" + kind + " --part rotated --direction " +
                          direction + " --first 2000 --input " +
                          (folder / ("input_" + format + ".npy")) + " --json");
    };
    for (const std::string kind : {"compress", "main"})
      for (const std::string direction : {"forward", "inverse"}) {
        const Ran ran = judge(kind + "_" + direction, kind, direction);
        EXPECT_EQ(ran.status, 0) << kind << direction << format << ran.out << ran.err;
      }
    const auto named = [&](const std::string& what, const std::string& kind,
                           const std::string& direction) {
      const Ran ran = judge(what, kind, direction);
      EXPECT_EQ(ran.status, 1);
      const auto findings = ran.json()["findings"];
      EXPECT_EQ(ran.json()["grade"], "explained") << what << ran.out;
      return findings.empty() ? "" : findings[0]["fault"].get<std::string>();
    };
    EXPECT_EQ(named("compress_forward", "compress", "inverse"), "sign");
    EXPECT_EQ(named("compress_inverse", "compress", "forward"), "sign");
    EXPECT_EQ(named("input", "compress", "inverse"), "unrotated");
    EXPECT_EQ(named("first", "compress", "inverse"), "rotated-channels");
    EXPECT_EQ(named("halves", "compress", "inverse"), "layout");
    EXPECT_EQ(named("loud", "compress", "inverse"), "amplitude");
    EXPECT_EQ(named("main_forward", "compress", "forward"), "wrong-base");
    EXPECT_EQ(named("compress_forward", "main", "forward"), "scaling-kind");
    EXPECT_EQ(named("main_scaled", "main", "forward"), "scaling-kind");
    EXPECT_EQ(named("main_scaled", "compress", "forward"), "wrong-base");
  }
}

/// Patterns of 16 bits on either side are numbers of what is said of them.
TEST_F(RotatedVectors, MayBePatternsOfBfloat16) {
  const std::string zeros = npy_file("<u2", "(2, 3, 5, 12)", std::string(720, '\0'));
  put_file(before, zeros);
  put_file(after, zeros);
  EXPECT_EQ(sextant_line(verify("--format bfloat16")).status, 0);
  put_file(after, npy_file("<f4", "(2, 3, 5, 12)", std::string(1440, '\0')));
  EXPECT_EQ(sextant_line(verify("--input-format float16")).status, 0);
}

}  // namespace
}  // namespace sextant
