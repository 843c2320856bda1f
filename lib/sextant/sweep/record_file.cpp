#include "sextant/sweep/record_file.hpp"

#include <cerrno>
#include <cstdio>
#include <new>
#include <system_error>

#include <fcntl.h>
#include <fmt/core.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/io/file.hpp"
#include "sextant/sweep/folder_files.hpp"

namespace sextant::sweep {
namespace {

namespace fs = std::filesystem;

/// Renames a file if `to` does not exist.  Returns 0 or an errno.
int rename_to_nobody(const std::string& from, const std::string& to) {
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return errno;
  if (is_there(to)) return EEXIST;  // for file systems without RENAME_NOREPLACE
  return std::rename(from.c_str(), to.c_str()) == 0 ? 0 : errno;
}

/// Renames a file and returns the new name; empty if another process was first.
std::string renamed_as_damaged(const std::string& file) {
  for (int k = 1;; ++k) {
    std::string name = file + ".damaged" + (k == 1 ? "" : std::to_string(k));
    const int error = rename_to_nobody(file, name);
    if (error == 0) return name;
    if (error == ENOENT) return {};
    if (error != EEXIST)
      throw Error(in_quotes(file) +
                  ": cannot be put aside: " + std::generic_category().message(error));
  }
}

/// Whether the file is a complete record.
bool whole(const std::string& file, const std::string& name) {
  const auto looked = look_at(file, name);
  return looked && looked->record;
}

/// Whether a quarantined file is a complete record, because another process measured the rows
/// before the renaming.  Then it gets its name back, unless the record exists again.
bool put_back(const Damage& one) {
  try {
    if (!whole(one.now, one.file)) return false;
  } catch (...) {  // whether it is complete is unknown
    (void)rename_to_nobody(one.now, one.file);
    throw;
  }
  std::error_code unknown;
  if (rename_to_nobody(one.now, one.file) != 0) fs::remove(one.now, unknown);
  return true;
}

}  // namespace

std::string file_name(std::uint64_t first, std::uint64_t last) {
  return fmt::format("{:020}-{:020}.record", first, last);
}

std::optional<Looked> look_at(const fs::path& file, const fs::path& name) {
  std::optional<std::string> text;
  try {
    text = text_if_there(file);
  } catch (const NoRecord& error) {
    return Looked{{}, error.what()};
  } catch (const Error& error) {
    throw Error(std::string(error.what()) + "; without it its rows are measured again");
  }
  if (!text) return std::nullopt;
  try {
    Record record = read_record(*text);
    if (name.filename() != file_name(record.first, record.last))
      return Looked{{}, "of other rows than its name says"};
    return Looked{std::move(record), {}};
  } catch (const OtherVersion& error) {
    throw Error(in_quotes(file.string()) + ": " + error.what());
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    return Looked{{}, error.what()};
  }
}

std::vector<Damage> quarantine(std::vector<Damage> damaged) {
  std::vector<Damage> quarantined;
  for (Damage& one : damaged) {
    if (whole(one.file, one.file)) continue;
    one.now = renamed_as_damaged(one.file);
    if (!one.now.empty() && !put_back(one)) quarantined.push_back(std::move(one));
  }
  return quarantined;
}

}  // namespace sextant::sweep
