#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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

/// What `sextant` without arguments prints.
constexpr const char* kStart =
    "sextant: exact values of positional encodings, and how far a table is from them.  Start with\n"
    "  sextant verify cos.npy --model llama-3.1-8b --part cos   is a table right; if not, why\n"
    "  sextant check model/                                     does a model store what it says\n"
    "  sextant compare a.npy b.npy --dim 512                    two tables differ: which is wrong\n"
    "  sextant table --dim 512 --positions 0:4096 -o pe.npy     write a correctly rounded table\n"
    "  sextant value --dim 512 --position 1048577 --channel 6   print one exact value\n"
    "'sextant --help' lists every subcommand, 'sextant SUBCOMMAND --help' its options, and "
    "'sextant\n"
    "list models' what --model takes.\n";

/// The words of a command line, with `help SUBCOMMAND` written as `SUBCOMMAND --help`.
std::vector<char*> arguments(int argc, char** argv) {
  static std::string help = "--help";
  std::vector<char*> words(argv, argv + argc);
  if (words.size() < 2 || std::string_view(words[1]) != "help") return words;
  words.erase(words.begin() + 1);
  words.push_back(help.data());
  return words;
}

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
      "sextant", "Exact values of positional encodings, and how far a table is from them."};
  program.add_version("sextant " + std::string(sextant::version()));
  program.footer =
      "Exit status: 0 passes, 1 does not pass, 2 could not be judged.\n"
      "'sextant SUBCOMMAND --help' shows its options and examples.";
  sextant::sweep::WorkerGroup alone;
  program.group_of_next = "Judge tables";
  sextant::tool::add_verify(program);
  sextant::tool::add_compare(program);
  sextant::tool::add_check(program);
  program.group_of_next = "Make tables and values";
  sextant::tool::add_table(program);
  sextant::tool::add_value(program);
  program.group_of_next = "Test programs";
  sextant::tool::add_cases(program);
  sextant::tool::add_judge(program);
  sextant::tool::add_vectors(program);
  program.group_of_next = "Measure how tables are computed";
  sextant::tool::add_report(
      program, std::span(argv, static_cast<std::size_t>(argc)).subspan(argc > 0 ? 1 : 0));
  sextant::tool::add_sweep(program, alone);
  program.group_of_next = "Prove";
  sextant::tool::add_prove(program);
  program.group_of_next = "List and set up";
  sextant::tool::add_list(program);
  sextant::tool::add_example(program);
  sextant::tool::add_completion(program);
  sextant::tool::add_man(program);
  if (argc < 2) {
    std::fputs(kStart, stderr);
    return kCannotJudge;
  }
  std::vector<char*> words = arguments(argc, argv);
  try {
    if (words[1][0] != '-' && program.subcommand(words[1]) == nullptr)
      throw sextant::tool::UsageError(sextant::tool::unknown_subcommand(program, words[1]));
    words.push_back(nullptr);
    return sextant::tool::parse(program, static_cast<int>(words.size()) - 1, words.data());
  } catch (const std::exception& error) {
    // If the reader of a pipe has closed it, ends silently by SIGPIPE, like other programs.
    if (dynamic_cast<const sextant::BrokenPipe*>(&error) != nullptr) std::raise(SIGPIPE);
    report(error, std::span(argv, static_cast<std::size_t>(argc)));
    return kCannotJudge;
  }
}
