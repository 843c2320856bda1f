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

/// A file that has no whole record, why, and what it is called once it was put aside.
struct Damage {
  std::string file, why, now;
};

/// Gives each a new name, in .damaged, and tells of those that it has given one.  Others may have
/// been first, and have measured its rows again meanwhile: what is whole keeps its name.
std::vector<Damage> put_aside(std::vector<Damage> damaged);

}  // namespace sextant::sweep
