#include "sextant/io/output_file.hpp"

#include <cerrno>
#include <filesystem>
#include <system_error>

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include "sextant/encoding/real/error.hpp"

namespace sextant {
namespace {

constexpr std::size_t kLeastWritten = std::size_t{1} << 16;

constexpr const char* kStandardOutput = "standard output";

std::string cannot(int error) {
  return "cannot be written: " + std::generic_category().message(error);
}

}  // namespace

OutputFile::OutputFile(const std::string& path)
    : name_(path == "-" ? kStandardOutput : in_quotes(path)) {
  namespace fs = std::filesystem;
  if (path.empty()) fail("a file needs a name");
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (path == "-") {
    direct_ = Descriptor(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0));
    if (!direct_.open()) fail(cannot(errno));
  } else if (status.type() == fs::file_type::none) {
    fail(cannot(error.value()));
  } else if (fs::is_directory(status)) {
    fail("is a directory; name a file in it");
  } else if (fs::is_regular_file(status)) {
    if (::access(path.c_str(), W_OK) != 0) fail(cannot(errno));
    beside_.emplace(fs::canonical(path).string());  // replaces the link's target, not the link
  } else if (fs::exists(status)) {
    direct_ = Descriptor(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (!direct_.open()) fail(cannot(errno));
  } else if (fs::is_symlink(fs::symlink_status(path, error))) {
    fail("is a symbolic link to a file that is not there");
  } else {
    beside_.emplace(path);
  }
  if (direct_.open()) note_direct_output();
  waiting_.reserve(2 * kLeastWritten);
}

void OutputFile::expect_room(std::uint64_t bytes) {
  if (!beside_) return;
  std::error_code unknown;
  const auto space = std::filesystem::space(beside_->directory(), unknown);
  if (unknown || bytes <= space.available) return;
  fail(fmt::format("cannot be written: it needs {} bytes, and its file system has {} left", bytes,
                   space.available));
}

void OutputFile::write(std::span<const std::byte> bytes) {
  if (waiting_.size() + bytes.size() >= kLeastWritten) flush();
  if (bytes.size() < kLeastWritten) {
    waiting_.insert(waiting_.end(), bytes.begin(), bytes.end());
  } else if (const int error = write_all(descriptor(), bytes)) {
    fail_to_write(error);
  }
}

void OutputFile::settle() {
  flush();
  if (::fsync(descriptor()) != 0 && errno != EINVAL && errno != EROFS) fail(cannot(errno));
}

void OutputFile::finish() {
  flush();
  if (beside_) {
    if (const int error = beside_->finish()) fail(cannot(error));
  }
  beside_.reset();
  direct_ = Descriptor();
}

void OutputFile::fail(const std::string& what) {
  beside_.reset();
  direct_ = Descriptor();
  throw Error(name_ + ": " + what);
}

void OutputFile::fail_to_write(int error) {
  if (error == EPIPE && name_ == kStandardOutput) throw BrokenPipe(name_ + ": " + cannot(error));
  fail(cannot(error));
}

int OutputFile::descriptor() const { return beside_ ? beside_->descriptor() : direct_.get(); }

void OutputFile::flush() {
  if (const int error = write_all(descriptor(), waiting_)) fail_to_write(error);
  waiting_.clear();
}

}  // namespace sextant
