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

/// A text of foreign origin as an error line shows it: quoted as Python would, on one line, in
/// valid UTF-8, cut after `longest` bytes.
std::string in_quotes(std::string_view text, std::size_t longest = 4096);

/// An open file of the system, closed with its owner.
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

/// Standard output is a pipe that its reader has closed.
class BrokenPipe : public Error {
 public:
  using Error::Error;
};

/// Writes all `bytes`; answers 0, or the error number of what went wrong.  A broken pipe and a size
/// limit are such errors here, not signals, and the caller's signal handling stays as it was.
int write_all(int file, std::span<const std::byte> bytes);

/// Told, while a pipe is copied, how many bytes are, of as many as are asked for.
using Copied = std::function<void(std::uint64_t copied, std::uint64_t asked)>;

/// A file read in any order.  A pipe, or standard input, written `-`, is copied as far as it is
/// asked for to a nameless file in TMPDIR: memory stays the same however long the input is.
class InputFile {
 public:
  /// Opens; throws Error for what is not there, not readable, or a directory.
  explicit InputFile(const std::string& path, Copied copied = nullptr);
  /// What is open already, or lies in memory and outlives it, by the name that error lines show.
  InputFile(std::string name, Descriptor file);
  InputFile(std::string name, std::span<const std::byte> memory);

  /// The path as error lines show it.
  const std::string& name() const { return name_; }

  /// How many of the first `bytes` bytes there are.  For one thread at a time.
  std::uint64_t available(std::uint64_t bytes);

  /// Fills `to` with the bytes from `offset` on; throws Error if the file ends before.  For any
  /// number of threads, within what `available` has answered.
  void read_at(std::uint64_t offset, std::span<std::byte> to) const;

  /// Throws Error: "<name>: <what>".
  [[noreturn]] void fail(const std::string& what) const;

 private:
  void copy_from_pipe(std::uint64_t bytes);

  std::string name_;
  std::span<const std::byte> memory_;  ///< where there is no file
  Descriptor file_;
  Descriptor pipe_;  ///< open while there may be more in it
  Copied copied_;
  std::uint64_t size_ = 0;
};

/// Where files without a name are: TMPDIR, or /tmp.
std::string temporary_directory();

/// A file without a name there, open for reading and writing, which ends with the process however
/// that ends.  Throws Error where there is no room for one.
Descriptor nameless_file();

/// What is unpacked from another file, so that it can be read in any order.
class UnpackedFile {
 public:
  /// `from` is the other file, as error lines show it.
  explicit UnpackedFile(std::string from) : from_(std::move(from)), file_(nameless_file()) {}

  /// Throws Error when the system does not take the bytes.
  void write(std::span<const std::byte> bytes);

  /// All that was written, under the other file's name.
  std::shared_ptr<InputFile> input() const;

 private:
  std::string from_;
  Descriptor file_;
};

}  // namespace sextant
