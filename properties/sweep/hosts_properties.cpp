#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tool/run.hpp"

namespace sextant {
namespace {

#ifdef SEXTANT_MPI
constexpr const char* kRanks = SEXTANT_MPI;
#else
constexpr const char* kRanks = "";
#endif

/// Ranks on two hosts, as far as a machine can have two: what they tell each other are packets.
class HostsFull : public testing::Test {
 protected:
  void SetUp() override {
    if (*kRanks == '\0') GTEST_SKIP() << "there is no MPI";
    if (run_program(kHosts, {"true"}).status != 0)
      GTEST_SKIP() << "no hosts can be made here: that takes root, ip, and mpirun";
  }

  static std::vector<std::string> ranks(const std::string& folder, const std::string& positions) {
    std::vector<std::string> words = {kRanks};
    for (const std::string& word : sweep(folder, positions)) words.push_back(word);
    return words;
  }
  static std::vector<std::string> sweep(const std::string& folder, const std::string& positions) {
    return {"sweep",   "--dim", "34",          "--recipe", "pow-divide", "--threads", "1",
            "--chunk", "512",   "--positions", positions,  "-o",         folder};
  }
  /// The bytes that the first host got, which its script prints last.
  static long crossed(const Ran& ran) {
    const std::string text = ran.out.substr(0, ran.out.find_last_not_of('\n') + 1);
    return std::stol(text.substr(text.rfind('\n') + 1));
  }
  static std::uintmax_t size_of_records(const std::string& folder) {
    std::uintmax_t size = 0;
    for (const auto& file : std::filesystem::directory_iterator(folder + "/records"))
      size += file.file_size();
    return size;
  }

  const std::string kHosts = data_file("../sweep/hosts.sh");
  Folder folder_;
};

/// What one process finds; a good part of it came from the other host.
TEST_F(HostsFull, FindWhatOneProcessFinds) {
  const std::string one = folder_ / "one", two = folder_ / "two";
  ASSERT_EQ(sextant_tool(sweep(one, "0:20000")).status, 0);
  const Ran ran = run_program(kHosts, ranks(two, "0:20000"));
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, testing::HasSubstr("exhaustive: "));
  EXPECT_EQ(read_file(two + "/sweep.json"), read_file(one + "/sweep.json"));
  EXPECT_GT(crossed(ran), static_cast<long>(size_of_records(two) / 20));
}

/// A host that is lost ends the job; what was measured is there, and one process goes on.
TEST_F(HostsFull, LoseNothingButTheChunkInWork) {
  const std::string one = folder_ / "one", two = folder_ / "two", range = "0:100000";
  std::vector<std::string> words = ranks(two, range);
  words.insert(words.begin(), {"--lose", two});
  const Ran lost = run_program(kHosts, words);
  EXPECT_NE(lost.status, 0);
  EXPECT_FALSE(std::filesystem::exists(two + "/sweep.json"));
  EXPECT_GT(size_of_records(two), 0U);
  ASSERT_EQ(sextant_tool(sweep(one, range)).status, 0);
  const Ran rest = sextant_tool(sweep(two, range));
  EXPECT_EQ(rest.status, 0) << rest.err;
  EXPECT_THAT(rest.err, testing::Not(testing::HasSubstr("damaged")));
  EXPECT_EQ(read_file(two + "/sweep.json"), read_file(one + "/sweep.json"));
}

}  // namespace
}  // namespace sextant
