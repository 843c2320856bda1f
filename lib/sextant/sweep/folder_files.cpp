#include "sextant/sweep/folder_files.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <random>
#include <span>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include "sextant/io/file.hpp"
#include "sextant/io/output_file.hpp"
#include "sextant/io/unfinished_file.hpp"

namespace sextant::sweep {
namespace {

namespace fs = std::filesystem;

/// Waits until the names in a folder are on disk.
void settle_names(const fs::path& folder) {
  const Descriptor file(::open(folder.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.open() && (errno == EACCES || errno == EPERM))
    return;  // the folder may only be written
  if (file.open() && (::fsync(file.get()) == 0 || errno == EINVAL)) return;
  throw Error(in_quotes(folder.string()) +
              ": not known to be on the disk: " + std::generic_category().message(errno));
}

/// Writes a file and waits until it is on disk before renaming it: a power cut leaves no partial
/// file.
void write_settled(const fs::path& file, const std::string& text) {
  if (text.size() > kLargestFile)
    throw Error(in_quotes(file.string()) + ": too large for a record");
  OutputFile out(file.string());
  out.write(text);
  out.settle();
  out.finish();
}

}  // namespace

bool is_there(const fs::path& file) {
  return fs::symlink_status(file).type() != fs::file_type::not_found;
}

std::optional<std::string> text_if_there(const fs::path& file) {
  const fs::file_type type = fs::symlink_status(file).type();
  if (type == fs::file_type::not_found) return std::nullopt;
  if (type != fs::file_type::regular) throw NoRecord("no regular file");
  Descriptor opened(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (!opened.open() && errno == ENOENT) return std::nullopt;
  if (!opened.open())
    throw Error(in_quotes(file.string()) +
                ": cannot be read: " + std::generic_category().message(errno));
  InputFile input(in_quotes(file.string()), std::move(opened));
  const std::uint64_t size = input.available(kLargestFile + 1);
  if (size > kLargestFile) throw NoRecord("larger than any record");
  std::string text(static_cast<std::size_t>(size), '\0');
  input.read_at(0, std::as_writable_bytes(std::span(text)));
  return text;
}

std::string text_of(const fs::path& file) {
  const auto fail = [&](const char* why) { throw Error(in_quotes(file.string()) + ": " + why); };
  std::optional<std::string> text;
  try {
    text = text_if_there(file);
  } catch (const NoRecord& error) {
    fail(error.what());
  }
  if (!text) fail("is not there any more");
  return std::move(*text);
}

void make_folder(const fs::path& folder) {
  std::vector<fs::path> missing;
  std::error_code unknown;
  for (fs::path one = fs::absolute(folder); !fs::exists(one, unknown) && one.has_relative_path();
       one = one.parent_path())
    missing.push_back(one);
  UnfinishedDirectory made(folder.string());
  made.finish();
  for (const fs::path& one : missing) settle_names(one.parent_path());
}

std::vector<fs::path> files_in(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> files;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    files.push_back(at->path());
  if (error) throw Error(in_quotes(folder.string()) + ": cannot be read: " + error.message());
  std::sort(files.begin(), files.end());
  return files;
}

void put(const fs::path& file, const std::string& text) {
  const fs::file_type type = fs::symlink_status(file).type();
  if (type != fs::file_type::not_found && type != fs::file_type::regular)
    throw Error(in_quotes(file.string()) + ": no regular file");
  write_settled(file, text);
  settle_names(file.parent_path());
}

bool put_first(const fs::path& file, const std::string& text) {
  if (fs::symlink_status(file).type() != fs::file_type::not_found) return false;
  // If several processes write at the same time, one of them gets the name.
  std::random_device random;
  const fs::path beside =
      file.parent_path() / fmt::format(".sextant-{:08x}{:08x}.unfinished", random(), random());
  write_settled(beside, text);
  std::error_code error;
  fs::create_hard_link(beside, file, error);
  std::error_code gone;
  fs::remove(beside, gone);
  if (!error) settle_names(file.parent_path());
  if (error && error != std::errc::file_exists)
    throw Error(in_quotes(file.string()) + ": cannot be written: " + error.message());
  return !error;
}

void remove_left_behind(const fs::path& folder) {
  for (const fs::path& file : files_in(folder)) {
    if (!file.filename().string().starts_with(".sextant-") || file.extension() != ".unfinished")
      continue;
    std::error_code gone;
    const auto written = fs::last_write_time(file, gone);
    if (!gone && fs::file_time_type::clock::now() - written > std::chrono::hours(1))
      fs::remove(file, gone);
  }
}

}  // namespace sextant::sweep
