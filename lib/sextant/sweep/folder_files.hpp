#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "sextant/encoding/real/error.hpp"

namespace sextant::sweep {

/// The files of a sweep's folder.  Each throws Error, naming the file, where the system does not do
/// what it should.

/// Bytes of a record, or of what several are together: none is as large.
inline constexpr std::size_t kLargestFile = std::size_t{64} << 20;

/// Why a file can be no record, whatever is in it: no regular one, or too large.
class NoRecord : public Error {
 public:
  using Error::Error;
};

bool is_there(const std::filesystem::path& file);

/// The whole text of a regular file, unless it is not there, or gone meanwhile: other processes put
/// files aside.  Throws NoRecord, not naming it, for any other.
std::optional<std::string> text_if_there(const std::filesystem::path& file);
/// Of one that must be there and be such a file; throws Error, naming it, if not.
std::string text_of(const std::filesystem::path& file);

/// What is in a folder, in order.
std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder);

/// Makes a folder, and those above it that are missing; the disk has them then.
void make_folder(const std::filesystem::path& folder);

/// Writes beside until the disk has it, and then gives it the name, which the disk has then too.
void put(const std::filesystem::path& file, const std::string& text);

/// The same, unless there is such a file already: then it does nothing, and answers false.
bool put_first(const std::filesystem::path& file, const std::string& text);

/// Removes what processes that were killed have left in a folder: nobody takes an hour to write.
void remove_left_behind(const std::filesystem::path& folder);

}  // namespace sextant::sweep
