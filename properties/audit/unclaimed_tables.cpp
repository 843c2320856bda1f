#include <gmock/gmock.h>

#include "audit/model_folder.hpp"

namespace sextant {
namespace {

/// What `sextant check` says of a table that no configuration describes.
Ran checked(std::uint64_t rows, float number) {
  const Folder folder;
  const std::string path = folder / "model.safetensors";
  put_file(path,
           safetensors_of({{"rotary_emb.cos_cached",
                            {rows, 8},
                            std::vector<float>(static_cast<std::size_t>(rows) * 8, number)}}));
  return sextant_tool({"check", path});
}

/// The row of position 0 has equal cosines, and is right; equal rows are no encoding.
TEST(UnclaimedTable, OfEqualNumbersIsWrongUnlessAnEncodingHasThem) {
  EXPECT_EQ(checked(1, 1).status, 0);
  const Ran zeros = checked(64, 0);
  EXPECT_EQ(zeros.status, 1);
  EXPECT_THAT(zeros.out, testing::HasSubstr("all its numbers are equal"));
}

/// What `sextant check --json` says of the only tensor of a file that `sextant table` writes.
nlohmann::json checked(const std::string& tensor, const std::string& options, int status) {
  const Folder folder;
  const std::string path = folder / "model.safetensors";
  EXPECT_EQ(sextant_line("table " + options + " --tensor " + tensor + " -o " + path).status, 0);
  const Ran ran = sextant_tool({"check", path, "--json"});
  EXPECT_EQ(ran.status, status) << ran.out << ran.err;
  return nlohmann::json::parse(ran.out).at("stored").at(0);
}

TEST(UnclaimedTable, ThatBeginsLikeAnEncodingIsNotJudged) {
  const std::string why = checked("pe", "--encoding fairseq --dim 64 --positions 0:256", 2)["why"];
  EXPECT_THAT(why, testing::HasSubstr("begins like sinusoidal dim=64 layout=halves"));
  EXPECT_THAT(why, testing::HasSubstr(R"(zero-row {"claimed":"none","position":"1"})"));
  EXPECT_EQ(checked("pe", "--dim 64 --positions 0:256", 0)["outcome"], "passes");
}

}  // namespace
}  // namespace sextant
