#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

#include "draw/gen.hpp"
#include "engine/property.hpp"
#include "report/sample/documents.hpp"
#include "sextant/report/experiment/command.hpp"

namespace sextant::properties {
namespace {

/// What bash makes of a line: its words, each followed by a NUL.
std::string words_of(const std::string& line) {
  const auto script = std::filesystem::temp_directory_path() /
                      ("sextant-command-" + std::to_string(getpid()) + ".sh");
  std::ofstream(script, std::ios::binary) << "printf '%s\\0' " << line << '\n';
  std::string words;
  if (std::FILE* shell = popen(("bash " + script.string()).c_str(), "r")) {
    std::array<char, 4096> part{};
    while (const std::size_t count = std::fread(part.data(), 1, part.size(), shell))
      words.append(part.data(), count);
    pclose(shell);
  }
  std::filesystem::remove(script);
  return words;
}

draw::Gen<std::string> word() {
  const auto bytes = draw::container<std::string>(draw::in_range<char>('\x01', '\x7f'));
  const auto high = draw::container<std::string>(
      draw::map(draw::in_range(1, 256), [](int byte) { return static_cast<char>(byte); }));
  return draw::one_of(hostile_text(), bytes, high);
}

/// A recorded command is one line of ASCII that a shell reads as the very words that were given.
PROPERTY(CommandLine, ReadsBackAsTheWordsGiven) {
  const auto words =
      *draw::non_empty(draw::container<std::vector<std::string>>(word())).as("words");
  const std::string line = command_line(words);
  for (const char c : line) RC_ASSERT(c >= ' ' && c <= '~');
  std::string given;
  for (const std::string& one : words) given += one + '\0';
  RC_ASSERT(words_of(line) == given);
}

TEST(CommandLine, LeavesPlainWordsPlain) {
  const std::vector<std::string> words = {"sextant", "report", "--recipes", "exp-log,turns",
                                          "-o",      "a b",    "2^20",      ""};
  EXPECT_EQ(command_line(words), "sextant report --recipes exp-log,turns -o 'a b' '2^20' ''");
}

}  // namespace
}  // namespace sextant::properties
