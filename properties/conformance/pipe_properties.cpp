#include <csignal>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/answers.hpp"
#include "sextant/conformance/case_text.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/io/file.hpp"
#include "tool/run.hpp"

namespace sextant::conformance {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

const std::string kRoot = SEXTANT_DATA_DIR "/../..";
const std::string kProgram = "/usr/bin/python3 " + kRoot + "/properties/pipes/float64_angle.py ";
const std::string kAsked = " --dim 64 --format float32 ";

/// A line of bash at the top of the tree, with the tool on its PATH; every status of a pipe counts.
Ran bash(const std::string& line) {
  const std::string tool = SEXTANT_TOOL;
  return run_program("/bin/bash",
                     {"-c", "set -o pipefail; PATH=" + tool.substr(0, tool.rfind('/')) +
                                ":$PATH; cd " + kRoot + " && " + line});
}

/// A program in float64 is right nearly everywhere: the cases find where it is not.
TEST(Pipe, FindsThePlacesWhereAProgramIsNotRight) {
  const Ran ran = bash("sextant cases" + kAsked + "| " + kProgram + "64 | sextant judge" + kAsked +
                       "--json --require faithful");
  EXPECT_EQ(ran.status, 0) << ran.err << ran.out;
  EXPECT_EQ(ran.err, "");
  EXPECT_EQ(ran.json()["grade"], "faithful");
  EXPECT_EQ(ran.json()["cases"]["answered"], 4096);
  EXPECT_GT(ran.json()["misrounded"], 0);
  EXPECT_LT(ran.json()["misrounded"], 256);
  const Ran strict = bash("sextant cases" + kAsked + "| " + kProgram + "64 | sextant judge" +
                          kAsked + "--require correctly-rounded");
  EXPECT_EQ(strict.status, 1);
  EXPECT_THAT(strict.out, HasSubstr("answers: faithful (does not pass)"));
}

TEST(Pipe, DoesNotPassAWrongProgram) {
  const Ran ran =
      bash("sextant cases" + kAsked + "| " + kProgram + "64 10001 | sextant judge" + kAsked);
  EXPECT_EQ(ran.status, 1);
  EXPECT_EQ(ran.err, "");
  EXPECT_THAT(ran.out, HasSubstr("answers: unexplained (does not pass)"));
  EXPECT_THAT(ran.out, HasSubstr("sextant verify"));
}

/// What happens to answers on their way.
TEST(Pipe, RefusesWhatIsLostOrGarbledOnTheWayFull) {
  const auto said = [&](const std::string& by, const std::string& words) {
    const Ran ran = bash("sextant cases" + kAsked + "| " + kProgram + "64 2> /dev/null | " + by +
                         " | sextant judge" + kAsked + "--json");
    EXPECT_TRUE(refuses(ran, "standard input: " + words)) << by << ran.status << ran.out << ran.err;
  };
  said("head -n 100", "the answers end after 100 of 4096");
  said("head -c 50000", "line 2556 is cut off");
  said("tail -n +2", "line 1 answers position ");
  said("tac", "line 1 is out of order: it answers position ");
  said("sed -e 7d", "line 7 answers position ");
  said("sed -e 7p", "line 8 answers position ");
  said("sed -e '7{h;d};8G'", "line 7 is out of order: it answers position ");
  said("sed -e '9s/0x/zero/'", "line 9: 'zero");
  said("grep -v .", "there are no answers to the 4096 cases");
}

TEST(Pipe, TellsWhoFailedFull) {
  EXPECT_EQ(bash("sextant cases" + kAsked + "| ( " + kProgram + "64; exit 9 ) | sextant judge" +
                 kAsked + "> /dev/null")
                .status,
            9);
  const Ran other =
      bash("sextant cases" + kAsked + "| { head -n 1; } | sextant judge --dim 32 --format float32");
  EXPECT_TRUE(refuses(other, "give sextant cases and judge the same options")) << other.err;
}

/// A reader of endless cases may stop at any time.
TEST(Pipe, WithoutEndIsLeftAtAnyTime) {
  const Ran ran = bash("sextant cases" + kAsked + "--forever | tail -c +1000000 | head -n 1");
  EXPECT_EQ(ran.err, "");
  EXPECT_EQ(ran.out.find('\n'), ran.out.size() - 1);
  const Ran statuses =
      bash("sextant cases" + kAsked + "--forever | head -n 5000 > /dev/null; echo $?");
  EXPECT_EQ(statuses.out, "0\n");
  EXPECT_EQ(statuses.err, "");
}

TEST(Pipe, WithAnEndIsForReadingToItFull) {
  const Ran lost = bash("sextant cases" + kAsked + "--level thorough | head -n 1 > /dev/null");
  EXPECT_EQ(lost.status, 128 + SIGPIPE);
  EXPECT_EQ(lost.err, "");
}

/// The answers that a judge reads while this one writes them, then an interruption.
Ran interrupted(const std::string& answers, const std::vector<std::string>& options) {
  const Folder folder;
  int ends[2] = {-1, -1};
  EXPECT_EQ(::pipe(ends), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(ends[0], STDIN_FILENO), ::close(ends[0]), ::close(ends[1]);
    if (std::freopen((folder / "out").c_str(), "w", stdout) == nullptr ||
        std::freopen((folder / "err").c_str(), "w", stderr) == nullptr)
      ::_exit(98);
    std::vector<char*> argv;
    std::vector<std::string> words = {"sextant", "judge"};
    words.insert(words.end(), options.begin(), options.end());
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    ::execv(SEXTANT_TOOL, argv.data());
    ::_exit(99);
  }
  ::close(ends[0]);
  EXPECT_EQ(write_all(ends[1], std::as_bytes(std::span(answers))), 0);
  for (int left = 1; left > 0; ::usleep(1000)) {
    if (::ioctl(ends[1], FIONREAD, &left) != 0) break;
  }
  ::kill(child, SIGINT);
  Ran ran;
  int status = 0;
  ::waitpid(child, &status, 0);
  ::close(ends[1]);
  ran.status = WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
  ran.out = read_file(folder / "out"), ran.err = read_file(folder / "err");
  return ran;
}

/// The pipe is still open: nothing but the signal ends the reading.
TEST(Pipe, HasAVerdictWhenItIsInterrupted) {
  TestRequest asked = about(Sinusoidal{.dim = 64}, "0:131072", kFloat32);
  asked.forever = true;
  const Cases cases(asked);
  const auto lines = answers(cases, rightly(cases), cases.count() + 3000);
  std::vector<std::string> options = words_of(kAsked + "--forever --json");
  const Ran all = interrupted(joined(lines) + "1234", options);
  EXPECT_EQ(all.status, 0) << all.err;
  EXPECT_EQ(all.err, "");
  EXPECT_EQ(all.json()["grade"], "correctly-rounded");
  EXPECT_EQ(all.json()["cases"]["answered"], lines.size());
  const Ran few = interrupted(joined({lines.begin(), lines.begin() + 70}), options);
  EXPECT_EQ(few.status, 2);
  EXPECT_THAT(few.err, HasSubstr("interrupted after 70 answers of 4096"));
  EXPECT_EQ(few.json()["passes"], false);
  EXPECT_EQ(few.json()["cases"]["complete"], false);
}

/// The memory that the tool takes, in KiB: as its parent Python sees it, which is small itself.
long memory(const std::string& options, const std::string& answers) {
  const Ran ran =
      run_program("/usr/bin/python3",
                  {"-c",
                   "import os, subprocess, sys\n"
                   "child = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)\n"
                   "_, status, used = os.wait4(child.pid, 0)\n"
                   "assert status == 0\n"
                   "print(used.ru_maxrss)\n",
                   SEXTANT_TOOL, "judge", "--dim", "64", "--format", "float32", "--level", options},
                  answers);
  EXPECT_EQ(ran.status, 0) << ran.err;
  return std::stol(ran.out);
}

/// A million answers take no more memory than a thousand.
TEST(Pipe, TakesNoMemoryForAnswersFull) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "the sanitizer keeps freed memory";
#endif
  const Folder folder;
  const std::string file = folder / "answers";
  const auto of_level = [&](const std::string& level) {
    EXPECT_EQ(
        bash("sextant cases" + kAsked + "--level " + level + " | " + kProgram + "64 > " + file)
            .status,
        0);
    return memory(level, file);
  };
  const long few = of_level("quick"), many = of_level("thorough");
  const auto bytes = static_cast<long>(std::filesystem::file_size(file) / 1024);
  EXPECT_GT(bytes, 16 << 10);
  EXPECT_LT(many, few + bytes / 2);
}

TEST(Pipe, TakesRecords) {
  const Ran ran = bash("sextant cases --dim 8 --format float64 --positions 0:16 --binary | wc -c");
  EXPECT_EQ(std::stoul(ran.out) % kCaseBytes, 0U);
  const Ran none = bash("sextant cases --dim 8 --format float64 --positions 0:2:1/2 --binary");
  EXPECT_TRUE(refuses(none, "--binary takes whole positions"));
}

TEST(Pipe, RefusesWhatMeansNothing) {
  const auto refused = [](const std::string& line, const std::string& words) {
    const Ran ran = sextant_line(line);
    EXPECT_TRUE(refuses(ran, words)) << line << "\n" << ran.status << " " << ran.out << ran.err;
  };
  refused("cases --dim 8", "--format is required");
  refused("cases --format float32", "--dim is missing");
  refused("cases --dim 8 --format int8", "--format takes float16");
  refused("cases" + kAsked + "--level hasty", "--level: unknown level 'hasty'");
  refused("cases" + kAsked + "--seed -1", "--seed: -1 is not one of 0");
  refused("cases" + kAsked + "--seed 2^64", "--seed: 2^64 is not");
  refused("cases" + kAsked + "--positions 5:5", "--positions: '5:5'");
  refused("cases --encoding t5 --heads 8 --format float32", "");
  refused("cases --encoding mae --height 4 --width 4 --dim 64 --format float32", "");
  refused("judge --dim 8", "--format is required");
  refused("judge" + kAsked + "--require perfect", "--require: unknown grade 'perfect'");
  refused("judge" + kAsked, "standard input: there are no answers to the 4096 cases");
}

TEST(Pipe, HasHelp) {
  for (const std::string subcommand : {"cases", "judge"}) {
    EXPECT_THAT(sextant_line(subcommand + " --help").out, HasSubstr("float.hex")) << subcommand;
    const Ran ran = sextant_line(subcommand + " --help-all");
    EXPECT_EQ(ran.status, 0) << subcommand;
    EXPECT_EQ(ran.err, "") << subcommand;
    for (const std::string words : {"Examples", "sextant cases --dim 64", "int64 position"})
      EXPECT_THAT(ran.out, HasSubstr(words)) << subcommand;
  }
}

/// The guide shows what a pipe prints.
TEST(Pipe, IsAsTheGuideShowsIt) {
  const std::string page = read_file(kRoot + "/reports/guide/ci_and_pipes.md");
  const auto begin = page.find("\n$ sextant cases ");
  ASSERT_NE(begin, std::string::npos);
  const auto end = page.find("```", begin);
  const auto line = page.find('\n', begin + 1);
  const Ran ran = bash(page.substr(begin + 3, line - begin - 3));
  EXPECT_EQ(ran.err, "");
  EXPECT_EQ(ran.out, page.substr(line + 1, end - line - 1));
}

}  // namespace
}  // namespace sextant::conformance
