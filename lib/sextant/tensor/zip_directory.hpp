#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sextant/io/file.hpp"

namespace sextant {

/// A member of a zip archive, as the archive's directory describes it.
struct ZipMember {
  std::string name;
  std::uint64_t size = 0;      ///< bytes, unpacked
  std::uint64_t packed = 0;    ///< bytes in the file
  std::uint64_t header = 0;    ///< place of its local header in the file
  std::uint32_t checksum = 0;  ///< CRC-32 of the unpacked bytes
  std::uint64_t method = 0;    ///< of compression; 0: stored
  bool encrypted = false;

  bool stored() const { return method == 0; }
};

/// The directory at the end of a zip archive.  No two members have the same name.
struct ZipDirectory {
  std::uint64_t begin = 0;  ///< place in the file: all members are before it
  std::vector<ZipMember> members = {};
};

/// The remedy in messages about damaged archives.
inline constexpr const char* kZipRemedy = "; save or copy it again";

/// Reads the directory of the archive in a file, with the records of zip64.  Throws Error, with the
/// reason and a remedy, if it is damaged, if other bytes are before the archive, or if two members
/// have the same name.  Sizes and places are those that the directory claims: they may be
/// beyond the end of the file.
ZipDirectory read_zip_directory(InputFile& file);

}  // namespace sextant
