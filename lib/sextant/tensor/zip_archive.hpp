#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sextant/io/file.hpp"
#include "sextant/tensor/zip_directory.hpp"

namespace sextant {

/// Which checksums of members are compared with their bytes: all, or those that are not 0, which
/// some programs write instead of a checksum.
enum class Checksums : unsigned char { all, not_zero };

/// A zip archive in a file, members stored or deflated.
class ZipArchive {
 public:
  /// Throws Error if its directory is damaged, as read_zip_directory does.
  explicit ZipArchive(std::shared_ptr<InputFile> file);

  const std::shared_ptr<InputFile>& file() const { return file_; }
  const std::vector<ZipMember>& members() const { return directory_.members; }

  /// The first bytes of a member, at most `most`.  Throws Error if the member is compressed by
  /// another method, is encrypted, or does not fit into the file.
  std::string begin(const ZipMember& member, std::size_t most) const;

  /// Calls `take` with the pieces of a member, in order.  Each piece is valid only during its call.
  /// Throws Error as `begin` does, and if the member's length or checksum is wrong.
  void unpack(const ZipMember& member, const std::function<void(std::span<const std::byte>)>& take,
              Checksums compared = Checksums::all) const;

 private:
  /// Returns whether to continue.
  using Take = std::function<bool(std::span<const std::byte>)>;

  /// Calls `take` with the pieces of a member until it returns false.
  void each_piece(const ZipMember& member, const Take& take) const;
  void each_stored(const ZipMember& member, std::uint64_t at, const Take& take) const;
  void each_inflated(const ZipMember& member, std::uint64_t at, const Take& take) const;
  /// The place in the file where the packed bytes of a member begin.
  std::uint64_t place_of(const ZipMember& member) const;
  [[noreturn]] void fail(const ZipMember& member, const std::string& what) const;

  std::shared_ptr<InputFile> file_;
  ZipDirectory directory_;
};

}  // namespace sextant
