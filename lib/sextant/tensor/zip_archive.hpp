#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sextant/io/file.hpp"

struct zip;

namespace sextant {

/// A member of a zip archive.
struct ZipMember {
  std::uint64_t index = 0;
  std::string name;
  std::uint64_t size = 0;  ///< unpacked
  bool stored = false;     ///< not compressed
};

/// A zip archive in a file, members stored or compressed.
class ZipArchive {
 public:
  /// Throws Error if it is damaged.
  explicit ZipArchive(std::shared_ptr<InputFile> file);

  const std::shared_ptr<InputFile>& file() const { return file_; }
  const std::vector<ZipMember>& members() const { return members_; }

  /// The first bytes of a member, at most `most`.
  std::string begin(const ZipMember& member, std::size_t most) const;

  /// Calls `take` with the pieces of a member, in the same memory.  Throws Error if the member's
  /// length or checksum is wrong.
  void unpack(const ZipMember& member,
              const std::function<void(std::span<const std::byte>)>& take) const;

 private:
  [[noreturn]] void fail(const ZipMember& member, const std::string& what) const;

  std::shared_ptr<InputFile> file_;
  std::shared_ptr<zip> zip_;
  std::vector<ZipMember> members_;
};

}  // namespace sextant
