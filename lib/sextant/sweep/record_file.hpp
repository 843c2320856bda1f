#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "sextant/sweep/record.hpp"

namespace sextant::sweep {

/// The name of the file of a record of the rows [first, last).
std::string file_name(std::uint64_t first, std::uint64_t last);

/// The content of a file: a complete record with the rows of a name, or why it is none.
struct Looked {
  std::optional<Record> record;
  std::string why;
};
/// Reads a file. nullopt if it does not exist.  Throws Error, naming it, if that cannot be decided:
/// the system cannot read the file, or another version of this program wrote it.
std::optional<Looked> look_at(const std::filesystem::path& file, const std::filesystem::path& name);

/// A file without a complete record, the reason, and its name in quarantine.
struct Damage {
  std::string file, why, now;
};

/// Renames each file to .damaged and returns the renamed ones.  If another process has measured the
/// rows again, the complete record keeps its name.
std::vector<Damage> quarantine(std::vector<Damage> damaged);

}  // namespace sextant::sweep
