#include <string>

#include "sextant/io/unfinished_file.hpp"
#include "sextant/version.hpp"
#include "tool/command/parse.hpp"
#include "tool/command/report_failure.hpp"
#include "tool/prove/prove.hpp"

/// `sextant prove`, in a program of its own: the libraries of proofs and of certificates take
/// longer to load than a small table takes to judge.
int main(int argc, char** argv) {
  sextant::remove_unfinished_on_signals();
  sextant::tool::Command program{"sextant", "What 'sextant prove' runs."};
  program.add_version("sextant " + std::string(sextant::version()));
  sextant::tool::add_prove(program, sextant::tool::prove);
  return sextant::tool::status_of_failures(
      argc, argv, [&] { return sextant::tool::parse(program, argc, argv); });
}
