#include "sextant/io/file.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sextant/encoding/real/error.hpp"

namespace sextant {

namespace {

constexpr std::size_t kPiece = std::size_t{1} << 16;

/// Whether an open file may lose its name.  Emscripten asks by name for the size of an open file;
/// its files are gone with the page.
#ifdef __EMSCRIPTEN__
constexpr bool kKeepsNameless = false;
#else
constexpr bool kKeepsNameless = true;
#endif

std::string reason(int error = errno) { return std::generic_category().message(error); }

/// Blocks this thread's SIGPIPE and SIGXFSZ during its lifetime.  Then it discards those that
/// `write` caused: the system sends them to the writing thread only.
class SignalsWait {
 public:
  SignalsWait() {
    ::sigemptyset(&signals_);
    ::sigpending(&before_);
    for (const int signal : {SIGPIPE, SIGXFSZ}) {
      if (::sigismember(&before_, signal) == 0) ::sigaddset(&signals_, signal);
    }
    ::pthread_sigmask(SIG_BLOCK, &signals_, &mask_);
  }
  SignalsWait(const SignalsWait&) = delete;
  SignalsWait& operator=(const SignalsWait&) = delete;
  ~SignalsWait() {
    const timespec at_once{};
    while (::sigtimedwait(&signals_, nullptr, &at_once) > 0 || errno == EINTR) {
    }
    ::pthread_sigmask(SIG_SETMASK, &mask_, nullptr);
  }

 private:
  sigset_t signals_{};
  sigset_t before_{};
  sigset_t mask_{};
};

/// Opens a path; `-` is standard input.
Descriptor open_path(const std::string& path) {
  if (path == "-") return Descriptor(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0));
  return Descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
}

/// Standard input may be a file that was partly read before: such a file is treated as a pipe.
bool can_be_read_anywhere(int file, const struct stat& status) {
  return S_ISREG(status.st_mode) && ::lseek(file, 0, SEEK_CUR) == 0;
}

/// Whether to retry a failed read or write.  After a signal it returns at once; for a non-blocking
/// pipe it waits until the pipe is ready.
bool try_again(int file, short event) {
  if (errno == EINTR) return true;
  if (errno != EAGAIN) return false;
  pollfd ready{file, event, 0};
  return ::poll(&ready, 1, -1) >= 0 || errno == EINTR;
}

/// The length in bytes of the UTF-8 character at the start of `text`.  0 for a control character or
/// invalid UTF-8 (Unicode 15, table 3-7).
std::size_t printable_length(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
  };
  const int lead = byte(0);
  if (lead < 0x80) return lead >= 0x20 && lead != 0x7f ? 1 : 0;
  const std::size_t length = lead < 0xc2   ? 0
                             : lead < 0xe0 ? 2
                             : lead < 0xf0 ? 3
                             : lead < 0xf5 ? 4
                                           : 0;
  for (std::size_t i = 1; i < length; ++i) {
    if (byte(i) >> 6 != 2) return 0;
  }
  const bool too_low = (lead == 0xc2 && byte(1) < 0xa0) || (lead == 0xe0 && byte(1) < 0xa0) ||
                       (lead == 0xf0 && byte(1) < 0x90);
  const bool too_high = (lead == 0xed && byte(1) > 0x9f) || (lead == 0xf4 && byte(1) > 0x8f);
  return too_low || too_high ? 0 : length;
}

}  // namespace

std::string in_quotes(std::string_view text, std::size_t longest) {
  std::string result = "'";
  std::size_t at = 0;
  while (at < text.size() && at < longest) {
    const std::size_t length = printable_length(text.substr(at));
    if (text[at] == '\'' || text[at] == '\\') result += '\\';
    if (length > 0) {
      result += text.substr(at, length);
    } else {
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[at]));
    }
    at += std::max<std::size_t>(length, 1);
  }
  return result + (at < text.size() ? "…'" : "'");
}

int write_all(int file, std::span<const std::byte> bytes) {
  const SignalsWait wait;
  while (!bytes.empty()) {
    const ssize_t put = ::write(file, bytes.data(), bytes.size());
    if (put < 0 && try_again(file, POLLOUT)) continue;
    if (put < 0) return errno;
    bytes = bytes.subspan(static_cast<std::size_t>(put));
  }
  return 0;
}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  if (this != &other) {
    if (open()) ::close(number_);
    number_ = other.release();
  }
  return *this;
}

Descriptor::~Descriptor() {
  if (open()) ::close(number_);
}

int Descriptor::release() { return std::exchange(number_, -1); }

InputFile::InputFile(const std::string& path, Copied copied)
    : InputFile(path == "-" ? "standard input" : in_quotes(path), open_path(path)) {
  copied_ = std::move(copied);
}

InputFile::InputFile(std::string name, std::span<const std::byte> memory)
    : name_(std::move(name)), memory_(memory), size_(memory.size()) {}

InputFile::InputFile(std::string name, Descriptor file)
    : name_(std::move(name)), file_(std::move(file)) {
  struct stat status {};
  if (!file_.open() || ::fstat(file_.get(), &status) != 0) fail("cannot be read: " + reason());
  if (S_ISDIR(status.st_mode)) fail("is a directory, not a file");
  if (can_be_read_anywhere(file_.get(), status)) {
    size_ = static_cast<std::uint64_t>(status.st_size);
  } else {
    pipe_ = std::exchange(file_, nameless_file());
  }
}

std::uint64_t InputFile::available(std::uint64_t bytes) {
  if (pipe_.open() && bytes > size_) copy_from_pipe(bytes);
  return std::min(bytes, size_);
}

void InputFile::copy_from_pipe(std::uint64_t bytes) {
  std::array<std::byte, kPiece> piece;
  while (size_ < bytes) {
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(kPiece, bytes - size_));
    const ssize_t got = ::read(pipe_.get(), piece.data(), wanted);
    if (got < 0 && try_again(pipe_.get(), POLLIN)) continue;
    if (got < 0) fail("cannot be read: " + reason());
    if (got == 0) {
      pipe_ = Descriptor();
      return;
    }
    if (const int error = write_all(file_.get(), std::span(piece).first(std::size_t(got)))) {
      fail("cannot be copied to " + in_quotes(temporary_directory()) + ": " + reason(error));
    }
    size_ += static_cast<std::uint64_t>(got);
    if (copied_) copied_(size_, bytes);
  }
}

void InputFile::read_at(std::uint64_t offset, std::span<std::byte> to) const {
  if (memory_.data() != nullptr) {
    if (offset > size_ || to.size() > size_ - offset) fail("ends before that");
    std::copy_n(memory_.begin() + static_cast<std::ptrdiff_t>(offset), to.size(), to.begin());
    return;
  }
  while (!to.empty()) {
    const ssize_t got = ::pread(file_.get(), to.data(), to.size(), static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail("cannot be read: " + reason());
    if (got == 0) fail(fmt::format("ends at byte {}: it became shorter while it was read", offset));
    offset += static_cast<std::uint64_t>(got);
    to = to.subspan(static_cast<std::size_t>(got));
  }
}

void InputFile::fail(const std::string& what) const { throw Error(name_ + ": " + what); }

std::string temporary_directory() {
  const char* directory = std::getenv("TMPDIR");
  return directory != nullptr && *directory != '\0' ? directory : "/tmp";
}

Descriptor nameless_file() {
  const std::string directory = temporary_directory();
  Descriptor file;
  if (kKeepsNameless) {
    file = Descriptor(::open(directory.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
    if (file.open()) return file;
  }
  std::string name =
      directory + "/sextant-XXXXXX";  // if the file system does not support O_TMPFILE
  file = Descriptor(::mkostemp(name.data(), O_CLOEXEC));
  if (!file.open())
    throw Error(in_quotes(directory) +
                ": no room for a copy of the input: " + std::generic_category().message(errno));
  if (kKeepsNameless) ::unlink(name.c_str());
  return file;
}

void UnpackedFile::write(std::span<const std::byte> bytes) {
  if (const int error = write_all(file_.get(), bytes))
    throw Error(from_ + ": cannot be unpacked to " + in_quotes(temporary_directory()) + ": " +
                std::generic_category().message(error));
}

std::shared_ptr<InputFile> UnpackedFile::input() const {
  ::lseek(file_.get(), 0, SEEK_SET);  // InputFile treats a partly read file as a pipe
  return std::make_shared<InputFile>(from_, Descriptor(::fcntl(file_.get(), F_DUPFD_CLOEXEC, 0)));
}

}  // namespace sextant
