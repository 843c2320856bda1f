#include "sextant/sweep/record_file.hpp"

#include <system_error>

#include <fmt/core.h>

#include "sextant/encoding/error.hpp"
#include "sextant/sweep/folder_files.hpp"
#include "sextant/verify/file.hpp"

namespace sextant::sweep {
namespace {

namespace fs = std::filesystem;

bool is_whole(const fs::path& file, const fs::path& name) {
  try {
    (void)record_in(name, text_of(file));
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

/// Whether it was there to be renamed.
bool renamed(const std::string& from, const std::string& to) {
  std::error_code error;
  fs::rename(from, to, error);
  if (error && error != std::errc::no_such_file_or_directory)
    throw Error(in_quotes(from) + ": cannot be put aside: " + error.message());
  return !error;
}

}  // namespace

std::string file_name(std::uint64_t first, std::uint64_t last) {
  return fmt::format("{:020}-{:020}.record", first, last);
}

Record record_in(const fs::path& file, const std::string& text) {
  Record record = read_record(text);
  if (file.filename() != file_name(record.first, record.last))
    throw Error("of other rows than its name says");
  return record;
}

std::vector<Damage> put_aside(std::vector<Damage> damaged) {
  std::vector<Damage> aside;
  for (Damage& one : damaged) {
    one.now = one.file + ".damaged";
    for (int k = 2; is_there(one.now); ++k) one.now = fmt::format("{}.damaged{}", one.file, k);
    if (!renamed(one.file, one.now)) continue;
    if (is_whole(one.now, one.file))
      (void)renamed(one.now, one.file);
    else
      aside.push_back(std::move(one));
  }
  return aside;
}

}  // namespace sextant::sweep
