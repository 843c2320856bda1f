#include "tool/command/command.hpp"

#include <algorithm>
#include <utility>

namespace sextant::tool {
namespace {

/// The names of `-o,--output`, long ones first.
std::vector<std::string> split(const std::string& names) {
  std::vector<std::string> list;
  for (std::size_t at = 0; at <= names.size();) {
    const std::size_t comma = std::min(names.find(',', at), names.size());
    list.push_back(names.substr(at, comma - at));
    at = comma + 1;
  }
  std::stable_partition(list.begin(), list.end(),
                        [](const std::string& name) { return name.starts_with("--"); });
  return list;
}

}  // namespace

Command::Command(std::string its_name, std::string its_what)
    : name(std::move(its_name)), what(std::move(its_what)) {
  add_option("-h,--help", static_cast<bool*>(nullptr), "Print this help message and exit");
  add_option("--help-all", static_cast<bool*>(nullptr), "Print all options and exit");
}

void Command::add_option(const std::string& names, Target target, std::string its_what,
                         OptionTraits traits) {
  options.push_back({split(names), std::move(target), std::move(its_what), std::move(traits)});
}

void Command::add_version(std::string text) {
  version = std::move(text);
  add_option("--version", static_cast<bool*>(nullptr),
             "Display program version information and exit");
}

Command& Command::add_subcommand(std::string its_name, std::string its_what) {
  Command& added = subcommands.emplace_back(std::move(its_name), std::move(its_what));
  added.group = group_of_next;
  return added;
}

const Option* Command::option(const std::string& wanted) const {
  for (const Option& one : options) {
    if (std::find(one.names.begin(), one.names.end(), wanted) != one.names.end()) return &one;
  }
  return nullptr;
}

const Command* Command::subcommand(const std::string& wanted) const {
  for (const Command& one : subcommands) {
    if (one.name == wanted) return &one;
  }
  return nullptr;
}

}  // namespace sextant::tool
