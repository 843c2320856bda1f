#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

#include "sextant/number/format.hpp"
#include "sextant/tensor/table.hpp"

namespace sextant {

/// An empty directory, removed with its owner.
class Directory {
 public:
  Directory();
  Directory(const Directory&) = delete;
  Directory& operator=(const Directory&) = delete;
  ~Directory();

  std::string operator/(const std::string& name) const { return (path_ / name).string(); }
  /// The names in it, sorted.
  std::vector<std::string> names() const;

 private:
  std::filesystem::path path_;
};

std::string contents(const std::string& path);
void write_file(const std::string& path, std::string_view bytes);

/// A .npy file built by hand: the version, a dictionary padded as in NumPy, and numbers.
std::string npy_bytes(int version, std::string_view dictionary, std::string_view numbers);
std::string dictionary(std::string_view descr, bool fortran_order, std::string_view shape);

/// A float32 table written by our own writer.
void write_zeros(const std::string& path, std::uint64_t rows, std::uint64_t columns);

/// The last `size` bytes of a pattern.
std::string number_bytes(std::uint64_t bits, int size, ByteOrder order);

/// All the patterns of a table, row by row.
std::vector<std::uint64_t> patterns(const Table& table);

/// The message of the Error that `run` throws; the test fails if it throws none.
std::string error_of(const std::function<void()>& run);
/// The same for opening a file.
std::string error_of_opening(const std::string& path, const std::optional<Format>& given = {});

/// The number of bytes that this thread has allocated by `new`.
std::size_t bytes_allocated();

/// Runs in a child process; returns its status from waitpid.  It exits with the result of `run`, or
/// 99 if that throws.
int status_in_child(const std::function<int()>& run);
/// The same without root's rights, so that a wrong writer cannot damage the system.
int status_in_child_of_nobody(const std::function<int()>& run);
pid_t start_child(const std::function<int()>& run);

}  // namespace sextant
