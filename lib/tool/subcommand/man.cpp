#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/core.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/spelling.hpp"
#include "tool/command/usage.hpp"
#include "tool/options/output_files.hpp"
#include "tool/shell/man_page.hpp"
#include "tool/subcommand/subcommands.hpp"

namespace sextant::tool {
namespace {

void run(const Command& program, const std::string& name, const std::string& output) {
  const auto all = command_line_model(program);
  if (!output.empty()) {
    if (!name.empty()) throw Error("--output is of all pages: no VERB goes with it");
    OutputFiles files(output, output);
    for (const Subcommand& subcommand : all)
      files.add(man_page_name(subcommand) + ".1", man_page(subcommand, all));
    return files.finish();
  }
  for (const Subcommand& subcommand : all)
    if (subcommand.name == name ||
        (!name.empty() && man_page_name(subcommand) == "sextant-" + name))
      return fmt::print("{}", man_page(subcommand, all));
  std::vector<std::string_view> known;
  for (const Subcommand& subcommand : all)
    if (!subcommand.name.empty()) known.push_back(subcommand.name);
  const std::string meant = did_you_mean(name, known);
  throw Error("there is no '" + name + "'" +
              (meant.empty() ? ": " + subcommand_names(program) : meant));
}

}  // namespace

void add_man(Command& program) {
  Command& subcommand = program.add_subcommand("man", "Print a manual page, in roff");
  auto name = std::make_shared<std::string>();
  auto output = std::make_shared<std::string>();
  subcommand.add_option("VERB", name.get(), "of this verb; else of the program");
  subcommand.add_option("-o,--output", output.get(), "write all pages into this directory",
                        {.value = "DIR"});
  subcommand.footer =
      "An installed Sextant has its pages where man looks.\n"
      "Examples:\n"
      "  sextant man verify | man -l -\n"
      "  sextant man -o ~/.local/share/man/man1";
  subcommand.run = [&program, name, output] {
    run(program, *name, *output);
    return 0;
  };
}

}  // namespace sextant::tool
