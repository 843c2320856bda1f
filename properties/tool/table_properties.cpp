#include <cmath>
#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include "sextant/encoding/bias/chart.hpp"
#include "sextant/encoding/encoding.hpp"
#include "sextant/number/ulp.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"
#include "tool/run.hpp"

namespace sextant {
namespace {

/// What `table` writes, `verify` calls correctly rounded, whatever is asked for.
TEST(TableVerb, WritesWhatVerifyCallsCorrectlyRoundedFull) {
  const Folder folder;
  const std::string file = folder / "t.npy";
  for (const std::string format : {"float16", "bfloat16", "float32", "float64"}) {
    for (const std::string what :
         {"--dim 16", "--dim 6 --layout halves --order cos-sin --law half-minus-shift",
          "--encoding rope --dim 8 --base 5e5", "--encoding rope --dim 8 --part cos",
          "--encoding rope --dim 8 --part sin --origin 1",
          "--dim 7 --odd zero-column --scale 1/3"}) {
      for (const std::string positions :
           {"0:20", "1_000_000_000_000:1000000000010", "-10:30:4", "9:-20:-3"}) {
        const std::string common = what + " --positions " + positions;
        const Ran made = sextant_line("table " + common + " --format " + format + " -o " + file);
        ASSERT_EQ(made.status, 0) << made.err;
        EXPECT_EQ(made.out + made.err, "");
        const std::string patterns = format == "bfloat16" ? " --format bfloat16" : "";
        const Ran judged = sextant_line("verify " + file + " " + common + patterns +
                                        " --require correctly-rounded --json");
        ASSERT_EQ(judged.status, 0) << common << judged.out << judged.err;
        EXPECT_EQ(judged.json()["grade"], "correctly-rounded");
      }
    }
  }
}

/// A reader that has enough ends the writer as it ends other programs: quietly, by SIGPIPE.
TEST(TableVerb, EndsQuietlyWhereItsReaderHasEnough) {
  const std::string line =
      std::string(SEXTANT_TOOL) + " table --dim 64 --positions 0:2^16 -o - | head -c 100 | wc -c; ";
  const Ran ran = run_program("/bin/bash", {"-c", line + "echo ${PIPESTATUS[0]}"});
  EXPECT_EQ(ran.out, "100\n141\n");
  EXPECT_EQ(ran.err, "");
  // A caller that ignores the signal gets an error, as from other programs.
  const Ran told =
      run_program("/bin/bash", {"-c", "trap '' PIPE; " + line + "echo ${PIPESTATUS[0]}"});
  EXPECT_EQ(told.out, "100\n2\n");
  EXPECT_EQ(told.err, "sextant: standard output: cannot be written: Broken pipe\n");
}

/// The same by a program's name, in the order of its rows; and at positions that are no integers.
TEST(TableVerb, WritesTheTablesOfProgramsFull) {
  const Folder folder;
  const std::string file = folder / "t.npy";
  const auto written = [&](const std::string& line) {
    const Ran made = sextant_line("table --dim 8 " + line + " -o " + file);
    EXPECT_EQ(made.status, 0) << line << made.err;
    return read_file(file);
  };
  EXPECT_EQ(written("--encoding transformer-xl --rows 5"),
            written("--layout halves --positions 4:-1:-1"));
  EXPECT_EQ(written("--encoding espnet-relative --rows 5"), written("--positions 2:-3:-1"));
  EXPECT_EQ(written("--encoding opennmt-tf --rows 5"),
            written("--layout halves --law half-minus-shift --positions 1:6"));
  EXPECT_EQ(written("--rows 5"), written("--positions 0:5"));
  EXPECT_NE(written("--encoding fairseq --rows 5"),
            written("--encoding fairseq --zero-row none --rows 5"));
  for (const std::string line :
       {"--encoding transformer-xl --rows 33", "--encoding espnet-relative --rows 33",
        "--encoding opennmt-tf --rows 33", "--encoding fairseq --rows 33",
        "--encoding timesteps --positions 0:10:0.1", "--encoding timesteps --positions 9.5:0:-1/3",
        "--encoding timesteps --scale 1000 --origin 1 --positions 0:1:1/64"}) {
    for (const std::string format : {"float32", "bfloat16"}) {
      written(line + " --format " + format);
      const std::string patterns = format == "bfloat16" ? " --format bfloat16" : "";
      const std::string claim = line.substr(0, line.find(" --rows"));
      const Ran judged = sextant_line("verify --dim 8 --require correctly-rounded " + claim +
                                      patterns + " " + file);
      EXPECT_EQ(judged.status, 0) << line << judged.out << judged.err;
    }
  }
  const auto refused = [&](const std::string& line, const std::string& words) {
    EXPECT_TRUE(refuses(sextant_line("table --dim 8 -o " + file + " " + line), words)) << line;
  };
  refused("--encoding espnet-relative --rows 4", "odd number");
  refused("--rows 4 --positions 0:4", "exclude");
  refused("--rows 0", "--rows");
  refused("--rows 1.5", "--rows");
  refused("--encoding wisper --rows 4", "did you mean whisper?");
  refused("--encoding rope --zero-row 1 --rows 4", "no --zero-row");
}

/// A recipe's table at positions that are no integers passes as that recipe's.
TEST(TableVerb, WritesRecipesAtTimesteps) {
  const Folder folder;
  const std::string line = "--encoding timesteps --dim 32 --positions 0:1000:125/8 ";
  const std::string file = folder / "t.npy";
  ASSERT_EQ(sextant_line("table --recipe exp-log " + line + "-o " + file).status, 0);
  const Ran judged = sextant_line("verify --json " + line + file);
  EXPECT_EQ(judged.status, 0) << judged.out << judged.err;
  EXPECT_EQ(judged.json()["recipe"], "exp-log");
  std::vector<float> steps;
  for (int i = 0; i < 64; ++i) steps.push_back(15.625F * static_cast<float>(i));
  put_file(folder / "t64.npy", npy_file("<f4", "(64,)", bytes_of_numbers(steps)));
  EXPECT_EQ(sextant_line("verify --encoding timesteps --dim 32 --positions-file " +
                         (folder / "t64.npy") + " " + file)
                .status,
            0);
}

/// What a format does not reach to is infinite, and right.
TEST(TableVerb, WritesInfinitiesThatVerifyCallsRight) {
  const Folder folder;
  const std::string what = "--dim 8 --amplitude 1e5 --positions 0:16";
  const std::string file = folder / "t.npy";
  ASSERT_EQ(sextant_line("table " + what + " --format float16 -o " + file).status, 0);
  const Ran judged = sextant_line("verify --json --require correctly-rounded " + what + " " + file);
  EXPECT_EQ(judged.status, 0) << judged.out;
  EXPECT_GT(judged.json()["non_finite"], 0);
  EXPECT_EQ(judged.json()["warnings"].size(), 1U);
}

/// The same bytes on standard output, which can be piped on.
TEST(TableVerb, WritesToStandardOutput) {
  const Folder folder;
  const std::string common = "table --dim 16 --positions 5:9 --format float32 -o ";
  ASSERT_EQ(sextant_line(common + (folder / "t.npy")).status, 0);
  const Ran piped = sextant_line(common + "-");
  EXPECT_EQ(piped.status, 0);
  EXPECT_EQ(piped.out, read_file(folder / "t.npy"));
  const Ran judged = sextant_tool({"verify", "-", "--dim", "16", "--first", "5"}, folder / "t.npy");
  EXPECT_EQ(judged.status, 0) << judged.err;
  EXPECT_NE(judged.out.find("correctly-rounded"), std::string::npos);
}

/// A recipe's table passes, as that recipe's.
TEST(TableVerb, WritesRecipes) {
  const Folder folder;
  const std::string file = folder / "t.npy";
  for (const std::string recipe : {"pow-divide", "exp-log", "float64-angle", "turns"}) {
    const std::string common = " --dim 64 --positions 5000:5100 ";
    ASSERT_EQ(sextant_line("table" + common + "--recipe " + recipe + " -o " + file).status, 0);
    const Ran judged = sextant_line("verify " + file + common + "--json");
    EXPECT_EQ(judged.status, 0) << recipe << judged.out;
    EXPECT_EQ(judged.json()["recipe"], recipe);
  }
}

/// The last `count` numbers of a file.
std::vector<double> doubles_in(const std::string& file, std::size_t count) {
  const std::string all = read_file(file);
  std::vector<double> numbers(count);
  if (all.size() < count * sizeof(double)) return {};
  std::memcpy(numbers.data(), &all[all.size() - count * sizeof(double)], count * sizeof(double));
  return numbers;
}

/// The bounds are those of recipe::make, and half an ulp of the float64 number nearest to the
/// truth.
TEST(TableVerb, WritesTheBoundsOfRecipes) {
  const Folder folder;
  constexpr std::size_t kRows = 40, kWidth = 12;
  const auto meant = chart(Encoding{Rotary{.dim = kWidth, .base = 500000}}, Part::table);
  const Positions rows{8000, kRows, 3};
  for (const std::string name : {"pow-reciprocal", "exp-log", "float64-angle", "turns"}) {
    for (const std::string format : {"bfloat16", "float16", "float32"}) {
      for (const std::string library : {"glibc", "numpy", "cuda"}) {
        const std::string common =
            " --encoding rope --dim 12 --base 500000 --positions 8000:8120:3 -o ";
        const Ran ran = sextant_line("table" + common + (folder / "b.npy") + " --bounds --recipe " +
                                     name + " --format " + format + " --library " + library);
        ASSERT_EQ(ran.status, 0) << ran.err;
        EXPECT_EQ(ran.err, "");
        ASSERT_EQ(sextant_line("table --format float64" + common + (folder / "t.npy")).status, 0);
        const auto bounds = doubles_in(folder / "b.npy", kRows * kWidth);
        const auto truth = doubles_in(folder / "t.npy", kRows * kWidth);
        const auto made = recipe::make(name, meant,
                                       {.compute = kFloat32,
                                        .store = Format::named(format),
                                        .library = &recipe::library(library)},
                                       rows);
        for (std::size_t i = 0; i < bounds.size(); ++i) {
          const double bound = made->bound(i / kWidth, i % kWidth);
          const double exact = bound + std::ldexp(0.5, ulp_exponent(kFloat64, truth[i]));
          EXPECT_GE(bounds[i], exact) << name << format << library << i;
          EXPECT_LE(bounds[i], exact * (1 + 0x1p-49)) << name << format << library << i;
        }
      }
    }
  }
}

TEST(TableVerb, WarnsOfBoundsThatProveNothing) {
  const Folder folder;
  const auto bounds = [&](const std::string& line) {
    return sextant_line("table --encoding rope --dim 8 --recipe pow-divide --bounds --library " +
                        line + " -o " + (folder / "b.npy"));
  };
  const Ran far = bounds("glibc --positions 0:30000000:10000000");
  EXPECT_EQ(far.status, 0);
  EXPECT_NE(far.err.find("at position 20000000 the bound of pow-divide is "), std::string::npos)
      << far.err;
  EXPECT_EQ(bounds("glibc --positions 1000:-1:-1").err, "");
  EXPECT_NE(bounds("glibc --positions -20000000:9:100000").err, "");
  EXPECT_TRUE(refuses(bounds("cuda-fast-math --positions 0:9"),
                      "no bound is known at position 8, channel 0"));
  EXPECT_TRUE(refuses(bounds("glibcc --positions 0:9"), "--library: "));
}

TEST(TableVerb, LeavesNothingBehindWhereItFails) {
  const Folder folder;
  const std::string file = folder / "t.npy";
  const auto refused = [&](const std::string& line, const std::string& words) {
    const Ran ran = sextant_line("table " + line);
    EXPECT_TRUE(refuses(ran, words)) << line << "\n" << ran.status << " " << ran.out << ran.err;
    EXPECT_TRUE(folder.empty()) << line;
  };
  refused("--dim 8 --positions 0:4 --format float32 -o " + (folder / "no/t.npy"), "no/t.npy");
  refused("--dim 8 --positions 0:4 --format float32 -o " + (folder / ""), "npy");
  refused("--dim 8 --positions 0:4 -o " + (folder / "t.txt"), "t.txt");
  refused("--positions 0:4 -o " + file, "--dim is missing");
  refused("--dim 8 -o " + file, "--positions");
  refused("--dim 8 --positions 4 -o " + file, "--positions: '4'");
  refused("--dim 8 --positions 4:4 -o " + file, "empty");
  refused("--dim 8 --positions 0:4:-1 -o " + file, "empty");
  refused("--dim 8 --positions 0:4:0 -o " + file, "step");
  refused("--dim 8 --positions 0:2^64 -o " + file, "2^63");
  refused("--dim 8 --positions 0:4 --format binary128 -o " + file, "binary128");
  refused("--dim 8 --positions 0:2^63 --format float64 -o " + file, "shape");
  refused("--dim 64 --positions 0:2^50 -o " + file, "bytes, and its file system has");
  refused("--dim 8 --positions 0:4 --recipe exp-log --computed-in fp16 -o " + file,
          "float32, float64, not 'fp16'");
  refused("--dim 8 --positions 0:4 --recipe magic -o " + file, "magic");
  refused("--dim 8 --positions 0:4 --recipe magic -o -", "magic");
  refused("--dim 8 --positions 0:4 --bounds --library glibc -o " + file, "--recipe");
  refused("--dim 8 --positions 0:4 --recipe exp-log --bounds -o " + file, "needs --library");
  refused("--dim 8 --positions 0:4 --recipe exp-log --library glibc -o " + file, "--bounds");
  refused("--dim 8 --positions 0:4 --part cos -o " + file, "no part 'cos'");
  refused(
      "--dim 8 --positions 0:4 --format float64 --recipe exp-log --computed-in float32 -o " + file,
      "float32");
  std::filesystem::create_directory(folder / "d.npy");
  const Ran ran = sextant_line("table --dim 8 --positions 0:4 -o " + (folder / "d.npy"));
  EXPECT_TRUE(refuses(ran, "directory")) << ran.err;
}

}  // namespace
}  // namespace sextant
