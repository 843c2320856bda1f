#include <gtest/gtest.h>

#include "tool/run.hpp"

namespace sextant {
namespace {

/// The memory that `table` may take, however many rows it has.
constexpr long kMostKib = 64 << 10;

/// Sanitizers keep what is freed.
bool counts() {
#if defined(__SANITIZE_ADDRESS__)
  return false;
#else
  return true;
#endif
}

void expect_little_memory(const std::string& line, const std::string& output) {
  const Ran ran = sextant_tool(words_of(line), "/dev/null", output);
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_LT(ran.resident, kMostKib) << line;
}

/// 512 MiB of rows by rotations, 128 MiB of an odd chart entry by entry, 128 MiB of a recipe.
TEST(TableVerb, StreamsAnyNumberOfRowsInTheSameMemoryFull) {
  if (!counts()) GTEST_SKIP() << "under a sanitizer";
  expect_little_memory("table --dim 512 --positions 0:2^18 -o -", "/dev/null");
  expect_little_memory("table --dim 511 --odd drop-last --amplitude 2 --positions 0:2^16 -o -",
                       "/dev/null");
  expect_little_memory("table --dim 512 --positions 0:2^16 --recipe turns -o -", "/dev/null");
}

/// The same into a file.
TEST(TableVerb, WritesFilesInTheSameMemory) {
  if (!counts()) GTEST_SKIP() << "under a sanitizer";
  const Folder folder;
  expect_little_memory("table --dim 512 --positions 0:2^16 -o " + (folder / "t.npy"), "/dev/null");
}

}  // namespace
}  // namespace sextant
