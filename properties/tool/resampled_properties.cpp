#include <gtest/gtest.h>

#include "tool/run.hpp"

namespace sextant {
namespace {

const std::string kData = std::string(SEXTANT_DATA_DIR) + "/resampled/";

/// A verdict on a file of properties/data/resampled.
Ran verify(const std::string& table, const std::string& source, const std::string& more) {
  return sextant_line("verify " + kData + table + ".npy --part resampled --input " + kData +
                      source + ".npy --json " + more);
}

/// What PyTorch makes passes under the rule of its model.
TEST(ResampledFiles, OfPyTorchPass) {
  const char* const files[][3] = {
      {"vit_16x24", "pos_embed", "--size 16x24 --mode bicubic --prefix 1"},
      {"timm_16x24", "pos_embed", "--size 16x24 --mode bicubic-antialias --prefix 1"},
      {"dinov2_9x11", "patches", "--size 9x11 --mode bicubic --scale-factor 9.1/14,11.1/14"},
      {"siglip2_10x6", "patches", "--size 10x6 --mode bilinear-antialias --padding 4"},
      {"qwen3vl_16x24", "patches", "--size 16x24 --mode bilinear-align-corners --merge 2"},
      {"audio_300", "patches", "--size 300 --mode linear"}};
  for (const auto& [table, source, options] : files) {
    const Ran ran = verify(table, source, options);
    ASSERT_EQ(ran.status, 0) << ran.out << ran.err;
    const auto v = ran.json();
    EXPECT_EQ(v["grade"], "rounding") << table;
    EXPECT_EQ(v["part"], "resampled");
    EXPECT_EQ(v["granted_by"]["recipe"], "interpolate");
    EXPECT_EQ(v["granted_by"]["computed_in"], "float32");
    EXPECT_LE(v["granted_by"]["fraction"], 1);
  }
}

/// The same tables, judged as another model's, do not.
TEST(ResampledFiles, OfAnotherModelAreExplained) {
  const char* const files[][4] = {
      {"vit_16x24", "pos_embed", "--size 16x24 --mode bicubic-antialias --prefix 1", "antialias"},
      {"timm_16x24", "pos_embed", "--size 16x24 --mode bicubic --prefix 1", "antialias"},
      {"dinov2_9x11", "patches", "--size 9x11 --mode bicubic", "resampling-scale"},
      {"siglip2_10x6", "patches", "--size 10x6 --mode bilinear --padding 4", "antialias"},
      {"qwen3vl_16x24", "patches", "--size 16x24 --mode bilinear --merge 2", "align-corners"},
      {"qwen3vl_16x24", "patches", "--size 16x24 --mode bilinear-align-corners", "merge-blocks"},
      {"audio_300", "patches", "--size 300 --mode linear-align-corners", "align-corners"}};
  for (const auto& [table, source, options, fault] : files) {
    const Ran ran = verify(table, source, options);
    ASSERT_EQ(ran.status, 1) << ran.out << ran.err;
    const auto v = ran.json();
    EXPECT_EQ(v["grade"], "explained") << table;
    ASSERT_EQ(v["findings"].size(), 1U) << table;
    EXPECT_EQ(v["findings"][0]["fault"], fault) << table;
  }
}

TEST(ResampledFiles, AreWrittenCorrectlyRounded) {
  const Folder folder;
  const std::string table = folder / "table.npy";
  const std::string options = " --part resampled --input " + kData +
                              "pos_embed.npy --size 5x30 --mode bicubic-antialias --prefix 1 ";
  for (const char* format : {"", " --format float16", " --format bfloat16", " --format float64"}) {
    ASSERT_EQ(sextant_line("table" + options + "-o " + table + format).status, 0);
    const std::string read = std::string(format) == " --format bfloat16" ? format : "";
    const Ran ran =
        sextant_line("verify " + table + options + read + " --input-format float32 --json");
    ASSERT_EQ(ran.status, 0) << ran.out << ran.err;
    EXPECT_EQ(ran.json()["grade"], "correctly-rounded") << format;
    EXPECT_EQ(ran.json()["entries"], 151 * 8);
  }
}

TEST(ResampledFiles, NeedOptionsThatAgree) {
  const auto refused = [](const std::string& options, const std::string& words) {
    const Ran ran = sextant_line("verify " + kData + "vit_16x24.npy " + options);
    EXPECT_TRUE(refuses(ran, words)) << options << '\n' << ran.out << ran.err;
  };
  const std::string source = "--part resampled --input " + kData + "pos_embed.npy ";
  const std::string whole = source + "--size 16x24 --mode bicubic --prefix 1 ";
  refused("--part resampled", "--input SOURCE.npy");
  refused(source, "--size HxW");
  refused(source + "--size 16x24", "--mode NAME");
  refused(source + "--size 16x24 --mode bicubi", "did you mean bicubic");
  for (const char* size : {"0x24", "16x", "x", "16x24x2", "99999x2", "-1"})
    refused(source + "--mode bicubic --size " + size, "is no size");
  refused(source + "--size 16x25 --mode bicubic --prefix 1", "385 rows do not agree with the 401");
  refused(source + "--size 16x24 --mode bicubic", "197 cells are no square");
  refused(whole + "--input-size 13x14", "197 rows do not agree with the 183");
  refused(whole + "--merge 3", "--merge 3 does not divide");
  refused(whole + "--scale-factor 2", "makes 28 cells of 14, not 16");
  refused(whole + "--scale-factor 0", "is not above 0");
  refused(whole + "--dim 8", "--dim does not go with");
  refused(whole + "--model llama-3-8b", "--model does not go with");
  refused(whole + "--first 1", "not positions");
  refused(whole + "--library glibc", "--library does not go with");
  refused(whole + "--axis 0", "--axis goes with --part rotated");
  refused(whole + "--max-phase 1", "--max-phase does not go with");
  refused("--dim 8 --size 16x24", "--size goes with --part resampled");
  const Ran value = sextant_line("value --part resampled --position 0 --channel 0");
  EXPECT_TRUE(refuses(value, "sextant table and verify take it")) << value.err;
}

}  // namespace
}  // namespace sextant
