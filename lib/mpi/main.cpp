#include <cstdio>
#include <exception>
#include <string>

#include <fmt/core.h>

#include "mpi/ranks.hpp"
#include "sextant/io/unfinished_file.hpp"
#include "sextant/version.hpp"
#include "tool/command/parse.hpp"
#include "tool/command/usage.hpp"
#include "tool/subcommand/subcommands.hpp"

namespace {

constexpr int kCannotJudge = 2;

void say(const std::string& what) { fmt::print(stderr, "sextant-mpi: {}\n", what); }

}  // namespace

/// `sextant sweep`, its chunks measured by all ranks of an MPI job.
int main(int argc, char** argv) {
  sextant::mpi::Ranks ranks(argc, argv);
  if (ranks.leads())
    sextant::remove_unfinished_on_signals("sextant-mpi");  // the other ranks write no files
  sextant::tool::Command program{
      "sextant-mpi", "sextant sweep, by all ranks of an MPI job: mpirun -n 4 sextant-mpi sweep …"};
  program.add_version("sextant " + std::string(sextant::version()));
  sextant::tool::add_sweep(program, ranks);
  try {
    return sextant::tool::parse(program, argc, argv, ranks.leads());
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
