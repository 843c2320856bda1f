#include <fmt/core.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/io/output_file.hpp"
#include "tool/shell/shells.hpp"
#include "tool/verb/verbs.hpp"

namespace sextant::tool {
namespace {

std::string script(const std::string& shell, const CLI::App& app) {
  const auto verbs = folded(grammar(app));
  if (shell == "bash") return bash_completion(verbs);
  if (shell == "zsh") return zsh_completion(verbs);
  if (shell == "fish") return fish_completion(verbs);
  throw Error("there is no completion for '" + shell + "': bash, zsh or fish");
}

}  // namespace

void add_completion(CLI::App& app, int& status) {
  CLI::App* verb = app.add_subcommand("completion", "Print what completes commands in a shell");
  auto shell = std::make_shared<std::string>();
  auto output = std::make_shared<std::string>("-");
  verb->add_option("SHELL", *shell, "bash | zsh | fish")->required();
  verb->add_option("-o,--output", *output, "FILE, or - for standard output (-)")->type_name("FILE");
  verb->footer(
      "An installed Sextant has it where these shells look. For this shell alone:\n"
      "Examples:\n"
      "  source <(sextant completion bash)\n"
      "  sextant completion zsh -o ~/.zsh/_sextant\n"
      "  sextant completion fish -o ~/.config/fish/completions/sextant.fish");
  verb->callback([&app, shell, output, &status] {
    const std::string text = script(*shell, app);
    OutputFile file(*output);
    file.write(text);
    file.finish();
    status = 0;
  });
}

}  // namespace sextant::tool
