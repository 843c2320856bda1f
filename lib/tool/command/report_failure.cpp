#include "tool/command/report_failure.hpp"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <span>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "sextant/io/file.hpp"
#include "tool/command/usage.hpp"

namespace sextant::tool {
namespace {

constexpr int kCannotJudge = 2;

bool asks_for_json(std::string_view word) {
  return word == "--json" || (word.starts_with("--json=") && word != "--json=false");
}

/// Writes the error as an object to standard output if JSON was requested, and as a line to
/// standard error.  Ignores failures to write: nothing can report them.
void report(const std::exception& error, std::span<char*> words) {
  const std::string what = failure(error);
  if (std::any_of(words.begin(), words.end(), asks_for_json) &&
      dynamic_cast<const LateError*>(&error) == nullptr) {
    const nlohmann::json object = {{"error", what}};
    std::puts(object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
    std::fflush(stdout);
  }
  std::fprintf(stderr, "sextant: %s\n", what.c_str());
}

}  // namespace

int status_of_failures(int argc, char** argv, const std::function<int()>& work) {
  try {
    return work();
  } catch (const std::exception& error) {
    // Ends silently, like other programs.
    if (dynamic_cast<const BrokenPipe*>(&error) != nullptr) std::raise(SIGPIPE);
    report(error, std::span(argv, static_cast<std::size_t>(argc)));
    return kCannotJudge;
  }
}

}  // namespace sextant::tool
