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

/// A file written from its beginning to its end, and there only once it is whole: until `finish`,
/// the target is untouched, and without it nothing is left behind.  Standard output, written `-`,
/// and what is no regular file (a pipe, /dev/null) are written directly.
class OutputFile {
 public:
  /// Throws Error where nothing can be written: a directory, a file or place without permission.
  explicit OutputFile(const std::string& path);

  /// The path as error lines show it.
  const std::string& name() const { return name_; }

  /// Throws Error where the file system has not the room for a file of so many bytes.  What is
  /// written directly needs none that could be known.
  void expect_room(std::uint64_t bytes);

  /// Throws Error when the system does not take the bytes: disk full, pipe closed, file too large;
  /// BrokenPipe where standard output is closed.
  void write(std::span<const std::byte> bytes);
  void write(std::string_view text) { write(std::as_bytes(std::span(text))); }

  /// Hands the system what waits here.  Throws Error as `write` does.
  void flush();

  /// Writes what is left, and waits until the disk has it.  Throws Error as `write` does.
  void settle();

  /// Writes what is left, and puts the file in its place.  Throws Error as `write` does.
  void finish();

  /// Removes what is unfinished, and throws Error: "<name>: <what>".
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
