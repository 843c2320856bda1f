#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "tool/run.hpp"

namespace sextant {
namespace {

#ifdef SEXTANT_MPI
constexpr const char* kRanks = SEXTANT_MPI;
#else
constexpr const char* kRanks = "";
#endif

constexpr const char* kRun = "/usr/bin/mpirun";

class RanksFull : public testing::Test {
 protected:
  void SetUp() override {
    if (*kRanks == '\0' || !std::filesystem::exists(kRun)) GTEST_SKIP() << "there is no MPI";
    const Ran none = shell(std::string(kRun) + " --allow-run-as-root --oversubscribe -n 2 true");
    if (none.status != 0) GTEST_SKIP() << "MPI runs nothing here: " << none.err;
  }

  /// Starts `ranks` ranks on this machine, with any number of cores and as any user.
  static std::string job(int ranks) {
    return std::string(kRun) + " --allow-run-as-root --oversubscribe -n " + std::to_string(ranks) +
           " " + kRanks + " ";
  }
  static Ran shell(const std::string& script) { return run_program("/bin/sh", {"-c", script}); }

  Folder folder_;
};

const std::string kSweep = "sweep --dim 34 --recipe pow-divide --threads 1 --chunk 512 -o ";

/// However many there are, and however the chunks fell to them.
TEST_F(RanksFull, FindWhatOneProcessFinds) {
  const std::string positions = " --positions -3000:20000";
  ASSERT_EQ(sextant_line(kSweep + (folder_ / "one") + positions).status, 0);
  const std::string whole = read_file(folder_ / "one/sweep.json");
  for (const int ranks : {1, 2, 5}) {
    const std::string to = folder_ / std::to_string(ranks);
    const Ran ran = shell(job(ranks) + kSweep + to + positions);
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_THAT(ran.out, testing::HasSubstr("exhaustive: ")) << ran.err;
    EXPECT_EQ(read_file(to + "/sweep.json"), whole) << ranks;
  }
  EXPECT_EQ(shell(job(2) + kSweep + (folder_ / "one") + positions).status, 0);  // nothing to do
}

/// One sweep after the other: a rank that has finished a sweep does not ask for more of it, even if
/// the others take long.  Each rank measures the sweep that it was asked for.
TEST_F(RanksFull, SweepAllRecipes) {
  const std::string all = "sweep --dim 8 --recipe all --positions 0:20000 --threads 1 --chunk ";
  ASSERT_EQ(sextant_line(all + "4096 -o " + (folder_ / "one")).status, 0);
  for (const char* how : {"2 4096", "3 4096", "2 20000", "3 20000"}) {
    const std::string chunk = std::string(how).substr(2), to = folder_ / ("with " + chunk + how[0]);
    const Ran ran = shell(job(how[0] - '0') + all + chunk + " -o '" + to + "'");
    ASSERT_EQ(ran.status, 0) << how << ran.err;
    for (const auto& recipe : std::filesystem::directory_iterator(folder_ / "one")) {
      const std::string result = "/" + recipe.path().filename().string() + "/sweep.json";
      EXPECT_EQ(read_file(to + result), read_file(folder_ / ("one" + result))) << how << result;
    }
  }
}

TEST_F(RanksFull, SayWhenTheirOutputIsLost) {
  for (const std::string& words :
       {std::string("--help"), kSweep + (folder_ / "s") + " --positions 0:1000"}) {
    const Ran ran = shell(std::string(kRanks) + " " + words + " > /dev/full");
    EXPECT_THAT(ran.err, testing::HasSubstr("sextant-mpi: standard output cannot be written"));
    EXPECT_NE(ran.status, 0);
  }
}

/// A rank that is killed ends the job; what was measured is there, and one process goes on.
TEST_F(RanksFull, EndCleanlyWhereOneIsLost) {
  if (!std::filesystem::exists("/proc/self/task/" + std::to_string(::getpid()) + "/children"))
    GTEST_SKIP() << "nothing says which processes are a job's";
  const std::string to = folder_ / "s";
  const std::string positions = " --positions 0:2000000";
  const Ran lost =
      shell(job(3) + kSweep + to + positions + " & job=$!; while [ $(ls '" + to +
            "/records' 2>/dev/null | wc -l) -lt 20 ]; do kill -0 $job || break; sleep 0.05; done; "
            "for rank in $(cat /proc/$job/task/$job/children); do :; done; "
            "kill -9 $rank; wait $job");
  EXPECT_NE(lost.status, 0);
  EXPECT_FALSE(std::filesystem::exists(to + "/sweep.json"));
  EXPECT_TRUE(sextant_line("sweep merge " + to + " -o " + (folder_ / "m")).status == 2);
  const std::string few = " --positions 0:20000";
  EXPECT_TRUE(refuses(sextant_line(kSweep + to + few), "positions is '0:2000000'"));
  for (const auto& entry : std::filesystem::directory_iterator(to + "/records"))
    EXPECT_THAT(entry.path().extension(), testing::AnyOf(".record", ".unfinished"));
}

/// By the rank that has the folder, whose records stay.  The signal goes to the ranks: mpirun, when
/// it passes one on, may end before it has read what they say.
TEST_F(RanksFull, SayWhatStaysWhereTheyAreInterrupted) {
  if (!std::filesystem::exists("/proc/self/task/" + std::to_string(::getpid()) + "/children"))
    GTEST_SKIP() << "nothing says which processes are a job's";
  const std::string to = folder_ / "s";
  const Ran ran =
      shell(job(2) + kSweep + to + " --positions 0:2000000 & job=$!; while [ $(ls '" + to +
            "/records' 2>/dev/null | wc -l) -lt 3 ]; do kill -0 $job || break; sleep 0.05; done; " +
            "kill -TERM $(cat /proc/$job/task/$job/children); wait $job");
  EXPECT_NE(ran.status, 0);
  const std::string words =
      "sextant-mpi: interrupted; what is measured stays, and the same command";
  EXPECT_THAT(ran.err, testing::HasSubstr(words));
  EXPECT_THAT(ran.err, testing::Not(testing::HasSubstr("nothing written")));
}

/// What goes wrong in one of them alone, the one that leads says.
TEST_F(RanksFull, SayWhatIsWrongInOneAlone) {
  const std::string all = kSweep + (folder_ / "s") + " --positions 0:2000000";
  const Ran ran = shell(job(1) + all + " : -n 1 " + kRanks + " " + all + " --format float8");
  EXPECT_NE(ran.status, 0);
  const std::string words = "sextant-mpi: rank 1: --format takes float16";
  const std::size_t at = ran.err.find(words);
  ASSERT_NE(at, std::string::npos) << ran.err;
  EXPECT_EQ(ran.err.find("sextant-mpi: ", at + 1), std::string::npos) << ran.err;
}

TEST_F(RanksFull, PointToTheirOwnHelp) {
  EXPECT_THAT(shell(job(2) + "verify").err, testing::HasSubstr("(see 'sextant-mpi --help')"));
  EXPECT_THAT(shell(job(2) + "sweep").err,
              testing::HasSubstr("--recipe is required (see 'sextant-mpi sweep --help')"));
}

/// What is wrong is said once.
TEST_F(RanksFull, SayWhatIsWrongOnce) {
  const Ran ran =
      shell(job(3) + "sweep --dim 8 --recipe exp-logs --positions 0:8 -o " + (folder_ / "s"));
  EXPECT_NE(ran.status, 0);
  const std::string words = "sextant-mpi: unknown recipe 'exp-logs'";
  const std::size_t at = ran.err.find(words);
  ASSERT_NE(at, std::string::npos) << ran.err;
  EXPECT_EQ(ran.err.find(words, at + 1), std::string::npos) << ran.err;
  EXPECT_EQ(ran.err.find("interrupted"), std::string::npos) << ran.err;
}

}  // namespace
}  // namespace sextant
