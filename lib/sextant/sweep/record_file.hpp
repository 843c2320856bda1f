#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "sextant/sweep/record.hpp"

namespace sextant::sweep {

/// The name of the file of a record of the rows [first, last).
std::string file_name(std::uint64_t first, std::uint64_t last);

/// The record that a file of that name has; throws Error, or what the JSON library throws, for a
/// text that is no whole record of those rows.
Record record_in(const std::filesystem::path& file, const std::string& text);

/// A file that has no whole record, why, and what it is called once it was put aside.
struct Damage {
  std::string file, why, now;
};

/// Gives each a new name, in .damaged, and tells of those that it has given one.  Others may have
/// been first, and have measured its rows again meanwhile: what is whole gets its name back.
std::vector<Damage> put_aside(std::vector<Damage> damaged);

}  // namespace sextant::sweep
