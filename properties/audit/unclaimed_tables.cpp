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

}  // namespace
}  // namespace sextant
