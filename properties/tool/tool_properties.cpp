#include <csignal>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tool/run.hpp"

namespace sextant {
namespace {

/// Help goes to standard output, and shows how the subcommand is used.
TEST(Tool, HelpsWithEveryVerb) {
  EXPECT_EQ(sextant_line("--help").status, 0);
  EXPECT_NE(sextant_line("--help").out.find("verify"), std::string::npos);
  for (const std::string subcommand : {"value", "table", "verify", "compare", "report", "list"}) {
    const Ran ran = sextant_line(subcommand + " --help");
    EXPECT_EQ(ran.status, 0) << subcommand;
    EXPECT_EQ(ran.err, "") << subcommand;
    EXPECT_NE(ran.out.find("Examples"), std::string::npos) << subcommand;
    EXPECT_NE(ran.out.find("sextant " + subcommand), std::string::npos) << subcommand;
  }
  EXPECT_EQ(sextant_line("--version").out.rfind("sextant ", 0), 0U);
}

TEST(Tool, RefusesWhatItDoesNotKnow) {
  EXPECT_TRUE(refuses(sextant_line("navigate"), "navigate"));
  EXPECT_TRUE(
      refuses(sextant_line("value --dim 4 --channel 0 --position 1 --bearing 3"), "--bearing"));
  EXPECT_TRUE(refuses(sextant_line("verify"), "FILE"));
  EXPECT_TRUE(refuses(sextant_line("table --dim 4 --positions 0:4"), "--output"));
  EXPECT_TRUE(refuses(sextant_line("list stars"), "stars"));
}

/// A full disk is not a success.
TEST(Tool, SaysWhenItsOutputIsLost) {
  for (const char* words : {"list recipes", "--help", "sweep --help", "--version"})
    EXPECT_TRUE(refuses(sextant_tool(words_of(words), "/dev/null", "/dev/full"),
                        "standard output cannot be written: No space left on device"));
}

TEST(Tool, ListsWhatThereIs) {
  const auto has = [](const char* what, const std::string& name) {
    const Ran ran = sextant_line("list " + std::string(what) + " --json");
    EXPECT_EQ(ran.status, 0);
    for (const auto& line : ran.json()) {
      EXPECT_FALSE(line["summary"].get<std::string>().empty());
      if (line["name"] == name) return true;
    }
    return false;
  };
  for (const char* name :
       {"pow-divide", "pow-multiply", "exp-log", "log-timescale", "frequency-recurrence",
        "rotation-recurrence", "float64-angle", "quarter-turn-cosine", "turns"})
    EXPECT_TRUE(has("recipes", name)) << name;
  for (const char* name : {"position-offset", "sin-cos-swapped", "degrees", "exponent-halved",
                           "exponent-denominator", "wrong-base", "layout", "position-rounded",
                           "frequency-rounded", "corrupt-entry", "not-finite", "transposed"})
    EXPECT_TRUE(has("faults", name)) << name;
  EXPECT_TRUE(has("encodings", "sinusoidal"));
  for (const char* program : {"fairseq", "transformer-xl", "timesteps", "retnet"})
    EXPECT_TRUE(has("encodings", program));
  for (const char* rotary : {"rope", "rotary"}) {
    EXPECT_TRUE(has("encodings", rotary));
    EXPECT_EQ(
        sextant_line("value --dim 8 --position 5 --channel 1 --encoding " + std::string(rotary))
            .out,
        "0.87758256189037271612\n");
  }
  EXPECT_TRUE(has("formats", "bfloat16"));
  EXPECT_FALSE(has("formats", "float8"));
}

/// The report's files; three octaves of one recipe.
TEST(Tool, WritesAReportFull) {
  const Folder folder;
  const std::string speed = data_file("../../reports/results/speed.json");
  const Ran ran = sextant_tool({"report", "--octaves", "3", "--recipes", "exp-log", "--formats",
                                "float32", "--speed", speed, "-o", folder / "report"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_NE(ran.out.find("index.html"), std::string::npos);
  const std::filesystem::path root = folder / "report";
  EXPECT_NE(read_file(root / "index.html").find("<html"), std::string::npos);
  EXPECT_FALSE(read_file(root / "report.md").empty());
  const auto document = nlohmann::json::parse(read_file(root / "report.json"));
  EXPECT_EQ(document["schema"], "sextant-report");
  EXPECT_EQ(document["command"],
            "sextant report --octaves 3 --recipes exp-log --formats float32 --speed " + speed +
                " -o " + (folder / "report"));
  EXPECT_EQ(document["speed"], nlohmann::json::parse(read_file(speed)));
  int tables = 0;
  for (const auto& entry : std::filesystem::directory_iterator(root / "data")) {
    tables += entry.path().extension() == ".csv" && std::filesystem::file_size(entry) > 0 ? 1 : 0;
  }
  EXPECT_GT(tables, 0);
  if (ran.err.find("matplotlib") != std::string::npos) GTEST_SKIP() << ran.err;
  for (const char* name : {"figures/drift.svg", "figures/safe.svg"})
    EXPECT_NE(read_file(root / name).find("<svg"), std::string::npos) << name;
}

/// A model's report has as many octaves as the model takes positions: 11 for GPT-NeoX's 2048.
/// Without matplotlib it has no figures, and those of an earlier report are removed.
TEST(Tool, WritesAModelsReportWithoutFiguresFull) {
  const Folder folder;
  std::filesystem::create_directories(folder / "r/figures");
  put_file(folder / "r/figures/drift.svg", "old");
  put_file(folder / "matplotlib.py", "raise ImportError\n");
  const std::vector<std::string> command = {"PYTHONPATH=" + (folder / ""),
                                            SEXTANT_TOOL,
                                            "report",
                                            "--model",
                                            "gpt-neox-20b",
                                            "--recipes",
                                            "exp-log",
                                            "--formats",
                                            "float32",
                                            "-o",
                                            folder / "r"};
  const Ran ran = run_program("/usr/bin/env", command);
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_NE(ran.err.find("python3-matplotlib"), std::string::npos) << ran.err;
  EXPECT_FALSE(std::filesystem::exists(folder / "r/figures/drift.svg"));
  EXPECT_TRUE(std::filesystem::exists(folder / "r/index.html"));
  const auto document = nlohmann::json::parse(read_file(folder / "r/report.json"));
  EXPECT_EQ(document["drift"][0]["octaves"].size(), 11u);
}

TEST(Tool, RefusesAReportItCannotMake) {
  const Folder folder;
  put_file(folder / "file", "here");
  EXPECT_TRUE(refuses(sextant_tool({"report", "--octaves", "1", "-o", folder / "file"}), "file"));
  EXPECT_TRUE(refuses(sextant_line("report --octaves 0"), "--octaves 0"));
  EXPECT_TRUE(refuses(sextant_line("report --recipes magic"), "magic"));
  EXPECT_TRUE(refuses(sextant_line("report --octaves x"), "--octaves: 'x'"));
  EXPECT_TRUE(refuses(sextant_line("report --formats float8"), "--formats takes float16"));
  EXPECT_TRUE(refuses(sextant_line("report --formats binary128"), "not 'binary128'"));
  EXPECT_TRUE(refuses(sextant_line("report --encoding rope --dim 8 --part cos"), "--part cos"));
  EXPECT_TRUE(refuses(sextant_line("report --dim 8 --part cos"), "no part 'cos'"));
  EXPECT_TRUE(refuses(sextant_tool({"report", "--speed", folder / "file"}), "/file': not JSON"));
  EXPECT_TRUE(refuses(sextant_tool({"report", "--speed", folder / "none"}), "--speed: '"));
  EXPECT_TRUE(refuses(sextant_tool({"report", "--speed", ""}), "--speed: ''"));
  put_file(folder / "speed", R"({"schema": "sextant-speed", "version": 1})");
  EXPECT_TRUE(refuses(sextant_tool({"report", "--speed", folder / "speed"}), "has no \"date\""));
  EXPECT_EQ(read_file(folder / "file"), "here");
  std::filesystem::create_directories(folder / "old/index.html");  // before any work, and wholly
  EXPECT_TRUE(refuses(sextant_tool({"report", "-o", folder / "old"}), "index.html"));
  EXPECT_FALSE(std::filesystem::exists(folder / "old/data"));
}

/// While it measures there is nothing to be left behind.
TEST(Tool, LeavesNothingOfAReportThatIsInterrupted) {
  const Folder folder;
  const std::string target = folder / "reports/mine";
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(STDERR_FILENO);
    ::execl(SEXTANT_TOOL, "sextant", "report", "-o", target.c_str(), nullptr);
    ::_exit(127);
  }
  ::usleep(500'000);  // a report takes some ten times as long, or more
  ::kill(child, SIGINT);
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGINT);
  EXPECT_TRUE(folder.empty());
}

}  // namespace
}  // namespace sextant
