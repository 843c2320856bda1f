#include <exception>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "mpi/ranks.hpp"
#include "sextant/io/unfinished_file.hpp"
#include "sextant/version.hpp"
#include "tool/options/usage.hpp"
#include "tool/verb/verbs.hpp"

namespace {

constexpr int kCannotJudge = 2;

void say(const std::string& what) { fmt::print(stderr, "sextant-mpi: {}\n", what); }

}  // namespace

/// `sextant sweep`, its chunks measured by all ranks of an MPI job.
int main(int argc, char** argv) {
  sextant::mpi::Ranks ranks(argc, argv);
  if (ranks.leads()) sextant::remove_unfinished_on_signals("sextant-mpi");  // the others write none
  CLI::App app{"sextant sweep, by all ranks of an MPI job: mpirun -n 4 sextant-mpi sweep …",
               "sextant-mpi"};
  app.set_version_flag("--version", "sextant " + std::string(sextant::version()));
  app.require_subcommand(1);
  int status = 0;
  sextant::tool::add_sweep(app, status, ranks);
  try {
    sextant::tool::parse(app, argc, argv, ranks.leads());
    return status;
  } catch (const sextant::tool::UsageError& error) {  // the same in every rank
    if (ranks.leads()) say(error.what());
    return kCannotJudge;
  } catch (const std::exception& error) {
    const std::string words = sextant::tool::failure(error);
    ranks.tell_the_leader(words);
    say(words);
    sextant::mpi::Ranks::end_all(kCannotJudge);
  }
}
