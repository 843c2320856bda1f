#include <exception>
#include <string>

#include <fmt/core.h>

#include "sextant/io/unfinished_file.hpp"
#include "sextant/version.hpp"
#include "tool/options/usage.hpp"
#include "tool/verb/verbs.hpp"

namespace {

constexpr int kCannotJudge = 2;

}  // namespace

int main(int argc, char** argv) {
  sextant::remove_unfinished_on_signals();
  CLI::App app{"The true value of positional encodings, and how far a table is from it.",
               "sextant"};
  app.set_version_flag("--version", "sextant " + std::string(sextant::version()));
  app.require_subcommand(1);
  app.footer(
      "Exit status: 0 passes, 1 does not pass, 2 could not be judged.\n"
      "'sextant VERB --help' shows a verb's options and examples.");
  int status = 0;
  sextant::sweep::Crew alone;
  sextant::tool::add_value(app, status);
  sextant::tool::add_table(app, status);
  sextant::tool::add_verify(app, status);
  sextant::tool::add_compare(app, status);
  sextant::tool::add_report(
      app, std::span(argv, static_cast<std::size_t>(argc)).subspan(argc > 0 ? 1 : 0), status);
  sextant::tool::add_sweep(app, status, alone);
  sextant::tool::add_prove(app, status);
  sextant::tool::add_list(app, status);
  sextant::tool::add_cases(app, status);
  sextant::tool::add_judge(app, status);
  sextant::tool::add_vectors(app, status);
  sextant::tool::add_completion(app, status);
  sextant::tool::add_man(app, status);
  try {
    const auto named = [&](const CLI::App* verb) { return verb->get_name() == argv[1]; };
    if (argc > 1 && argv[1][0] != '-' && app.get_subcommands(named).empty())
      throw sextant::tool::UsageError(sextant::tool::no_verb(app, argv[1]));
    sextant::tool::parse(app, argc, argv);
    return status;
  } catch (const std::exception& error) {
    fmt::print(stderr, "sextant: {}\n", sextant::tool::failure(error));
    return kCannotJudge;
  }
}
