#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "sextant/encoding/real/error.hpp"

namespace sextant {

/// Untrusted text as an error line shows it: quoted as Python does, on one line, in valid UTF-8,
/// cut after `longest` bytes.
std::string in_quotes(std::string_view text, std::size_t longest = 4096);

/// Owns a file descriptor and closes it.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor();

  int get() const { return number_; }
  bool open() const { return number_ >= 0; }
  int release();

 private:
  int number_ = -1;
};

/// Thrown if standard output is a pipe that its reader has closed.
class BrokenPipe : public Error {
 public:
  using Error::Error;
};

/// Writes all `bytes`.  Returns 0 or an errno.  A broken pipe or a size limit returns an errno and
/// raises no signal; the caller's signal handling does not change.
int write_all(int file, std::span<const std::byte> bytes);

/// Called while a pipe is copied, with the bytes copied so far and the bytes requested.
using Copied = std::function<void(std::uint64_t copied, std::uint64_t asked)>;

/// A file that is read in any order.  A pipe or standard input (`-`) is copied to a nameless file
/// in TMPDIR, as far as it is requested.  Memory does not grow with the length of the input.
class InputFile {
 public:
  /// Opens a path.  Throws Error if it does not exist, cannot be read, or is a directory.
  explicit InputFile(const std::string& path, Copied copied = nullptr);
  /// An open file, or bytes in memory that must outlive this object.  Error lines show `name`.
  InputFile(std::string name, Descriptor file);
  InputFile(std::string name, std::span<const std::byte> memory);

  /// The path as error lines show it.
  const std::string& name() const { return name_; }

  /// The number of bytes available, at most `bytes`.  Only one thread at a time may call it.
  std::uint64_t available(std::uint64_t bytes);

  /// Fills `to` with the bytes from `offset` on.  Throws Error if the file ends before.  Threads
  /// may call it at the same time, for bytes that `available` has returned.
  void read_at(std::uint64_t offset, std::span<std::byte> to) const;

  /// Throws Error: "<name>: <what>".
  [[noreturn]] void fail(const std::string& what) const;

 private:
  void copy_from_pipe(std::uint64_t bytes);

  std::string name_;
  std::span<const std::byte> memory_;  ///< used if there is no file
  Descriptor file_;
  Descriptor pipe_;  ///< open until its end is reached
  Copied copied_;
  std::uint64_t size_ = 0;
};

/// The directory for nameless files: TMPDIR, or /tmp.
std::string temporary_directory();

/// A nameless file in that directory, open for reading and writing.  The system removes it when the
/// process ends.  Throws Error if it cannot be created.
Descriptor nameless_file();

/// Bytes unpacked from another file, so that they can be read in any order.
class UnpackedFile {
 public:
  /// `from` is the name of the other file in error lines.
  explicit UnpackedFile(std::string from) : from_(std::move(from)), file_(nameless_file()) {}

  /// Throws Error if the bytes cannot be written.
  void write(std::span<const std::byte> bytes);

  /// The bytes written so far, as a file with the other file's name.
  std::shared_ptr<InputFile> input() const;

 private:
  std::string from_;
  Descriptor file_;
};

}  // namespace sextant
