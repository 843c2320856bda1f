#include "sextant/io/unfinished_file.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <random>
#include <string_view>
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

/// An entry of the list of unfinished files and directories, the latest first.
struct UnfinishedName {
  std::string path;
  bool directory = false;
  pid_t owner = ::getpid();  ///< a forked child does not own its parent's files
  UnfinishedName* next = nullptr;
};

namespace {

UnfinishedName* first = nullptr;
std::atomic_flag list_is_held;
bool something_is_written = false;  ///< the list's lock guards this and the next
bool error_is_terminal = false;
std::string_view interrupted_program, work_that_stays;
std::array<char, 256> interruption;  ///< the whole message
std::size_t interruption_size = 0;

void hold_list() noexcept {
  while (list_is_held.test_and_set(std::memory_order_acquire)) {
  }
}

/// Holds the list's lock.  It blocks all signals, so that the handler never interrupts the holder
/// and can wait for the lock.
class Held {
 public:
  Held() {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &mask_);
    hold_list();
  }
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;
  ~Held() {
    list_is_held.clear(std::memory_order_release);
    ::pthread_sigmask(SIG_SETMASK, &mask_, nullptr);
  }

 private:
  sigset_t mask_{};
};

void remove(const UnfinishedName& name) noexcept {
  name.directory ? ::rmdir(name.path.c_str()) : ::unlink(name.path.c_str());
}

/// Forms the message, cut to the buffer's size.  Safe in a signal handler.
void form_interruption() noexcept {
  interruption_size = 0;
  const auto add = [](std::string_view text) {
    const std::size_t size = std::min(text.size(), interruption.size() - interruption_size);
    std::copy_n(text.data(), size, interruption.data() + interruption_size);
    interruption_size += size;
  };
  add(interrupted_program);
  add(": interrupted");
  add(!work_that_stays.empty() ? "; " : something_is_written ? "" : ", nothing written");
  add(work_that_stays);
  add("\n");
}

void take_off_list(const UnfinishedName& name) {
  UnfinishedName** link = &first;
  while (*link != &name) link = &(*link)->next;
  *link = name.next;
}

/// Writes to standard error with async-signal-safe calls.  Writes nothing if that would block,
/// because the reader may be stopped.
void say(std::string_view text) {
  pollfd error{STDERR_FILENO, POLLOUT, 0};
  if (::poll(&error, 1, 0) != 1 || error.revents != POLLOUT) return;
  [[maybe_unused]] const auto said = ::write(STDERR_FILENO, text.data(), text.size());
}

extern "C" void on_signal(int signal) {
  hold_list();  // never released: no new file is begun
  for (const UnfinishedName* name = first; name != nullptr; name = name->next) {
    if (name->owner == ::getpid()) remove(*name);
  }
  form_interruption();
  if (error_is_terminal) say("\r\033[K");  // a line of progress may be there
  say({interruption.data(), interruption_size});
  ::signal(signal, SIG_DFL);
  ::raise(signal);  // pending until this handler returns
}

std::string random_name() {
  std::random_device random;
  return fmt::format(".sextant-{}-{:08x}{:08x}.unfinished", ::getpid(), random(), random());
}

/// Keeps the permissions of the replaced file.
void take_mode(int file, const std::string& target) {
  struct stat status {};
  if (::stat(target.c_str(), &status) == 0) ::fchmod(file, status.st_mode & 0777);
}

}  // namespace

UnfinishedFile::UnfinishedFile(const std::string& target)
    : target_(std::filesystem::absolute(target)), name_(std::make_unique<UnfinishedName>()) {
  name_->path = std::filesystem::path(directory()) / random_name();
  int error = 0;
  {
    const Held held;
    file_ = Descriptor(::open(name_->path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666));
    error = errno;
    if (file_.open()) name_->next = std::exchange(first, name_.get());
  }
  if (!file_.open()) {
    throw Error(in_quotes(target) + ": cannot be written: in " + in_quotes(directory()) + ": " +
                std::generic_category().message(error));
  }
  take_mode(file_.get(), target_);
}

UnfinishedFile::~UnfinishedFile() {
  if (!name_) return;
  const Held held;
  remove(*name_);
  take_off_list(*name_);
}

std::string UnfinishedFile::directory() const {
  return std::filesystem::path(target_).parent_path();
}

int UnfinishedFile::finish() {
  if (::close(file_.release()) != 0 && errno != EINTR) return errno;
  {
    const Held held;
    if (::rename(name_->path.c_str(), target_.c_str()) != 0) return errno;
    take_off_list(*name_);
    something_is_written = true;
  }
  name_.reset();
  return 0;
}

UnfinishedDirectory::UnfinishedDirectory(const std::string& path) : UnfinishedDirectory() {
  make(path);  // if it throws, the destructor removes what it made: the object is already
               // constructed
}

void UnfinishedDirectory::make(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  std::vector<fs::path> missing;
  int reason = 0;
  for (fs::path p = fs::absolute(path); !fs::exists(p, error) && p.has_relative_path();
       p = p.parent_path())
    missing.push_back(p);
  for (auto p = missing.rbegin(); p != missing.rend(); ++p) {
    auto name = std::make_unique<UnfinishedName>();
    name->path = *p;
    name->directory = true;
    made_.reserve(made_.size() + 1);
    const Held held;
    if (::mkdir(p->c_str(), 0777) != 0) {
      reason = errno;
      if (reason == EEXIST) continue;  // created by another program
      break;
    }
    name->next = std::exchange(first, name.get());
    made_.push_back(std::move(name));
  }
  if (fs::is_directory(path, error)) return;
  throw Error(
      in_quotes(path) + " cannot be made a directory: " +
      (missing.empty() ? "something else is there" : std::generic_category().message(reason)));
}

void UnfinishedDirectory::finish() noexcept {
  const Held held;
  for (const auto& name : made_) take_off_list(*name);
  made_.clear();
}

UnfinishedDirectory::~UnfinishedDirectory() {
  const Held held;
  for (auto name = made_.rbegin(); name != made_.rend(); ++name) {
    remove(**name);
    take_off_list(**name);
  }
}

void note_direct_output() {
  const Held held;
  something_is_written = true;
}

void note_work_that_stays(std::string_view what) {
  const Held held;
  work_that_stays = what;
}

void remove_unfinished_on_signals(std::string_view program) {
  {
    const Held held;
    interrupted_program = program;
    work_that_stays = {};
    something_is_written = false;
    error_is_terminal = ::isatty(STDERR_FILENO) != 0;
  }
  struct sigaction handling {};
  handling.sa_handler = on_signal;
  ::sigfillset(&handling.sa_mask);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before {};
    ::sigaction(signal, nullptr, &before);
    if (before.sa_handler != SIG_IGN) ::sigaction(signal, &handling, nullptr);
  }
}

}  // namespace sextant
