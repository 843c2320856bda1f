#include <gtest/gtest.h>

#include "tool/run.hpp"

namespace sextant {
namespace {

/// Numbers of 64 bits in a .npy file of a shape.
std::string positions_file(const Folder& folder, const std::string& name, const std::string& shape,
                           const std::vector<std::int64_t>& numbers) {
  put_file(folder / name, npy_file("<i8", shape, bytes_of_numbers(numbers)));
  return folder / name;
}

/// Three coordinates of six tokens: two of text, four of an image.
const std::vector<std::int64_t> kStory = {0, 1, 2, 2, 2, 2, 0, 1, 2, 2, 3, 3, 0, 1, 2, 3, 2, 3};

/// What `table` writes, `verify` calls correctly rounded.
TEST(AxialVerbs, WriteWhatVerifyCallsCorrectlyRoundedFull) {
  const Folder folder;
  const std::string file = folder / "t.npy";
  const std::string ids = positions_file(folder, "ids.npy", "(3, 6)", kStory);
  const std::string four =
      positions_file(folder, "four.npy", "(4, 3)", {0, 1, 1, 0, 2, 3, 0, 5, 6, 7, 0, 0});
  for (const std::string& what :
       {std::string("--encoding mae --dim 32 --height 4 --width 6 --prefix 1"),
        std::string("--encoding detr --dim 16 --height 4 --width 6"),
        std::string("--encoding dinov3 --part cos --height 4 --width 6"),
        std::string("--encoding qwen2-vl-vision --part sin --height 4 --width 6 --frames 2"),
        std::string("--encoding wan --part pairs --frames 3 --height 4 --width 6"),
        std::string("--encoding qwen-image --part cos --height 5 --width 6"),
        std::string("--encoding z-image --part sin --height 4 --width 6 --start 78,0,0"),
        "--encoding flux-2 --part cos --positions-file " + four,
        "--encoding mrope --part cos --positions-file " + ids,
        "--model qwen2-vl-7b --part cos --positions-file " + ids,
        "--model qwen3.5-35b-a3b --part sin --positions-file " + ids}) {
    for (const std::string format : {"float16", "bfloat16", "float32", "float64"}) {
      const Ran made = sextant_line("table " + what + " --format " + format + " -o " + file);
      ASSERT_EQ(made.status, 0) << what << made.err;
      const std::string patterns = format == "bfloat16" ? " --format bfloat16" : "";
      const Ran judged = sextant_line("verify " + file + " " + what + patterns + " --json");
      ASSERT_EQ(judged.status, 0) << what << judged.out << judged.err;
      EXPECT_EQ(judged.json()["grade"], "correctly-rounded") << what;
    }
  }
}

/// A token's coordinates being equal, M-RoPE is plain RoPE: bit for bit, by file and by range.
TEST(AxialVerbs, SectionsOfTextAreThePlainEncoding) {
  const Folder folder;
  std::vector<std::int64_t> ids;
  for (int axis = 0; axis < 3; ++axis) {
    for (std::int64_t row = 0; row < 40; ++row) ids.push_back(100 * row);
  }
  const std::string three = positions_file(folder, "three.npy", "(3, 1, 40)", ids);
  for (const std::string name : {"mrope", "mrope-interleaved"}) {
    const std::string base = name == "mrope" ? "1000000" : "5000000";
    const auto made = [&](const std::string& line) {
      const Ran ran = sextant_line("table " + line + " --part cos -o " + (folder / "t.npy"));
      EXPECT_EQ(ran.status, 0) << ran.err;
      return read_file(folder / "t.npy");
    };
    const std::string plain =
        made("--encoding rope --dim 128 --base " + base + " --positions 0:4000:100");
    EXPECT_EQ(made("--encoding " + name + " --positions-file " + three), plain);
    EXPECT_EQ(made("--encoding " + name + " --positions 0:4000:100"), plain);
    EXPECT_NE(made("--encoding " + name + " --positions 0:4001:100"), plain);
  }
}

TEST(AxialVerbs, RecipesPassAndExchangedAxesAreNamed) {
  const Folder folder;
  const std::string file = folder / "t.npy";
  const std::string mae = "--encoding mae --dim 32 --height 4 --width 6";
  ASSERT_EQ(sextant_line("table " + mae + " --recipe pow-divide -o " + file).status, 0);
  const Ran healthy = sextant_line("verify " + file + " " + mae + " --json");
  ASSERT_EQ(healthy.status, 0) << healthy.out;
  EXPECT_EQ(healthy.json()["recipe"], "pow-divide");
  EXPECT_EQ(healthy.json()["positions"], "of a grid of 4 x 6");
  const Ran exchanged = sextant_line("verify " + file + " " + mae + " --axes h,w --json");
  EXPECT_EQ(exchanged.status, 1);
  EXPECT_EQ(exchanged.json()["findings"][0]["fault"], "axes-swapped") << exchanged.out;
  EXPECT_EQ(exchanged.json()["findings"][0]["parameters"]["axes"], "w,h");
}

TEST(AxialVerbs, PrintValues) {
  const auto value = [](const std::string& line) {
    const Ran ran = sextant_line("value " + line + " --digits 12");
    EXPECT_EQ(ran.status, 0) << ran.err;
    return ran.out;
  };
  const std::string mae = "--encoding mae --dim 8 --height 4 --width 6 --channel ";
  EXPECT_EQ(value(mae + "0 --position 15"), value("--dim 4 --position 3 --channel 0"));
  EXPECT_EQ(value(mae + "4 --position 15"), value("--dim 4 --position 2 --channel 0"));
  EXPECT_EQ(value(mae + "7 --position 2,3"),
            value("--dim 4 --layout halves --position 2 --channel 3"));
  const std::string rope = "--encoding rope --dim 128 --base 1e6 --part cos --channel ";
  const std::string mrope = "--encoding mrope --part cos --position 70,80,90 --channel ";
  EXPECT_EQ(value(mrope + "15"), value(rope + "15 --position 70"));
  EXPECT_EQ(value(mrope + "16"), value(rope + "16 --position 80"));
  EXPECT_EQ(value(mrope + "40"), value(rope + "40 --position 90"));
}

TEST(AxialVerbs, ConfigsHaveSections) {
  const Folder folder;
  const std::string file = folder / "t.npy";
  const std::string ids = positions_file(folder, "ids.npy", "(3, 6)", kStory);
  const auto config = [&](const std::string& scaling) {
    put_file(folder / "config.json",
             R"({"head_dim": 128, "hidden_size": 1024, "num_attention_heads": 8, "rope_theta": 1e6,
                 "max_position_embeddings": 32768, "rope_scaling": )" +
                 scaling + "}");
    return "--config " + (folder / "config.json") + " --part cos ";
  };
  const std::string chunked = config(R"({"type": "mrope", "mrope_section": [16, 24, 24]})");
  ASSERT_EQ(
      sextant_line("table --encoding mrope --part cos --positions-file " + ids + " -o " + file)
          .status,
      0);
  const Ran judged =
      sextant_line("verify " + file + " " + chunked + "--positions-file " + ids + " --json");
  ASSERT_EQ(judged.status, 0) << judged.out << judged.err;
  EXPECT_EQ(judged.json()["grade"], "correctly-rounded");
  EXPECT_EQ(judged.json()["encoding"], "mrope dim=128 base=1000000");
  EXPECT_TRUE(judged.json()["warnings"].empty()) << judged.out;
  const std::string mixed = config(
      R"({"rope_type": "default", "mrope_section": [16, 24, 24], "mrope_interleaved": true})");
  const Ran other =
      sextant_line("verify " + file + " " + mixed + "--positions-file " + ids + " --json");
  EXPECT_EQ(other.status, 1);
  EXPECT_EQ(other.json()["findings"][0]["fault"], "section-order") << other.out;
  const std::string wrong = config(R"({"type": "mrope", "mrope_section": [16, 24, 23]})");
  EXPECT_TRUE(refuses(sextant_line("verify " + file + " " + wrong + "--positions-file " + ids),
                      "rope_scaling.mrope_section adds up to 63"));
}

/// The config of an image model gives the encoding, the options the grid.
TEST(AxialVerbs, ConfigsOfDiffusersAreRead) {
  const Folder folder;
  const std::string file = folder / "t.npy";
  put_file(folder / "config.json",
           R"({"_class_name": "FluxTransformer2DModel", "attention_head_dim": 64,
               "axes_dims_rope": [16, 24, 24]})");
  const std::string grid = " --part cos --height 4 --width 6";
  const std::string meant = "--config " + (folder / "config.json") + grid;
  ASSERT_EQ(sextant_line("table --encoding flux --dim 64 --sections 8,12,12" + grid + " -o " + file)
                .status,
            0);
  const Ran judged = sextant_line("verify " + file + " " + meant + " --json");
  ASSERT_EQ(judged.status, 0) << judged.out << judged.err;
  EXPECT_EQ(judged.json()["grade"], "correctly-rounded");
  EXPECT_TRUE(judged.json()["warnings"].empty()) << judged.out;
  EXPECT_EQ(sextant_line("verify " + file + " " + meant + " --sections 12,10,10").status, 1);
  const std::string at = " --channel 20 --position 9";
  EXPECT_EQ(sextant_line("value " + meant + at).out,
            sextant_line("value --encoding flux --dim 64 --sections 8,12,12" + grid + at).out);
}

/// Options of a context scaling and of a law are refused without it; of one coordinate and several.
TEST(AxialVerbs, OptionsWithoutEffectAreRefused) {
  for (const std::string name : {"--encoding rope --dim 8 ", "--encoding mrope "}) {
    const std::string value = "value --part inv_freq --channel 0 " + name;
    for (const char* option :
         {"--factor 8", "--original-context 99", "--scaling linear --factor 2 --beta-fast 3",
          "--scaling yarn --factor 2 --original-context 64 --low-freq-factor 2", "--shift 0"}) {
      const Ran ran = sextant_line(value + option);
      EXPECT_TRUE(refuses(ran, "needs another --")) << option << ran.err;
    }
    EXPECT_EQ(sextant_line(value + "--scaling linear --factor 2").status, 0);
    EXPECT_EQ(sextant_line(value + "--seq-len 5").status, 0);
    EXPECT_EQ(sextant_line(value + "--law half-minus-shift --shift 0").status, 0);
  }
}

/// The window of Swin fixes the rows of its tables.
TEST(AxialVerbs, AWindowNeedsNoRows) {
  const Folder folder;
  for (const auto& [name, rows] : {std::pair("swin", " --rows 6"), {"swin-v2", " --rows 15"}}) {
    const std::string window = "table --height 2 --width 3 --encoding " + std::string(name);
    const Ran whole = sextant_line(window + " -o " + (folder / "whole.npy"));
    ASSERT_EQ(whole.status, 0) << whole.err;
    ASSERT_EQ(sextant_line(window + rows + " -o " + (folder / "rows.npy")).status, 0);
    EXPECT_EQ(read_file(folder / "whole.npy"), read_file(folder / "rows.npy"));
  }
}

/// One coordinate may be a range, as positions are.
TEST(AxialVerbs, OneCoordinateMayBeARange) {
  const Folder folder;
  const std::string file = folder / "t.npy";
  const std::string points =
      " --encoding nerf-pytorch --axes x --dim 20 --positions 0:65/256:1/256";
  const Ran made = sextant_line("table -o " + file + points);
  ASSERT_EQ(made.status, 0) << made.err;
  EXPECT_EQ(sextant_line("verify " + file + points).status, 0);
  EXPECT_TRUE(
      refuses(sextant_line("verify " + file + " --encoding nerf-pytorch --axes x --first 3"),
              "has one coordinate: say it by --positions"));
}

TEST(AxialVerbs, SayWhatIsWrongWithTheQuestion) {
  const Folder folder;
  const std::string file = folder / "t.npy";
  const std::string mae = "--encoding mae --dim 32 --height 4 --width 6";
  ASSERT_EQ(sextant_line("table " + mae + " -o " + file).status, 0);
  const auto refused = [](const std::string& line, const std::string& words) {
    const Ran ran = sextant_line(line);
    EXPECT_TRUE(refuses(ran, words)) << line << "\n" << ran.out << ran.err;
  };
  const std::string verify = "verify " + file + " ";
  refused(verify + "--encoding mae --dim 32", "--height is missing");
  refused(verify + "--encoding mae --dim 32 --height 5 --width 6", "24 rows do not agree");
  refused(verify + "--encoding mae --dim 32 --height -4 --width 6", "--height -4");
  refused(verify + mae + " --first 3", "--height and --width");
  refused(verify + "--encoding mae --dim 36 --height 4 --width 6", "32 columns do not agree");
  refused(verify + "--encoding mrope --part cos --sections 16,24,23", "--sections add up to 63");
  const std::string places =
      positions_file(folder, "places.npy", "(3, 24)", std::vector<std::int64_t>(72));
  refused(
      "table --encoding flux --sections 12,10,10 --positions-file " + places + " -o " + file,
      "--sections add up to 32 pairs, but a row of 128 channels has 64: for these sections it has "
      "64 channels, which --dim says");
  refused(verify + "--encoding mrope --part cos", "32 columns do not agree with dim=128");
  refused(verify + "--encoding maee", "did you mean mae");
  refused("report --encoding mae", "several coordinates: verify, table and value take it");
  const std::string wan = "--encoding wan --height 4 --width 6 ";
  for (const char* part : {"inv_freq", "divisors", "slopes"})
    for (const std::string& command : {"table -o " + file + " ", verify})
      refused(command + wan + "--part " + part,
              "encoding 'wan' has no part '" + std::string(part) + "' of several coordinates");
  refused(verify + wan + "--part cos --reference 8", "encoding 'wan' has no --reference");
  refused(verify + wan + "--part cos --first 3 --positions-file x.npy", "exclude each other");
  refused("table --encoding mae --height 0 --width 6 -o " + file, "--height 0 is not 1 or more");
  const std::string two =
      positions_file(folder, "two.npy", "(2, 24)", std::vector<std::int64_t>(48));
  refused(verify + "--encoding mrope --part cos --positions-file " + two, "is not [3, n]");
  refused(verify + "--model qwen2-vl-7b --part cos --positions-file " + two, "is not [3, n]");
  const std::string one = positions_file(folder, "one.npy", "(24,)", std::vector<std::int64_t>(24));
  refused(verify + mae + " --positions-file " + one, "one row of positions");
  const std::string three =
      positions_file(folder, "three.npy", "(3, 7)", std::vector<std::int64_t>(21));
  refused(
      verify + "--encoding mrope --dim 64 --sections 8,12,12 --part cos --positions-file " + three,
      "24 rows do not agree with the 7");
  refused("value " + mae + " --channel 0 --position 24", "0 ... 23");
  refused("value " + mae + " --channel 32 --position 0", "0 ... 31");
  refused("value " + mae + " --channel 0 --position 1,2,3", "2 numbers");
}

}  // namespace
}  // namespace sextant
