#include <memory>
#include <string>

#include <fmt/core.h>

#include "sextant/encoding/real/error.hpp"
#include "tool/command/usage.hpp"
#include "tool/shell/man_page.hpp"
#include "tool/verb/output_files.hpp"
#include "tool/verb/verbs.hpp"

namespace sextant::tool {
namespace {

void run(const Command& program, const std::string& name, const std::string& output) {
  const auto all = grammar(program);
  if (!output.empty()) {
    if (!name.empty()) throw Error("--output is of all pages: no VERB goes with it");
    OutputFiles files(output, output);
    for (const Verb& verb : all) files.add(man_page_name(verb) + ".1", man_page(verb, all));
    return files.finish();
  }
  for (const Verb& verb : all)
    if (verb.name == name || (!name.empty() && man_page_name(verb) == "sextant-" + name))
      return fmt::print("{}", man_page(verb, all));
  throw Error("there is no '" + name + "': " + verbs(program));
}

}  // namespace

void add_man(Command& program) {
  Command& verb = program.add_subcommand("man", "Print a manual page, in roff");
  auto name = std::make_shared<std::string>();
  auto output = std::make_shared<std::string>();
  verb.add_option("VERB", name.get(), "of this verb; else of the program");
  verb.add_option("-o,--output", output.get(), "write all pages into this directory",
                  {.value = "DIR"});
  verb.footer =
      "An installed Sextant has its pages where man looks.\n"
      "Examples:\n"
      "  sextant man verify | man -l -\n"
      "  sextant man -o ~/.local/share/man/man1";
  verb.run = [&program, name, output] {
    run(program, *name, *output);
    return 0;
  };
}

}  // namespace sextant::tool
