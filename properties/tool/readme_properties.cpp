#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "tool/run.hpp"

namespace sextant::properties {
namespace {

/// The transcripts of a page that verify a table of the tree: the command after "$ sextant ", and
/// what it printed as far as the next "$ " or the end of the block.
std::vector<std::pair<std::string, std::string>> transcripts(const std::string& readme) {
  std::vector<std::pair<std::string, std::string>> found;
  const std::string begin = "\n$ sextant verify properties/";
  for (std::size_t at = readme.find(begin); at != std::string::npos;
       at = readme.find(begin, at + 1)) {
    const std::size_t command = at + std::string("\n$ sextant ").size();
    const std::size_t end = readme.find('\n', command);
    const std::size_t stop = std::min(readme.find("\n```", end), readme.find("\n$ ", end));
    found.emplace_back(readme.substr(command, end - command), readme.substr(end + 1, stop - end));
  }
  return found;
}

/// README.md and the page on verdicts show what the tool prints.  properties/guide runs all blocks.
TEST(Readme, ShowsVerdictsAsTheyAre) {
  const std::filesystem::path tree = std::filesystem::path(SEXTANT_SCRIPTS_DIR).parent_path();
  const auto found =
      transcripts(read_file(tree / "README.md") + read_file(tree / "reports/guide/verify.md"));
  EXPECT_GE(found.size(), 2U);
  const std::filesystem::path here = std::filesystem::current_path();
  std::filesystem::current_path(tree);
  for (const auto& [command, shown] : found) EXPECT_EQ(sextant_line(command).out, shown);
  std::filesystem::current_path(here);
}

}  // namespace
}  // namespace sextant::properties
