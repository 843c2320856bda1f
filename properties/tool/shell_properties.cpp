#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sextant/encoding/text/axial_field.hpp"
#include "sextant/encoding/text/bias_field.hpp"
#include "sextant/encoding/text/model.hpp"
#include "tool/run.hpp"

/// What shells complete and man shows is what the program takes.
namespace sextant {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsSupersetOf;
using Words = std::vector<std::string>;

std::string in_quotes_of_shell(const Words& words) {
  std::string text;
  for (const std::string& word : words) text += " '" + word + "'";
  return text;
}

/// What bash offers for each of some lines, given as bash splits them; the last word is being
/// typed.
std::vector<Words> completions(const std::vector<Words>& lines, const std::string& folder = "/") {
  static const Folder kept;
  const std::string script = kept / "sextant";
  if (!std::filesystem::exists(script)) {
    EXPECT_EQ(sextant_tool({"completion", "bash", "-o", script}).status, 0);
  }
  std::string program = "cd " + folder + "; source " + script + "\n";
  for (const Words& line : lines)
    program += "COMP_WORDS=(sextant" + in_quotes_of_shell(line) +
               "); COMP_CWORD=" + std::to_string(line.size()) +
               "; _sextant; echo \"${COMPREPLY[@]}\"\n";
  const Ran ran = run_program("/bin/bash", {"-c", program});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  std::vector<Words> all;
  std::istringstream text(ran.out);
  for (std::string line; std::getline(text, line);) all.push_back(words_of(line));
  EXPECT_EQ(all.size(), lines.size());
  all.resize(lines.size());
  return all;
}
Words completed(const Words& line, const std::string& folder = "/") {
  return completions({line}, folder).front();
}

/// The subcommands that a help text lists, before arguments and options.
Words listed_in(const std::string& help) {
  std::istringstream lines(
      help.substr(0, std::min(help.find("\nArguments:"), help.find("\nOptions:"))));
  Words found;
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("  ") && line[2] != ' ') found.push_back(words_of(line)[0]);
  return found;
}

Words verbs() {
  const Words found = listed_in(sextant_line("--help").out);
  EXPECT_GE(found.size(), 9U);
  return found;
}

Words options_in(const std::string& help) {
  Words options = long_options(help);
  options.push_back("--help");
  return options;
}

/// A subcommand's, and those of what is under it.
std::set<std::string> options_of(const std::string& subcommand) {
  const std::string help = sextant_line(subcommand + " --help-all").out;
  const Words own = options_in(help);
  std::set<std::string> options(own.begin(), own.end());
  for (const std::string& under : listed_in(help))
    options.merge(options_of(subcommand + " " + under));
  return options;
}

TEST(Completion, OffersEveryVerb) {
  EXPECT_THAT(completed({""}), testing::UnorderedElementsAreArray(verbs()));
  EXPECT_THAT(completed({"ver"}), ElementsAre("verify"));
  EXPECT_THAT(completed({"--ver"}), ElementsAre("--version"));
}

TEST(Completion, OffersEveryOptionOfEveryVerb) {
  std::vector<Words> lines;
  for (const std::string& subcommand : verbs()) lines.push_back({subcommand, "--"});
  const auto offered = completions(lines);
  for (std::size_t k = 0; k < lines.size(); ++k)
    EXPECT_THAT(offered[k], testing::UnorderedElementsAreArray(options_of(lines[k][0])))
        << lines[k][0];
}

TEST(Completion, OffersNamesAsValues) {
  const auto offered = completions({{"value", "--model", "llama-3"},
                                    {"table", "--encoding", "timest"},
                                    {"verify", "t.npy", "--require", "f"},
                                    {"table", "--recipe", "turn"},
                                    {"value", "--layout", "=", "hal"},
                                    {"report", "--recipes", "exp-log,turn"},
                                    {"report", "--formats", "bf"},
                                    {"list", "re"},
                                    {"prove", "uniq"},
                                    {"completion", "z"},
                                    {"table", "--format", ""}});
  EXPECT_THAT(offered[0], ElementsAre("llama-3-8b", "llama-3.1-8b", "llama-3.2-1b"));
  EXPECT_THAT(offered[1], ElementsAre("timesteps"));
  EXPECT_THAT(offered[2], ElementsAre("faithful"));
  EXPECT_THAT(offered[3], ElementsAre("turns"));
  EXPECT_THAT(offered[4], testing::UnorderedElementsAre("halves", "half-split"));
  EXPECT_THAT(offered[5], ElementsAre("exp-log,turns"));
  EXPECT_THAT(offered[6], ElementsAre("bfloat16"));
  EXPECT_THAT(offered[7], ElementsAre("recipes"));
  EXPECT_THAT(offered[8], ElementsAre("uniqueness"));
  EXPECT_THAT(offered[9], ElementsAre("zsh"));
  EXPECT_THAT(offered[10], IsSupersetOf({"float16", "bfloat16", "float32", "float64"}));
}

TEST(Completion, OffersFilesElsewhere) {
  const Folder folder;
  put_file(folder / "table one.npy", "");
  EXPECT_THAT(completed({"verify", "tab"}, folder / ""), ElementsAre("table", "one.npy"));
  EXPECT_THAT(completed({"verify", "--config", "tab"}, folder / ""),
              ElementsAre("table", "one.npy"));
}

TEST(Completion, IsSourcedAsTheGuideSays) {
  const std::string path = std::filesystem::path(SEXTANT_TOOL).parent_path().string();
  const Ran ran = run_program("/bin/bash", {"-c", "PATH=" + path +
                                                      ":$PATH\n"
                                                      "source <(sextant completion bash)\n"
                                                      "complete -p sextant"});
  EXPECT_EQ(ran.out, "complete -F _sextant sextant\n") << ran.err;
  EXPECT_THAT(read_file(data_file("../../reports/guide/start.md")),
              HasSubstr("\nsource <(sextant completion bash) "));
}

/// The words of every field that has some, from the list that reading them stands on.
template <class E>
void expect_words(E e) {
  std::vector<Words> lines, wanted;
  for_each_field(e, [&](std::string_view field, auto&, const auto& how) {
    if constexpr (requires { how.names; }) {
      lines.push_back({"value", "--" + std::string(field), ""});
      wanted.emplace_back();
      for (const auto& [word, meaning] : how.names) wanted.back().emplace_back(word);
    }
  });
  if (lines.empty()) return;
  const auto offered = completions(lines);
  for (std::size_t k = 0; k < lines.size(); ++k) {
    for (const std::string& word : wanted[k]) {
      if (word == "none" || word == "by-shape") continue;  // as without the option
      EXPECT_THAT(offered[k], Contains(word)) << lines[k][1];
    }
  }
}
TEST(Completion, OffersTheWordsThatFieldsTake) {
  expect_words(Sinusoidal{});
  expect_words(Rotary{});
  expect_words(Alibi{});
  expect_words(Kerple{});
  expect_words(QueryScale{});
  expect_words(T5{});
  expect_words(Axial{});
}

TEST(Completion, OtherShellsReadTheirsFull) {
  const Folder folder;
  for (const char* shell : {"zsh", "fish", "bash"}) {
    const Ran made = sextant_tool({"completion", shell, "-o", folder / shell});
    ASSERT_EQ(made.status, 0) << made.err;
    const std::string text = read_file(folder / shell);
    for (const std::string& subcommand : verbs()) {
      for (const std::string& option : options_of(subcommand))
        EXPECT_THAT(text, HasSubstr(std::string(shell) == "fish" ? "-l " + option.substr(2) + " "
                                                                 : option));
    }
    const std::string program = std::string("/usr/bin/") + shell;
    if (!std::filesystem::exists(program)) continue;
    const Ran read = run_program(program, {"-n", folder / shell});
    EXPECT_EQ(read.status, 0) << shell << read.err;
    EXPECT_EQ(read.err, "") << shell;
  }
  EXPECT_TRUE(refuses(sextant_line("completion tcsh"), "bash, zsh or fish"));
}

TEST(ManualPages, HaveEveryVerbAndOptionFull) {
  const Folder folder;
  ASSERT_EQ(sextant_tool({"man", "-o", folder / "man1"}).status, 0);
  const std::string program = read_file(folder / "man1/sextant.1");
  Words all = verbs();
  all.insert(all.end(), {"report diff", "sweep merge"});
  for (const std::string& subcommand : all) {
    EXPECT_THAT(program, HasSubstr(".B " + subcommand + "\n"));
    std::string name = subcommand;
    std::replace(name.begin(), name.end(), ' ', '-');
    const std::string page = read_file(folder / ("man1/sextant-" + name + ".1"));
    EXPECT_EQ(page, sextant_tool({"man", subcommand}).out);
    EXPECT_EQ(page, sextant_tool({"man", name}).out);
    for (const std::string& option : options_in(sextant_line(subcommand + " --help-all").out)) {
      std::string shown = option;
      for (std::size_t at = 0; (at = shown.find('-', at)) != std::string::npos; at += 2)
        shown.replace(at, 1, "\\-");
      EXPECT_THAT(page, HasSubstr("\\fB" + shown + "\\fR")) << subcommand;
    }
  }
  EXPECT_TRUE(refuses(sextant_line("man nothing"), "there is no 'nothing': verify, compare"));
  EXPECT_TRUE(refuses(sextant_line("man verify -o x"), "no VERB goes with it"));
}

/// man formats them without a warning, and shows an option's name as it is typed.
TEST(ManualPages, AreReadByManWithoutAWarningFull) {
  if (!std::filesystem::exists("/usr/bin/man")) GTEST_SKIP() << "man is not installed";
  const Folder folder;
  ASSERT_EQ(sextant_tool({"man", "-o", folder / "man1"}).status, 0);
  for (const auto& page : std::filesystem::directory_iterator(folder / "man1")) {
    const Ran ran =
        run_program("/usr/bin/man", {"--warnings", "-E", "UTF-8", "-l", page.path().string()});
    if (ran.out.empty() && ran.status == 0) GTEST_SKIP() << "man shows nothing here";
    EXPECT_EQ(ran.status, 0) << page.path() << ran.err;
    EXPECT_EQ(ran.err, "") << page.path();
    EXPECT_THAT(ran.out, HasSubstr("--help")) << page.path();
  }
  const std::string line = "sextant man verify | man -l -";
  EXPECT_THAT(read_file(data_file("../../reports/guide/start.md")), HasSubstr("\n" + line + "\n"));
  const std::string path = std::filesystem::path(SEXTANT_TOOL).parent_path().string();
  const Ran ran = run_program("/bin/bash", {"-c", "PATH=" + path + ":$PATH; " + line});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("--require"));
}

}  // namespace
}  // namespace sextant
