#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tool/command/usage.hpp"
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
    const auto known = long_options(sextant_line(subcommand + " --help").out);
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
  refused("", "a verb is missing: value, table, verify, compare, ");
  refused("", " or man (see 'sextant --help')");
  refused("compare a.npy", "MINE is required (see 'sextant compare --help')");
}

}  // namespace
}  // namespace sextant
