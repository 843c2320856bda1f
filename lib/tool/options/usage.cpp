#include "tool/options/usage.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <new>
#include <string_view>
#include <system_error>
#include <vector>

#include "sextant/encoding/text/spelling.hpp"
#include "sextant/io/file.hpp"

namespace sextant::tool {
namespace {

/// The verb's option that `name`, without dashes, was probably meant to be: two edits away at most,
/// or begun with it; empty where there is none.
std::string nearest_option(const CLI::App& verb, std::string_view name) {
  std::string nearest;
  std::size_t fewest = std::min<std::size_t>(3, name.size());
  for (const CLI::Option* option : verb.get_options()) {
    for (const std::string& known : option->get_lnames()) {
      const bool begun = name.size() > 1 && known.starts_with(name);
      const std::size_t distance = begun ? 1 : edits(name, known);
      if (distance >= fewest) continue;
      nearest = known;
      fewest = distance;
    }
  }
  return nearest;
}

std::string unexpected(const CLI::App& verb, const std::string& word) {
  if (word.size() < 2 || word[0] != '-') return in_quotes(word, 60) + " was not expected";
  const std::string option = word.substr(0, word.find('='));
  const std::size_t dashes = option.find_first_not_of('-');
  const std::string nearest =
      dashes == std::string::npos ? std::string() : nearest_option(verb, option.substr(dashes));
  return "there is no option " + in_quotes(option, 60) +
         (nearest.empty() ? "" : ": did you mean --" + nearest + "?");
}

/// The option that took the next one's name for its value; null where there is none.
const CLI::Option* without_value(const CLI::App& verb) {
  for (const CLI::Option* option : verb.get_options()) {
    for (const std::string& value : option->results()) {
      if (value.starts_with("--")) return option;
    }
  }
  return nullptr;
}

std::string complaint(const CLI::App& verb, const std::vector<std::string>& left,
                      const CLI::ParseError& error) {
  if (const auto* option = without_value(verb)) return option->get_name() + " needs a value";
  if (!left.empty()) return unexpected(verb, left.front());
  if (verb.get_parent() == nullptr) return "a verb is missing: " + verbs(verb);
  std::string what = error.what();
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) == nullptr) return what;
  const std::string name = what.substr(0, what.find(':'));
  const CLI::Option* option = verb.get_option_no_throw(name);
  if (option == nullptr) return what;
  return name + (option->count() > 1 ? " is given more than once" : " needs a value");
}

}  // namespace

std::string verbs(const CLI::App& app) {
  const auto all = app.get_subcommands([](const CLI::App*) { return true; });
  std::string names;
  for (std::size_t i = 0; i < all.size(); ++i)
    names += (i == 0 ? "" : i + 1 == all.size() ? " or " : ", ") + all[i]->get_name();
  return names;
}

std::string no_verb(const CLI::App& app, const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(verb->get_name());
  const std::vector<std::string_view> known(names.begin(), names.end());
  const std::string meant = did_you_mean(word, known);
  return "there is no " + in_quotes(word, 60) + (meant.empty() ? ": " + verbs(app) : meant) +
         " (see '" + app.get_name() + " --help')";
}

std::string usage_error(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App* verb = &app;
  std::string words;
  while (!verb->get_subcommands().empty()) {
    verb = verb->get_subcommands().front();
    words += verb->get_name() + " ";
  }
  return complaint(*verb, app.remaining(true), error) + " (see '" + app.get_name() + " " + words +
         "--help')";
}

void parse(CLI::App& app, int argc, char** argv, bool shows) {
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) throw UsageError(usage_error(app, error));
    if (shows) app.exit(error);
  }
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
    throw Error("standard output cannot be written: " +
                std::generic_category().message(errno == 0 ? EIO : errno));
}

std::string failure(const std::exception& error) {
  if (const auto* refused = dynamic_cast<const std::filesystem::filesystem_error*>(&error))
    return in_quotes(refused->path1().string()) + ": " + refused->code().message();
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) return "out of memory";
  const std::string what = error.what();
  return what.substr(0, what.find('\n'));
}

}  // namespace sextant::tool
