#include <cstdio>
#include <string>

#include "sextant/version.hpp"
#include "tool/command/parse.hpp"
#include "tool/command/report_failure.hpp"
#include "tool/subcommand/subcommands.hpp"
#include "web/map.hpp"

/// The subcommands of `sextant` that the page runs.  The page calls main once for each command.
int main(int argc, char** argv) {
  sextant::tool::Command program{"sextant", "The subcommands of sextant that run in a browser."};
  program.add_version("sextant " + std::string(sextant::version()));
  sextant::tool::add_verify(program);
  sextant::tool::add_compare(program);
  sextant::tool::add_check(program);
  sextant::tool::add_table(program);
  sextant::tool::add_value(program);
  sextant::tool::add_list(program);
  sextant::web::add_map(program);
  const int status = sextant::tool::status_of_failures(
      argc, argv, [&] { return sextant::tool::parse(program, argc, argv); });
  std::fflush(nullptr);
  return status;
}
