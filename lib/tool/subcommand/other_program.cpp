#include "tool/subcommand/other_program.hpp"

#include <cerrno>
#include <filesystem>
#include <system_error>

#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sextant/encoding/real/error.hpp"

namespace sextant::tool {

int status_of(std::vector<std::string> arguments) {
  std::vector<char*> words;
  for (std::string& argument : arguments) words.push_back(argument.data());
  words.push_back(nullptr);
  ::signal(SIGCHLD, SIG_DFL);  // if SIGCHLD is ignored, waitpid() gets no status
  pid_t child = 0;
  if (posix_spawnp(&child, words[0], nullptr, nullptr, words.data(), environ) != 0) return -1;
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return -1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int become_program_beside(const std::string& name, char** argv) {
  std::error_code unknown;
  const auto own = std::filesystem::read_symlink("/proc/self/exe", unknown);
  if (unknown) throw Error("this program does not know its folder: " + unknown.message());
  const std::string other = (own.parent_path() / name).string();
  execv(other.c_str(), argv);
  throw Error("'" + other + "' cannot be run: " + std::generic_category().message(errno));
}

std::string open_for_user(const std::string& path) {
  if (status_of({"xdg-open", path}) == 0) return {};
  return path + " was not opened, because xdg-open is missing or failed: open it in a browser";
}

}  // namespace sextant::tool
