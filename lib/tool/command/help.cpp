#include "tool/command/help.hpp"

#include <algorithm>
#include <sstream>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace sextant::tool {
namespace {

constexpr std::size_t kNames = 30;   // the column where descriptions begin
constexpr std::size_t kWidth = 100;  // width of a line
constexpr int kExamples = 2;         // number of examples in a short help

/// The number of characters of a text in UTF-8.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) >> 6) != 2; }));
}

/// A line of help: names, and a description that is wrapped at kWidth.
std::string entry(const std::string& names, const std::string& what) {
  std::string text, line = "  " + names;
  if (what.empty()) return line + "\n";
  if (width_of(line) + 2 > kNames) text += std::exchange(line, "") + "\n";
  line.append(kNames - width_of(line), ' ');
  std::size_t width = kNames;
  bool first = true;
  std::istringstream words(what);
  for (std::string word; words >> word; first = false) {
    const std::size_t more = width_of(word) + (first ? 0 : 1);
    if (!first && width + more > kWidth) {
      text += line + "\n";
      line = std::string(kNames, ' ') + word;
      width = kNames + width_of(word);
      continue;
    }
    line += (first ? "" : " ") + word;
    width += more;
  }
  return text + line + "\n";
}

/// `-o, --output DIR`.  A short help has the first two names.
std::string names_of(const Option& option, bool brief) {
  std::vector<std::string> names = option.names;
  if (brief && names.size() > 2) names.resize(2);
  std::stable_partition(names.begin(), names.end(),
                        [](const std::string& name) { return !name.starts_with("--"); });
  std::string text = fmt::format("{}", fmt::join(names, ", "));
  if (!option.positional() && !option.flag())
    text += " " + (option.traits.value.empty() ? "VALUE" : option.traits.value);
  return text;
}

std::string entry(const Option& option, bool brief = false) {
  const OptionTraits& traits = option.traits;
  std::string what = option.what;
  if (traits.required && !option.positional()) what += " (required)";
  if (!traits.excludes.empty()) what += " (not with " + traits.excludes + ")";
  return entry(names_of(option, brief), what);
}

std::string usage(const Command& command, const std::string& full_name) {
  std::string text = "Usage: " + full_name;
  const bool program = !command.subcommands.empty() && !command.run;
  text += program ? " SUBCOMMAND [OPTIONS]" : " [OPTIONS]";
  for (const Option& option : command.options) {
    if (!option.positional()) continue;
    const std::string& name = option.names.front();
    text += option.traits.required ? " " + name : " [" + name + "]";
  }
  return text + "\n";
}

/// The subcommands under the headings of their groups.  The subcommands of a group are consecutive.
std::string subcommands(const Command& command) {
  std::string text, group;
  bool first = true;
  for (const Command& one : command.subcommands) {
    if (std::exchange(first, false) || one.group != group)
      text += "\n" + (one.group.empty() ? "Subcommands" : one.group) + ":\n";
    group = one.group;
    text += entry(one.name, one.what);
  }
  return text;
}

std::string positionals(const Command& command) {
  std::string text;
  for (const Option& option : command.options)
    if (option.positional()) text += entry(option);
  return text.empty() ? text : "\nArguments:\n" + text;
}

/// All options, each group under its heading.
std::string options(const Command& command) {
  std::vector<std::pair<std::string, std::string>> groups{{"Options", ""}};
  for (const Option& option : command.options) {
    if (option.positional()) continue;
    const auto at = std::find_if(groups.begin(), groups.end(), [&](const auto& known) {
      return known.first == option.traits.group;
    });
    if (at != groups.end())
      at->second += entry(option);
    else
      groups.emplace_back(option.traits.group, entry(option));
  }
  std::string text;
  for (const auto& [heading, entries] : groups) text += "\n" + heading + ":\n" + entries;
  return text;
}

std::string common_options(const Command& command) {
  std::string text = "\nCommon options:\n";
  for (const std::string& name : command.common)
    if (const Option* option = command.option(name)) text += entry(*option, true);
  return text +
         entry("--help-all",
               fmt::format("Print all {} options, and notes",
                           std::count_if(command.options.begin(), command.options.end(),
                                         [](const Option& one) { return !one.positional(); })));
}

/// A shorter footer: the lists, the first examples, and the lines about the exit status and about
/// answers.
std::string short_footer(const std::string& footer) {
  std::string text;
  int examples = -1;  // shown so far; -1 outside of them
  std::istringstream lines(footer);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("  ")) {
      if (examples >= 0 && ++examples > kExamples) continue;
    } else if (line == "Examples:" || line == "Example:") {
      examples = 0;
    } else if (!line.ends_with(':') && !line.starts_with("Exit status") &&
               !line.starts_with("Answers:")) {
      continue;
    }
    text += line + "\n";
  }
  return text;
}

}  // namespace

std::string help(const Command& command, const std::string& full_name, bool all) {
  const bool brief = !all && !command.common.empty();
  std::string text =
      command.what + "\n" + usage(command, full_name) + subcommands(command) + positionals(command);
  text += brief ? common_options(command) : options(command);
  if (!command.footer.empty())
    text += "\n" + (brief ? short_footer(command.footer) : command.footer + "\n");
  return text;
}

}  // namespace sextant::tool
