#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <span>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "sextant/io/file.hpp"
#include "sextant/io/unfinished_file.hpp"
#include "sextant/sweep/worker_group.hpp"
#include "sextant/version.hpp"
#include "tool/command/parse.hpp"
#include "tool/command/usage.hpp"
#include "tool/subcommand/subcommands.hpp"

namespace {

constexpr int kCannotJudge = 2;

bool asks_for_json(std::string_view word) {
  return word == "--json" || (word.starts_with("--json=") && word != "--json=false");
}

/// Writes the error as an object to standard output if JSON was requested, and as a line to
/// standard error.  Ignores failures to write: nothing can report them.
void report(const std::exception& error, std::span<char*> words) {
  const std::string what = sextant::tool::failure(error);
  if (std::any_of(words.begin(), words.end(), asks_for_json) &&
      dynamic_cast<const sextant::tool::LateError*>(&error) == nullptr) {
    const nlohmann::json object = {{"error", what}};
    std::puts(object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
    std::fflush(stdout);
  }
  std::fprintf(stderr, "sextant: %s\n", what.c_str());
}

}  // namespace

int main(int argc, char** argv) {
  sextant::remove_unfinished_on_signals();
  sextant::tool::Command program{
      "sextant", "The true value of positional encodings, and how far a table is from it."};
  program.add_version("sextant " + std::string(sextant::version()));
  program.footer =
      "Exit status: 0 passes, 1 does not pass, 2 could not be judged.\n"
      "'sextant VERB --help' shows a verb's options and examples.";
  sextant::sweep::WorkerGroup alone;
  sextant::tool::add_value(program);
  sextant::tool::add_table(program);
  sextant::tool::add_verify(program);
  sextant::tool::add_compare(program);
  sextant::tool::add_report(
      program, std::span(argv, static_cast<std::size_t>(argc)).subspan(argc > 0 ? 1 : 0));
  sextant::tool::add_sweep(program, alone);
  sextant::tool::add_prove(program);
  sextant::tool::add_list(program);
  sextant::tool::add_cases(program);
  sextant::tool::add_judge(program);
  sextant::tool::add_vectors(program);
  sextant::tool::add_completion(program);
  sextant::tool::add_man(program);
  try {
    if (argc > 1 && argv[1][0] != '-' && program.subcommand(argv[1]) == nullptr)
      throw sextant::tool::UsageError(sextant::tool::unknown_subcommand(program, argv[1]));
    return sextant::tool::parse(program, argc, argv);
  } catch (const std::exception& error) {
    // As other programs end in a pipeline whose reader has enough: quietly, by the signal.
    if (dynamic_cast<const sextant::BrokenPipe*>(&error) != nullptr) std::raise(SIGPIPE);
    report(error, std::span(argv, static_cast<std::size_t>(argc)));
    return kCannotJudge;
  }
}
