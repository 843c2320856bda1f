#include "tool/command/usage.hpp"

#include <algorithm>
#include <filesystem>
#include <new>
#include <string_view>
#include <vector>

#include "sextant/encoding/text/spelling.hpp"
#include "sextant/io/file.hpp"

namespace sextant::tool {
namespace {

/// The long option that is similar to `name` (without dashes): at most two edits away, or beginning
/// with it; empty if there is none.
std::string nearest_option(const Command& command, std::string_view name) {
  std::string nearest;
  std::size_t fewest = std::min<std::size_t>(3, name.size());
  for (const Option& option : command.options) {
    for (const std::string& dashed : option.names) {
      if (!dashed.starts_with("--")) continue;
      const std::string known = dashed.substr(2);
      const bool begun = name.size() > 1 && known.starts_with(name);
      const std::size_t distance = begun ? 1 : edits(name, known);
      if (distance >= fewest) continue;
      nearest = known;
      fewest = distance;
    }
  }
  return nearest;
}

}  // namespace

std::string subcommand_names(const Command& program) {
  std::string names;
  for (const Command& one : program.subcommands)
    names += (names.empty() ? "" : &one == &program.subcommands.back() ? " or " : ", ") + one.name;
  return names;
}

std::string unknown_subcommand(const Command& program, const std::string& word) {
  std::vector<std::string_view> known;
  for (const Command& subcommand : program.subcommands) known.emplace_back(subcommand.name);
  const std::string meant = did_you_mean(word, known);
  return "there is no " + in_quotes(word, 60) +
         (meant.empty() ? ": " + subcommand_names(program) : meant) + " (see '" + program.name +
         " --help')";
}

std::string unexpected(const Command& command, const std::string& word) {
  if (word.size() < 2 || word[0] != '-') {
    std::vector<std::string_view> known;
    for (const Command& subcommand : command.subcommands) known.emplace_back(subcommand.name);
    return in_quotes(word, 60) + " was not expected" + did_you_mean(word, known);
  }
  const std::string option = word.substr(0, word.find('='));
  const std::size_t dashes = option.find_first_not_of('-');
  const std::string nearest =
      dashes == std::string::npos ? std::string() : nearest_option(command, option.substr(dashes));
  return "there is no option " + in_quotes(option, 60) +
         (nearest.empty() ? "" : ": did you mean --" + nearest + "?");
}

std::string failure(const std::exception& error) {
  if (const auto* refused = dynamic_cast<const std::filesystem::filesystem_error*>(&error))
    return in_quotes(refused->path1().string()) + ": " + refused->code().message();
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) return "out of memory";
  const std::string what = error.what();
  return what.substr(0, what.find('\n'));
}

}  // namespace sextant::tool
