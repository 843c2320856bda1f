#include <map>

#include "tool/shell/shells.hpp"

namespace sextant::tool {
namespace {

// Bash splits --option=value into three words. Text before a comma is kept unchanged.
constexpr const char* kBegin = R"(# bash completion of sextant, printed by 'sextant completion bash'
_sextant() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} verb= word= words= options= head= files=
  COMPREPLY=()
  if [[ $cur == = ]]; then
    cur=
  elif [[ $prev == = ]] && ((COMP_CWORD > 2)); then
    prev=${COMP_WORDS[COMP_CWORD-2]}
  fi
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    if [[ $word != -* ]]; then verb=$word; break; fi
  done
  case $verb in
)";

constexpr const char* kEnd = R"(  esac
  if [[ $files ]]; then
    words=
  elif [[ $cur == -* ]]; then
    words=$options
  elif [[ $cur == *,* ]]; then
    head=${cur%,*},
    cur=${cur##*,}
  fi
  if [[ $words ]]; then
    COMPREPLY=($(compgen -P "$head" -W "$words" -- "$cur"))
  else
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$cur")
  fi
}
complete -F _sextant sextant
)";

/// The code that sets `words` to the values of the option before.
std::string values(const Subcommand& subcommand) {
  std::map<std::string, std::string> patterns;  // options by their values
  for (const Option& option : subcommand.options) {
    if (option.positional() || option.flag()) continue;
    std::string& pattern = patterns[joined(option.traits.words)];
    for (const std::string& name : option.names) pattern += (pattern.empty() ? "" : "|") + name;
  }
  std::string text;
  for (const auto& [words, pattern] : patterns) {
    text += "        " + pattern + ") ";
    text += words.empty() ? "files=yes ;;\n" : "words='" + words + "' options= ;;\n";
  }
  return text;
}

std::string branch(const Subcommand& subcommand, const std::vector<Subcommand>& subcommands) {
  std::string options, words;
  for (const Option& option : subcommand.options) {
    std::string& list = option.positional() ? words : options;
    const std::string more = joined(option.positional() ? option.traits.words : option.names);
    list += (list.empty() || more.empty() ? "" : " ") + more;
  }
  if (subcommand.name.empty()) {
    for (const Subcommand& one : subcommands) words += (words.empty() ? "" : " ") + one.name;
  }
  return "    " + (subcommand.name.empty() ? "''" : subcommand.name) + ")\n      options='" +
         options + "' words='" + words + "'\n      case $prev in\n" + values(subcommand) +
         "      esac ;;\n";
}

}  // namespace

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

std::string bash_completion(const std::vector<Subcommand>& subcommands) {
  std::string text = kBegin;
  for (const Subcommand& subcommand : subcommands) text += branch(subcommand, subcommands);
  return text + kEnd;
}

}  // namespace sextant::tool
