#include "tool/shell/shells.hpp"

namespace sextant::tool {
namespace {

/// The text escaped for single quotes, inside brackets or before a colon.
std::string quoted(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (c == '\'')
      safe += "'\\''";
    else if (c == '[' || c == ']' || c == ':' || c == '\\')
      safe += std::string("\\") + c;
    else
      safe += c;
  }
  return safe;
}

std::string action(const Option& option) {
  return ":" + quoted(option.traits.value) + ":" +
         (option.traits.words.empty() ? "_files" : "(" + joined(option.traits.words) + ")");
}

std::string arguments(const Option& option) {
  if (option.positional()) return " \\\n        '*" + action(option) + "'";
  std::string text;
  for (const std::string& name : option.names)
    text += " \\\n        '(" + joined(option.names) + ")" + name +
            (!option.flag() && name.starts_with("--") ? "=[" : "[") + quoted(option.what) + "]" +
            (option.flag() ? "" : action(option)) + "'";
  return text;
}

}  // namespace

std::string zsh_completion(const std::vector<Subcommand>& subcommands) {
  std::string names, branches;
  for (const Subcommand& subcommand : subcommands) {
    if (subcommand.name.empty()) continue;
    names += "      '" + subcommand.name + ":" + quoted(subcommand.what) + "'\n";
    branches += "    " + subcommand.name + ")\n      _arguments -S";
    for (const Option& option : subcommand.options) branches += arguments(option);
    branches += " ;;\n";
  }
  return "#compdef sextant\n# zsh completion of sextant, printed by 'sextant completion zsh'\n"
         "_sextant() {\n"
         "  local -a verbs\n"
         "  if ((CURRENT == 2)); then\n"
         "    verbs=(\n" +
         names +
         "    )\n"
         "    _describe verb verbs\n"
         "    return\n"
         "  fi\n"
         "  local verb=$words[2]\n"
         "  shift words\n"
         "  ((CURRENT--))\n"
         "  case $verb in\n" +
         branches +
         "  esac\n"
         "}\n"
         "if [[ $zsh_eval_context[-1] == loadautofunc ]]; then\n"
         "  _sextant \"$@\"\n"
         "else\n"
         "  compdef _sextant sextant\n"
         "fi\n";
}

}  // namespace sextant::tool
