#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tool/command/usage.hpp"
#include "tool/options/progress.hpp"
#include "tool/run.hpp"

namespace sextant {
namespace {

void refused(const std::string& line, const std::string& words) {
  const Ran ran = sextant_line(line);
  EXPECT_TRUE(refuses(ran, words)) << line << "\n" << ran.status << " " << ran.out << ran.err;
}

/// The unexpected word is reported first, even if an option is missing because of it.
TEST(Usage, NamesWhatWasNotExpected) {
  const std::string chanel = "there is no option '--chanel': did you mean --channel? (see 'sextant";
  refused("value --dim 8 --position 1 --chanel 1", chanel + " value --help')");
  refused("value --chanel=1 --dim", "'--chanel': did you mean --channel?");
  refused("verfy t.npy", "there is no 'verfy': did you mean verify? (see 'sextant --help')");
  refused("verify --dmi 64 t.npy", "'--dmi': did you mean --dim? (see 'sextant verify --help')");
  refused("table -dim 8 -o t.npy", "'-dim': did you mean --dim?");
  refused("table --pos 0:3 -o t.npy", "'--pos': did you mean --positions?");
  refused("list recipes --josn", "'--josn': did you mean --json?");
  refused("value --bearing 3", "there is no option '--bearing' (see");
  refused("--bearing", "there is no option '--bearing' (see 'sextant --help')");
  refused("value -- 3", "'3' was not expected (see 'sextant value --help')");
  refused("list recipes formats", "'formats' was not expected");
}

/// Options of every subcommand with one letter of the name missing, where that is no option itself.
struct Misspelt {
  std::string subcommand, option;
  std::vector<std::string> known;  ///< the subcommand's options
};
std::vector<Misspelt> misspelt_options() {
  std::vector<Misspelt> all;
  for (const std::string subcommand : {"value", "table", "verify", "compare", "report"}) {
    const auto known = long_options(sextant_line(subcommand + " --help-all").out);
    for (const std::string& option : known) {
      if (option.size() < 5) continue;  // of --r1 one letter is left, which is near to nothing
      for (std::size_t letter = 2; letter < option.size(); ++letter) {
        const std::string typed = option.substr(0, letter) + option.substr(letter + 1);
        if (std::count(known.begin(), known.end(), typed) > 0) continue;  // --mscale and --scale
        all.push_back({subcommand, typed, known});
      }
    }
  }
  EXPECT_GT(all.size(), 200u);
  return all;
}

TEST(Usage, FindsTheOptionWithALetterMissing) {
  const std::vector<Misspelt> all = misspelt_options();
  for (std::size_t i = 0; i < all.size(); i += 127)
    refused(all[i].subcommand + " " + all[i].option, "'" + all[i].option + "': did you mean --");
}
/// In this process: one process for each takes half a minute.
TEST(Usage, FindsTheOptionWithAnyLetterMissing) {
  for (const Misspelt& each : misspelt_options()) {
    tool::Command command(each.subcommand);
    for (const std::string& option : each.known)
      command.add_option(option, static_cast<bool*>(nullptr));
    const std::string words = tool::unexpected(command, each.option);
    EXPECT_NE(words.find("'" + each.option + "': did you mean --"), std::string::npos) << words;
  }
}

TEST(Usage, NamesWhatIsMissing) {
  refused("value --dim", "--dim needs a value (see 'sextant value --help')");
  refused("value --dim --position 3", "--dim needs a value");
  refused("value --dim 8 --dim", "--dim needs a value");
  refused("table -o", "--output needs a value");
  refused("report --recipes", "--recipes needs a value");
  refused("value --dim 8 --dim 9", "--dim is given more than once");
  refused("value --dim 8 --position 1", "--channel is required (see 'sextant value --help')");
  refused("compare a.npy", "MINE is required (see 'sextant compare --help')");
}

TEST(Usage, FindsWhatIsSimilar) {
  refused("verify t.npy --encoding roep", "did you mean rope?");
  refused("value --dim 8 --position 1 --channel 1 --part cso", "did you mean cos?");
  refused("value --dim 8 --position 1 --channel 1 --format flot32", "did you mean float32?");
  refused("table --dim 8 --positions 0:2 -o t.npy --format bfloat", "did you mean bfloat16?");
  refused("verify t.npy --library gilbc", "did you mean glibc?");
  refused("value --dim 8 --position 1 --channel 1 --order sin-cso", "did you mean sin-cos?");
  refused("value --model llama3 --channel 1",
          "did you mean llama-3-8b, llama-3.1-8b or llama-3.2-1b?");
  refused("list recipe", "did you mean recipes?");
  refused("prove uniquenes", "did you mean uniqueness?");
  refused("man verfy", "did you mean verify?");
  refused("report dif a b", "did you mean diff?");
}

TEST(Usage, TakesTheNamesThatOthersUse) {
  const std::string at = " --encoding rope --dim 8 --part cos --position 3 --channel 1 ";
  const std::string want = sextant_line("value --base 500000 --format bfloat16" + at).out;
  EXPECT_EQ(sextant_line("value --theta 500000 --dtype bf16" + at).out, want);
  EXPECT_EQ(sextant_line("value --rope-theta=500000 --dtype=bfloat16" + at).out, want);
  const std::string frequency = " --part inv_freq --channel 3";
  EXPECT_EQ(sextant_line("value --model meta-llama/Llama-3.1-8B-Instruct" + frequency).out,
            sextant_line("value --model llama-3.1-8b" + frequency).out);
  refused("value --base 5 --theta 6" + at, "--base is given more than once");
}

TEST(Help, AloneStartsWithFiveCommands) {
  const Ran ran = sextant_line("");
  EXPECT_EQ(ran.status, 2);
  EXPECT_EQ(ran.out, "");
  std::istringstream lines(ran.err);
  int commands = 0;
  for (std::string line; std::getline(lines, line);) commands += line.starts_with("  sextant ");
  EXPECT_EQ(commands, 5);
  EXPECT_NE(ran.err.find("'sextant --help'"), std::string::npos);
}

/// What most people need fits on a screen of 30 lines; of a list of theorems and subcommands more.
TEST(Help, IsShortWithCommonOptionsFirst) {
  for (const std::string subcommand : {"verify", "compare", "table", "value", "cases", "judge"}) {
    const std::string brief = sextant_line(subcommand + " --help").out;
    EXPECT_LE(std::count(brief.begin(), brief.end(), '\n'), 27) << subcommand;
    EXPECT_NE(brief.find("\nCommon options:\n"), std::string::npos) << subcommand;
    EXPECT_NE(brief.find("--help-all"), std::string::npos) << subcommand;
    const auto all = long_options(sextant_line(subcommand + " --help-all").out);
    for (const std::string& option : long_options(brief))
      EXPECT_EQ(std::count(all.begin(), all.end(), option), 1) << subcommand << option;
    EXPECT_GT(all.size(), 50u) << subcommand;
  }
  EXPECT_EQ(sextant_line("help verify").out, sextant_line("verify --help").out);
  EXPECT_EQ(sextant_line("list --help").out, sextant_line("list --help-all").out);
}

TEST(Help, GroupsSubcommandsByJob) {
  const std::string text = sextant_line("--help").out;
  std::size_t at = 0;
  for (const char* words : {"Judge tables:\n  verify ", "\nMake tables and values:\n  table ",
                            "\nTest programs:\n  cases ", "\n  report ", "\nProve:\n  prove ",
                            "\n  list ", "\nOptions:\n"}) {
    const std::size_t found = text.find(words);
    ASSERT_NE(found, std::string::npos) << words;
    EXPECT_GT(found, at) << words;
    at = found;
  }
}

/// An estimate is shown once it is more than a guess, and is never zero while work is left.
TEST(Progress, SaysWhatIsLeftOnceItIsKnown) {
  EXPECT_EQ(tool::time_left(1.9, 0.5), "");
  EXPECT_EQ(tool::time_left(10, 0.02), "");
  EXPECT_EQ(tool::time_left(10, 0), "");
  EXPECT_EQ(tool::time_left(10, 1), "");
  EXPECT_EQ(tool::time_left(2, 0.5), ", about 2 s left");
  EXPECT_EQ(tool::time_left(10, 0.03), ", about 6 min left");
  EXPECT_EQ(tool::time_left(100, 0.01), ", about 3 h left");
  EXPECT_EQ(tool::time_left(100, 0.995), ", almost done");
  for (int k = 1; k < 1000; ++k)
    EXPECT_EQ(tool::time_left(100, k / 1000.0).find(" 0 "), std::string::npos) << k;
}

}  // namespace
}  // namespace sextant
