#include <csignal>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sextant/tensor/table_writer.hpp"
#include "tensor/npy_files.hpp"

namespace sextant {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Standard output is `file` in a child that runs `run`.
int with_output_to(int file, const std::function<int()>& run) {
  return status_in_child([&] {
    ::dup2(file, STDOUT_FILENO);
    return run();
  });
}

TEST(TableWriter, WritesToStandardOutput) {
  const Directory directory;
  const Descriptor file(::open((directory / "t.npy").c_str(), O_CREAT | O_WRONLY, 0600));
  EXPECT_EQ(with_output_to(file.get(), [] { return write_zeros("-", 700, 300), 0; }), 0);
  write_zeros(directory / "same.npy", 700, 300);
  EXPECT_TRUE(contents(directory / "t.npy") == contents(directory / "same.npy"));
}

TEST(TableWriter, SaysThatItsReaderHasGone) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ::close(ends[0]);
  const Descriptor closed(ends[1]);
  const auto refused = [] {
    const std::string error = error_of([] { write_zeros("-", 700, 300); });
    sigset_t blocked, pending;
    ::pthread_sigmask(SIG_BLOCK, nullptr, &blocked);
    ::sigpending(&pending);
    if (::sigismember(&blocked, SIGPIPE) || ::sigismember(&pending, SIGPIPE)) return 2;
    return error == "standard output: cannot be written: Broken pipe" ? 0 : 1;
  };
  EXPECT_EQ(with_output_to(closed.get(), refused), 0);  // not ended by SIGPIPE
  const auto without = [] {
    ::close(STDOUT_FILENO);
    return error_of([] { write_zeros("-", 3, 4); }).find("standard output") == 0 ? 0 : 1;
  };
  EXPECT_EQ(status_in_child(without), 0);
}

TEST(TableWriter, WritesToASlowPipe) {
  int ends[2];
  ASSERT_EQ(::pipe2(ends, O_NONBLOCK), 0);  // as some parents hand it over
  ::fcntl(ends[0], F_SETFL, 0);
  const pid_t child = start_child([&] {
    ::dup2(ends[1], STDOUT_FILENO);
    write_zeros("-", 700, 300);
    return 0;
  });
  ::close(ends[1]);
  const Descriptor from(ends[0]);
  std::size_t bytes = 0;
  char few[999];
  for (ssize_t got = 0; (got = ::read(from.get(), few, sizeof few)) > 0;) {
    bytes += static_cast<std::size_t>(got);
  }
  EXPECT_EQ(bytes, 128u + 4 * 700 * 300);
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

/// A child runs `begin`, which calls what it is given once it has begun; it is sent `signal` then.
/// Answers its end.
int end_by_signal(const std::function<void(const std::function<void()>&)>& begin, int signal,
                  bool protect) {
  int ends[2];
  if (::pipe(ends) != 0) return -1;
  const pid_t child = start_child([&] {
    if (protect) remove_unfinished_on_signals();
    begin([&] {
      ::close(ends[1]);
      for (;;) ::pause();
    });
    return 0;
  });
  ::close(ends[1]);
  char none = 0;
  EXPECT_EQ(::read(ends[0], &none, 1), 0);
  ::close(ends[0]);
  ::kill(child, signal);
  int status = 0;
  ::waitpid(child, &status, 0);
  return status;
}

/// Begins a table, after `before`.
int end_by_signal(
    const std::string& path, int signal, bool protect,
    const std::function<void()>& before = [] {}) {
  const auto begin = [&](const std::function<void()>& begun) {
    before();
    TableWriter writer(path, kFloat32, {1000, 1000});
    writer.append(std::vector<std::uint64_t>(500'000));
    begun();
  };
  return end_by_signal(begin, signal, protect);
}

TEST(UnfinishedDirectory, GoesWithItsFilesUnlessFinished) {
  const Directory directory;
  {
    const UnfinishedDirectory made(directory / "a/b");
    const UnfinishedFile file(directory / "a/b/file");
    EXPECT_THAT(directory.names(), ElementsAre("a"));
  }
  EXPECT_THAT(directory.names(), IsEmpty());
  const auto begin = [&](const std::function<void()>& begun) {
    const UnfinishedDirectory made(directory / "a/b");
    const UnfinishedFile file(directory / "a/b/file");
    begun();
  };
  EXPECT_TRUE(WIFSIGNALED(end_by_signal(begin, SIGTERM, true)));
  EXPECT_THAT(directory.names(), IsEmpty());
  UnfinishedDirectory(directory / "a/b").finish();
  { const UnfinishedDirectory inside(directory / "a/b/c/d"); }
  EXPECT_TRUE(std::filesystem::is_empty(directory / "a/b"));  // what was there stays
  write_file(directory / "file", "here");
  EXPECT_THAT(error_of([&] { UnfinishedDirectory(directory / "file/a"); }),
              testing::HasSubstr("cannot be made a directory"));
  EXPECT_THAT(directory.names(), testing::UnorderedElementsAre("a", "file"));
}

/// In the child: a file takes its standard error, and what a signal makes it say.
void send_errors_to(const std::string& path) {
  const Descriptor errors(::open(path.c_str(), O_CREAT | O_WRONLY, 0600));
  ::dup2(errors.get(), STDERR_FILENO);
  remove_unfinished_on_signals();
}

TEST(TableWriter, LeavesNothingWhenASignalEndsTheProgram) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const Directory directory, other;
    const int status =
        end_by_signal(directory / "t.npy", signal, true, [&] { send_errors_to(other / "err"); });
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == signal) << signal;
    EXPECT_THAT(directory.names(), IsEmpty()) << signal;
    EXPECT_EQ(contents(other / "err"), "sextant: interrupted, nothing written\n") << signal;
  }
  const Directory directory;  // it is the handler that does it
  end_by_signal(directory / "t.npy", SIGTERM, false);
  EXPECT_THAT(directory.names(), ElementsAre(testing::EndsWith(".unfinished")));
}

TEST(TableWriter, DoesNotDenyWhatWasWrittenBeforeASignal) {
  for (const char* before : {"whole.npy", "-"}) {
    const Directory directory, other;
    const auto write_one = [&] {
      send_errors_to(other / "err");
      ::dup2(::open("/dev/null", O_WRONLY), STDOUT_FILENO);
      write_zeros(before == std::string("-") ? before : directory / before, 3, 4);
    };
    end_by_signal(directory / "t.npy", SIGTERM, true, write_one);
    EXPECT_EQ(contents(other / "err"), "sextant: interrupted\n") << before;
  }
}

/// Neither a reader of errors that has gone, nor one that does not read, changes how it ends.
TEST(TableWriter, EndsBySignalsThoughNobodyReadsItsErrors) {
  for (const bool gone : {true, false}) {
    const Directory directory;
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    const auto lose_errors = [&] {
      ::fcntl(ends[1], F_SETFL, O_NONBLOCK);
      const std::string much(1 << 16, 'x');
      while (!gone && ::write(ends[1], much.data(), much.size()) > 0) {
      }
      ::fcntl(ends[1], F_SETFL, 0);
      ::dup2(ends[1], STDERR_FILENO);
      remove_unfinished_on_signals();
    };
    const Descriptor writing(ends[1]);
    Descriptor reading(ends[0]);
    if (gone) reading = Descriptor();
    const int status = end_by_signal(directory / "t.npy", SIGTERM, true, lose_errors);
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM) << status;
    EXPECT_THAT(directory.names(), IsEmpty());
  }
}

TEST(TableWriter, IsNotDisturbedByTheEndOfAForkedChild) {
  const Directory directory;
  TableWriter writer(directory / "t.npy", kFloat32, {3, 4});
  const int status = status_in_child([] {
    remove_unfinished_on_signals();
    return ::raise(SIGTERM);
  });
  EXPECT_TRUE(WIFSIGNALED(status));
  writer.append(std::vector<std::uint64_t>(12));
  writer.finish();
  EXPECT_THAT(directory.names(), ElementsAre("t.npy"));
}

TEST(TableWriter, LetsIgnoredSignalsBeIgnored) {
  const auto ignoring = [] {
    ::signal(SIGHUP, SIG_IGN);
    remove_unfinished_on_signals();
    return ::raise(SIGHUP);
  };
  EXPECT_EQ(status_in_child(ignoring), 0);
}

}  // namespace
}  // namespace sextant
