#include <memory>

#include <fmt/core.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/io/output_file.hpp"
#include "tool/shell/shells.hpp"
#include "tool/subcommand/subcommands.hpp"

namespace sextant::tool {
namespace {

std::string script(const std::string& shell, const Command& program) {
  const auto subcommands = folded(command_line_model(program));
  if (shell == "bash") return bash_completion(subcommands);
  if (shell == "zsh") return zsh_completion(subcommands);
  if (shell == "fish") return fish_completion(subcommands);
  throw Error("there is no completion for '" + shell + "': bash, zsh or fish");
}

}  // namespace

void add_completion(Command& program) {
  Command& subcommand =
      program.add_subcommand("completion", "Print completion for bash, zsh or fish");
  auto shell = std::make_shared<std::string>();
  auto output = std::make_shared<std::string>("-");
  subcommand.add_option("SHELL", shell.get(), "bash | zsh | fish", {.required = true});
  subcommand.add_option("-o,--output", output.get(), "FILE, or - for standard output (-)",
                        {.value = "FILE"});
  subcommand.footer =
      "An installed Sextant has it where these shells look. For this shell alone:\n"
      "Examples:\n"
      "  source <(sextant completion bash)\n"
      "  sextant completion zsh -o ~/.zsh/_sextant\n"
      "  sextant completion fish -o ~/.config/fish/completions/sextant.fish";
  subcommand.run = [&program, shell, output] {
    const std::string text = script(*shell, program);
    OutputFile file(*output);
    file.write(text);
    file.finish();
    return 0;
  };
}

}  // namespace sextant::tool
