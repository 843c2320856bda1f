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

/// What is in a file: a whole record of the rows that a name says, or why it is none.
struct Looked {
  std::optional<Record> record;
  std::string why;
};
/// Nothing where no such file is there.  Throws Error, naming it, where nobody knows: the system
/// does not give it, or another version of this program wrote it.
std::optional<Looked> look_at(const std::filesystem::path& file, const std::filesystem::path& name);

/// A file without a whole record, why, and its name in quarantine.
struct Damage {
  std::string file, why, now;
};

/// Renames each to .damaged and returns those that it renamed.  If another process measured the
/// rows again meanwhile, the whole record keeps its name.
std::vector<Damage> quarantine(std::vector<Damage> damaged);

}  // namespace sextant::sweep
