#include <cstdio>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sextant/io/unfinished_file.hpp"
#include "sextant/sweep/worker_group.hpp"
#include "sextant/version.hpp"
#include "tool/command/parse.hpp"
#include "tool/command/report_failure.hpp"
#include "tool/command/usage.hpp"
#include "tool/options/prove.hpp"
#include "tool/subcommand/other_program.hpp"
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
  sextant::tool::add_prove(program, [argv](const sextant::tool::ProveOptions&) {
    return sextant::tool::become_program_beside("sextant-prove", argv);
  });
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
  return sextant::tool::status_of_failures(argc, argv, [&] {
    if (words[1][0] != '-' && program.subcommand(words[1]) == nullptr)
      throw sextant::tool::UsageError(sextant::tool::unknown_subcommand(program, words[1]));
    words.push_back(nullptr);
    return sextant::tool::parse(program, static_cast<int>(words.size()) - 1, words.data());
  });
}
