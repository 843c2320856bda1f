#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "sextant/verify/file.hpp"

namespace sextant {

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
