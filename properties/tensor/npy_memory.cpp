#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sextant/tensor/npy.hpp"
#include "sextant/tensor/table_file.hpp"
#include "tensor/npy_files.hpp"

namespace sextant {
namespace {

constexpr std::uint64_t kRowsAtOnce = 256;
constexpr std::uint64_t kColumns = 1024;

/// Memory for one block of rows as patterns, 2 MiB, and for the program itself.
constexpr std::int64_t kMostMemory = std::int64_t{8} << 20;

std::int64_t peak_memory() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return std::int64_t{usage.ru_maxrss} * 1024;
}

/// The largest pattern of the whole table, read in blocks of rows.
std::uint64_t largest_pattern(const Table& table) {
  std::uint64_t largest = 0;
  std::vector<std::uint64_t> bits(kRowsAtOnce * table.columns());
  for (std::uint64_t row = 0; row < table.rows(); row += kRowsAtOnce) {
    table.read_rows(row, kRowsAtOnce, bits);
    for (const std::uint64_t b : bits) largest = std::max(largest, b);
  }
  return largest;
}

/// A table of zeros but for its last number: a file of holes, which takes no room on a disk.
void write_holes(const std::string& path, std::uint64_t rows, bool fortran_order) {
  const std::uint64_t shape[] = {rows, kColumns};
  write_file(path, npy_bytes(1, dictionary("<f4", fortran_order, shape_text(shape)), ""));
  std::filesystem::resize_file(path, 128 + rows * kColumns * 4 - 4);
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_APPEND));
  ASSERT_EQ(::write(file.get(), "\1\2\3\4", 4), 4);
}

/// In a child: reads everything; exits with 0 where it was right and memory stayed small.
int reads_in_little_memory(const std::string& path) {
  const std::int64_t before = peak_memory();
  if (largest_pattern(open_npy(path)) != 0x04030201) return 1;
  return peak_memory() - before < kMostMemory ? 0 : 2;
}

TEST(LargeNpyFull, OfTwoGigabytesIsReadInLittleMemory) {
  const Directory directory;
  for (const bool fortran_order : {false, true}) {
    const std::string path = directory / "t.npy";
    write_holes(path, std::uint64_t{1} << 19, fortran_order);
    ASSERT_GT(std::filesystem::file_size(path), std::uint64_t{1} << 31);
    EXPECT_EQ(status_in_child([&] { return reads_in_little_memory(path); }), 0) << fortran_order;
  }
}

/// Runs in a child whose standard input is what another child copies into a pipe.
int status_with_piped_input(const std::string& path, const std::string& more,
                            const std::function<int()>& run) {
  int ends[2];
  if (::pipe(ends) != 0) return -1;
  const pid_t writer = start_child([&] {
    ::close(ends[0]);
    const std::string bytes = contents(path) + more;
    return write_all(ends[1], std::as_bytes(std::span(bytes))) == 0 ? 0 : 1;
  });
  ::close(ends[1]);
  const int status = status_in_child([&] {
    ::dup2(ends[0], STDIN_FILENO);
    ::close(ends[0]);
    return run();
  });
  ::close(ends[0]);
  ::waitpid(writer, nullptr, 0);
  return status;
}

TEST(LargeNpyFull, FromAPipeIsReadInLittleMemory) {
  const Directory directory;
  const std::string path = directory / "t.npy";
  write_holes(path, std::uint64_t{1} << 14, false);  // 64 MiB
  EXPECT_EQ(status_with_piped_input(path, "", [] { return reads_in_little_memory("-"); }), 0);
}

TEST(PipedNpy, IsReadAsFromAFile) {
  const Directory directory;
  ::setenv("TMPDIR", (directory / "").c_str(), 1);
  const std::string path = SEXTANT_DATA_DIR "/exp_log_f64_d96_p1000000.npy";
  const auto same = [&] {
    const Table table = open_npy("-");
    if (!directory.names().empty() || table.name() != "standard input") return 2;
    return patterns(table) == patterns(open_npy(path)) ? 0 : 1;
  };
  EXPECT_EQ(status_with_piped_input(path, "", same), 0);
  const auto longer = [] {
    return error_of_opening("-").find("standard input: has more bytes") == 0 ? 0 : 1;
  };
  EXPECT_EQ(status_with_piped_input(path, "x", longer), 0);
  const auto truncated = [&] {
    return error_of_opening("-").find("98303 are there") != std::string::npos ? 0 : 1;
  };
  const std::string bytes = contents(path);
  write_file(directory / "short.npy", bytes.substr(0, bytes.size() - 1));
  EXPECT_EQ(status_with_piped_input(directory / "short.npy", "", truncated), 0);
  ::unsetenv("TMPDIR");
}

TEST(PipedNpy, TellsHowFarItIsCopied) {
  const std::string path = SEXTANT_DATA_DIR "/exp_log_f64_d96_p1000000.npy";
  const auto told = [&] {
    std::uint64_t last = 0, times = 0;
    bool grows = true;
    const Copied copied = [&](std::uint64_t bytes, std::uint64_t asked) {
      grows = grows && bytes > last && bytes <= asked;
      last = bytes;
      ++times;
    };
    const Table table = open_table({.path = "-", .copied = copied});
    return grows && times > 2 && last == std::filesystem::file_size(path) ? 0 : 1;
  };
  EXPECT_EQ(status_with_piped_input(path, "", told), 0);
}

TEST(PipedNpy, MayBeARedirectedFileOrNothing) {
  const std::string path = SEXTANT_DATA_DIR "/llama3_inv_freq_f32.npy";
  const auto redirected = [&](off_t offset) {
    return status_in_child([&] {
      const Descriptor file(::open(path.c_str(), O_RDONLY));
      ::dup2(file.get(), STDIN_FILENO);
      ::lseek(STDIN_FILENO, offset, SEEK_SET);
      return patterns(open_npy("-")) == patterns(open_npy(path)) ? 0 : 1;
    });
  };
  EXPECT_EQ(redirected(0), 0);
  EXPECT_EQ(redirected(1), 99 << 8);  // the remaining bytes are not a .npy file
  const auto closed = [] {
    ::close(STDIN_FILENO);
    return error_of_opening("-").find("standard input: cannot be read") == 0 ? 0 : 1;
  };
  EXPECT_EQ(status_in_child(closed), 0);
}

TEST(PipedNpy, WithoutEndIsRefusedOnceItIsTooLong) {
  const std::string path = SEXTANT_DATA_DIR "/llama3_inv_freq_f32.npy";
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const pid_t writer = start_child([&] {
    ::close(ends[0]);
    std::string bytes = contents(path);
    for (; write_all(ends[1], std::as_bytes(std::span(bytes))) == 0;) continue;
    return 0;  // once its reader has gone
  });
  ::close(ends[1]);
  const auto refused = [&] {
    ::dup2(ends[0], STDIN_FILENO);
    return error_of_opening("-").find("has more bytes") != std::string::npos ? 0 : 1;
  };
  EXPECT_EQ(status_in_child(refused), 0);
  ::close(ends[0]);
  int status = 1;
  ::waitpid(writer, &status, 0);
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace sextant
