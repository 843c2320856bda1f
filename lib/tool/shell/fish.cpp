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

std::string line(const Verb& verb, const Option& option) {
  std::string text =
      "complete -c sextant -n '" +
      (verb.name.empty() ? "__fish_use_subcommand" : "__fish_seen_subcommand_from " + verb.name) +
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

std::string fish_completion(const std::vector<Verb>& verbs) {
  std::string text =
      "# fish completion of sextant, printed by 'sextant completion fish'\n"
      "complete -c sextant -f\n";
  for (const Verb& verb : verbs) {
    if (!verb.name.empty())
      text += "complete -c sextant -n __fish_use_subcommand -a " + verb.name + " -d " +
              quoted(verb.what) + "\n";
    for (const Option& option : verb.options) text += line(verb, option);
  }
  return text;
}

}  // namespace sextant::tool
