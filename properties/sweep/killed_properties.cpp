#include <chrono>
#include <filesystem>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tool/run.hpp"

namespace sextant {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> command(const std::string& folder) {
  return {"sweep",   "--dim",   "64",   "--recipe", "exp-log", "--positions",
          "0:60000", "--chunk", "1024", "-o",       folder};
}

/// Starts the tool and ends it after some milliseconds by SIGKILL.
void kill_after(const std::string& folder, int milliseconds) {
  std::vector<std::string> words = command(folder);
  words.insert(words.begin(), SEXTANT_TOOL);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t quiet;
  posix_spawn_file_actions_init(&quiet);
  posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", 1, 0);
  pid_t child = 0;
  ASSERT_EQ(posix_spawn(&child, SEXTANT_TOOL, &quiet, nullptr, arguments.data(), environ), 0);
  posix_spawn_file_actions_destroy(&quiet);
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
  ::kill(child, SIGKILL);
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
}

/// Killed again and again while it works, a sweep goes on, and its result is that of one that was
/// not.
TEST(SweepKilledFull, LosesNothingButTheChunkInWork) {
  const Folder folder;
  ASSERT_EQ(sextant_tool(command(folder / "whole")).status, 0);
  const std::string whole = read_file(folder / "whole/sweep.json");
  std::size_t before = 0, kills = 0;
  for (int milliseconds = 40; kills < 25; milliseconds = 40 + milliseconds * 7 % 160, ++kills) {
    kill_after(folder / "s", milliseconds);
    std::size_t records = 0;
    if (fs::exists(folder / "s/records")) {
      for (const auto& entry : fs::directory_iterator(folder / "s/records"))
        records += entry.path().extension() == ".record" ? 1U : 0U;
    }
    EXPECT_GE(records, before);
    before = records;
  }
  const Ran last = sextant_tool(command(folder / "s"));
  EXPECT_EQ(last.status, 0) << last.err;
  EXPECT_EQ(last.err, "");  // no record was damaged
  EXPECT_EQ(read_file(folder / "s/sweep.json"), whole);
}

/// Where it can say something, it says that nothing is lost.
TEST(SweepKilledFull, SaysWhatStays) {
  const Folder folder;
  const std::string to = folder / "s";
  const Ran ran = run_program(
      "/bin/sh",
      {"-c", "'" SEXTANT_TOOL "' sweep --dim 64 --recipe exp-log --positions 0:2^24 --chunk 1024 "
             "-o '" +
                 to + "' & job=$!; while [ $(ls '" + to +
                 "/records' 2>/dev/null | wc -l) -lt 3 ]; do kill -0 $job || break; sleep 0.05; "
                 "done; kill $job; "
                 "wait $job"});
  EXPECT_EQ(ran.status, 128 + SIGTERM);
  EXPECT_THAT(ran.err, testing::StartsWith("sextant: interrupted; what is measured stays, and the "
                                           "same command goes on\n"));
}

/// On a file system that fills up it says so, and goes on once there is room.
TEST(SweepKilledFull, SaysThatTheDiskIsFull) {
  const Folder disk, out;
  const std::string sweep =
      "'" SEXTANT_TOOL "' sweep --dim 8 --recipe exp-log --positions 0:4000 --chunk 50 -o '";
  const std::string script = "mount -t tmpfs -o size=40k none '" + (disk / "") + "' || exit 77; " +
                             sweep + (disk / "s") + "'; status=$?; mount -o remount,size=10m '" +
                             (disk / "") + "' && " + sweep + (disk / "s") + "' && cp '" +
                             (disk / "s/sweep.json") + "' '" + (out / "") + "'; ls -A '" +
                             (disk / "s/records") + "' >&2; exit $status";
  const Ran ran = run_program("/usr/bin/unshare",
                              {"--user", "--map-root-user", "--mount", "/bin/sh", "-c", script});
  if (ran.status == 77 || ran.err.starts_with("unshare: ") || ran.status == 127)
    GTEST_SKIP() << "no file system of its own here: " << ran.err;
  EXPECT_EQ(ran.status, 2) << ran.err;
  EXPECT_THAT(ran.err, testing::HasSubstr("No space left on device"));
  EXPECT_THAT(ran.err, testing::Not(testing::HasSubstr("unfinished")));
  ASSERT_EQ(sextant_tool(
                words_of("sweep --dim 8 --recipe exp-log --positions 0:4000 -o " + (out / "whole")))
                .status,
            0);
  EXPECT_EQ(read_file(out / "sweep.json"), read_file(out / "whole/sweep.json"));
}

}  // namespace
}  // namespace sextant
