#pragma once

#include <filesystem>
#include <string>

namespace sextant::sweep {

/// The files of a sweep's folder.  Each throws Error, naming the file, where the system does not do
/// what it should.

/// The whole text of a regular file; throws Error for any other and for what no record is as large
/// as.
std::string text_of(const std::filesystem::path& file);

/// Writes beside, then to the name, and waits until the disk has it.
void put(const std::filesystem::path& file, const std::string& text);

/// The same, unless there is such a file already: then it does nothing, and answers false.
bool put_first(const std::filesystem::path& file, const std::string& text);

/// Removes what processes that were killed have left in a folder: nobody takes an hour to write.
void remove_left_behind(const std::filesystem::path& folder);

}  // namespace sextant::sweep
