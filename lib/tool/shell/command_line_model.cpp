#include "tool/shell/command_line_model.hpp"

#include <algorithm>
#include <regex>

#include <nlohmann/json.hpp>

#include "tool/options/inventory.hpp"

namespace sextant::tool {
namespace {

std::vector<std::string> names_of(const std::string& kind) {
  std::vector<std::string> names;
  for (const auto& one : inventory(kind)) names.push_back(one["name"].get<std::string>());
  return names;
}

/// The words of every list such as `float32 | float64` in a description.
std::vector<std::string> alternatives(const std::string& description) {
  static const std::regex list("[A-Za-z0-9_,-]+( \\| [A-Za-z0-9_,-]+)+");
  static const std::regex word("[A-Za-z0-9_,-]+");
  std::vector<std::string> words;
  for (std::sregex_iterator at(description.begin(), description.end(), list), end; at != end;
       ++at) {
    const std::string found = at->str();
    for (std::sregex_iterator one(found.begin(), found.end(), word); one != end; ++one) {
      if (std::find(words.begin(), words.end(), one->str()) == words.end())
        words.push_back(one->str());
    }
  }
  return words;
}

std::vector<std::string> values_of(const Option& option) {
  if (!option.traits.words.empty()) return option.traits.words;
  const std::string& name = option.names.front();
  if (name == "--encoding") return names_of("encodings");
  if (name == "--recipe" || name == "--recipes") return names_of("recipes");
  if (name == "--model") return names_of("models");
  return alternatives(option.what);
}

void add(std::vector<Subcommand>& all, const Command& command, const std::string& name) {
  Subcommand& subcommand =
      all.emplace_back(Subcommand{name, command.what, command.footer, command.options});
  for (Option& option : subcommand.options) {
    if (option.traits.value.empty()) option.traits.value = "VALUE";
    option.traits.words = values_of(option);
  }
  for (const Command& under : command.subcommands)
    add(all, under, name.empty() ? under.name : name + " " + under.name);
}

}  // namespace

std::vector<Subcommand> command_line_model(const Command& program) {
  std::vector<Subcommand> all;
  add(all, program, "");
  return all;
}

std::vector<Subcommand> folded(const std::vector<Subcommand>& all) {
  std::vector<Subcommand> result;
  for (const Subcommand& subcommand : all) {
    const std::size_t space = subcommand.name.find(' ');
    if (space == std::string::npos) {
      result.push_back(subcommand);
      continue;
    }
    std::vector<Option>& options = result.back().options;
    const std::string word = subcommand.name.substr(space + 1);
    options.push_back({{word},
                       static_cast<std::string*>(nullptr),
                       subcommand.what,
                       {.value = "value", .words = {word}}});
    for (const Option& option : subcommand.options) {
      const bool known = std::any_of(options.begin(), options.end(),
                                     [&](const Option& one) { return one.names == option.names; });
      if (!known && !option.positional()) options.push_back(option);
    }
  }
  return result;
}

}  // namespace sextant::tool
