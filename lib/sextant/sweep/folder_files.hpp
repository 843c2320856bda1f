#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "sextant/encoding/real/error.hpp"

namespace sextant::sweep {

/// The files of a sweep's folder.  Each function throws Error, naming the file, if the system
/// reports an error.

/// Largest size of a record or a result, in bytes.
inline constexpr std::size_t kLargestFile = std::size_t{64} << 20;

/// Thrown if a file cannot be a record: it is not regular, or too large.
class NoRecord : public Error {
 public:
  using Error::Error;
};

bool is_there(const std::filesystem::path& file);

/// The whole text of a regular file; nullopt if it does not exist, or another process has renamed
/// it.  Throws NoRecord, without its name, for other files.
std::optional<std::string> text_if_there(const std::filesystem::path& file);
/// The whole text of a regular file.  Throws Error, naming it, if it does not exist or cannot be a
/// record.
std::string text_of(const std::filesystem::path& file);

/// The sorted files of a folder.
std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder);

/// Creates a folder and its missing parents, and waits until they are on disk.
void make_folder(const std::filesystem::path& folder);

/// Writes a temporary file, waits until it is on disk, renames it, and waits until the name is on
/// disk.
void put(const std::filesystem::path& file, const std::string& text);

/// The same, but if the file exists, it changes nothing and returns false.
bool put_first(const std::filesystem::path& file, const std::string& text);

/// Removes temporary files that killed processes left: those that are more than an hour old.
void remove_left_behind(const std::filesystem::path& folder);

}  // namespace sextant::sweep
