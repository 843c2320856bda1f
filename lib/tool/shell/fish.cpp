#include "tool/shell/shells.hpp"

namespace sextant::tool {
namespace {

/// A word of fish, in single quotes.
std::string quoted(const std::string& text) {
  std::string safe = "'";
  for (const char c : text)
    safe += (c == '\'' || c == '\\') ? std::string("\\") + c : std::string(1, c);
  return safe + "'";
}

std::string line(const Subcommand& subcommand, const Option& option) {
  std::string text = "complete -c sextant -n '" +
                     (subcommand.name.empty() ? "__fish_use_subcommand"
                                              : "__fish_seen_subcommand_from " + subcommand.name) +
                     "'";
  if (!option.positional()) {
    for (const std::string& name : option.names)
      text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  }
  if (!option.traits.words.empty())
    text += (option.positional() ? " -f -a " : " -x -a ") + quoted(joined(option.traits.words));
  else if (!option.flag())
    text += option.positional() ? " -F" : " -r -F";
  return text + " -d " + quoted(option.what) + "\n";
}

}  // namespace

std::string fish_completion(const std::vector<Subcommand>& subcommands) {
  std::string text =
      "# fish completion of sextant, printed by 'sextant completion fish'\n"
      "complete -c sextant -f\n";
  for (const Subcommand& subcommand : subcommands) {
    if (!subcommand.name.empty())
      text += "complete -c sextant -n __fish_use_subcommand -a " + subcommand.name + " -d " +
              quoted(subcommand.what) + "\n";
    for (const Option& option : subcommand.options) text += line(subcommand, option);
  }
  return text;
}

}  // namespace sextant::tool
