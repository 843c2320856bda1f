#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sextant/io/file.hpp"
#include "sextant/io/unfinished_file.hpp"

namespace sextant {

/// A file that is written from beginning to end and replaces its target only when it is complete.
/// Before `finish` the target is untouched.  Without `finish` no file remains.  Standard output
/// (`-`) and files that are not regular (a pipe, /dev/null) are written directly.
class OutputFile {
 public:
  /// Throws Error if the path cannot be written: a directory, or no permission.
  explicit OutputFile(const std::string& path);

  /// The path as error lines show it.
  const std::string& name() const { return name_; }

  /// Throws Error if the file system has less than `bytes` bytes left.  Files that are written
  /// directly are not checked.
  void expect_room(std::uint64_t bytes);

  /// Throws Error if the bytes cannot be written (disk full, pipe closed, file too large), and
  /// BrokenPipe if standard output is closed.
  void write(std::span<const std::byte> bytes);
  void write(std::string_view text) { write(std::as_bytes(std::span(text.data(), text.size()))); }

  /// Writes the buffered bytes.  Throws Error as `write` does.
  void flush();

  /// Writes the buffered bytes and waits until they are on disk.  Throws Error as `write` does.
  void settle();

  /// Writes the buffered bytes and renames the file to its target.  Throws Error as `write` does.
  void finish();

  /// Removes the unfinished file and throws Error: "<name>: <what>".
  [[noreturn]] void fail(const std::string& what);

 private:
  int descriptor() const;
  [[noreturn]] void fail_to_write(int error);

  std::string name_;
  Descriptor direct_;
  std::optional<UnfinishedFile> beside_;
  std::vector<std::byte> waiting_;
};

}  // namespace sextant
