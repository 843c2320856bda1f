// The only file of the tool that includes CLI11, whose header takes seconds to compile.
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <span>
#include <string>
#include <system_error>
#include <type_traits>
#include <variant>
#include <vector>

#include <CLI/CLI.hpp>

#include "tool/command/help.hpp"
#include "tool/command/parse.hpp"
#include "tool/command/usage.hpp"

namespace sextant::tool {
namespace {

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ",") + name;
  return text;
}

CLI::Option* add_target(CLI::App& app, const Option& option) {
  const std::string names = joined(option.names);
  return std::visit(
      [&](const auto& target) -> CLI::Option* {
        using T = std::decay_t<decltype(target)>;
        if constexpr (std::is_same_v<T, bool*>)
          return app.add_flag(names, *target, option.what);
        else if constexpr (std::is_pointer_v<T>)
          return app.add_option(names, *target, option.what);
        else
          return app.add_option_function<std::string>(names, target, option.what);
      },
      option.target);
}

void add_option(CLI::App& app, const Option& option) {
  const OptionTraits& traits = option.traits;
  CLI::Option* added = add_target(app, option);
  added->group(traits.group)->required(traits.required);
  if (!option.flag()) added->type_name(traits.value);
  if (traits.delimiter != '\0') added->delimiter(traits.delimiter);
  if (!traits.excludes.empty()) added->excludes(traits.excludes);
}

/// Runs before a subcommand is parsed.  Makes the outer options optional, and throws UsageError if
/// one is given.
void refuse_outer_options(CLI::App& outer, const Command& inner) {
  for (CLI::Option* option : outer.get_options()) {
    option->required(false);
    if (option->count() > 0 && option != outer.get_help_ptr() && option != outer.get_help_all_ptr())
      throw UsageError(option->get_name() + " before " + inner.name + " " + inner.no_outer_options +
                       " (see '" + outer.get_parent()->get_name() + " " + outer.get_name() + " " +
                       inner.name + " --help')");
  }
}

/// Adds everything of a command except its name and description.  Of subcommands whose names are
/// not among the words only these two are added: hundreds of options take longer than a small
/// table.
void fill(CLI::App& app, const Command& command, std::span<char*> words) {
  const auto answered = [](const Option& option) {
    return option.flag() && std::get<bool*>(option.target) == nullptr;
  };
  if (!command.version.empty()) app.set_version_flag("--version", command.version);
  for (const Option& option : command.options)
    if (!answered(option)) add_option(app, option);
  for (const Command& one : command.subcommands) {
    CLI::App& inner = *app.add_subcommand(one.name, one.what);
    if (!one.no_outer_options.empty())
      inner.preparse_callback([&](std::size_t) { refuse_outer_options(app, one); });
    if (std::find(words.begin(), words.end(), one.name) != words.end()) fill(inner, one, words);
  }
}

/// The option whose value is the name of another option, because its own value is missing; nullptr
/// if there is none.
const CLI::Option* without_value(const CLI::App& app) {
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& value : option->results()) {
      if (value.starts_with("--")) return option;
    }
  }
  return nullptr;
}

std::string complaint(const CLI::App& app, const Command& command,
                      const std::vector<std::string>& left, const CLI::ParseError& error) {
  if (const auto* option = without_value(app)) return option->get_name() + " needs a value";
  if (!left.empty()) return unexpected(command, left.front());
  if (app.get_parent() == nullptr) return "a verb is missing: " + subcommand_names(command);
  std::string what = error.what();
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) == nullptr) return what;
  const std::string name = what.substr(0, what.find(':'));
  const CLI::Option* option = app.get_option_no_throw(name);
  if (option == nullptr) return what;
  return name + (option->count() > 1 ? " is given more than once" : " needs a value");
}

/// The innermost subcommand on the command line, and the names of its path, each followed by a
/// space.
struct Chosen {
  Chosen(const CLI::App& program_app, const Command& program)
      : app(&program_app), command(&program) {
    while (!app->get_subcommands().empty()) {
      app = app->get_subcommands().front();
      command = command->subcommand(app->get_name());
      words += command->name + " ";
    }
  }

  const CLI::App* app;
  const Command* command;
  std::string words;
};

/// Prints what --help, --help-all or --version asks for.
void answer(const CLI::App& app, const Command& program, const CLI::ParseError& asked) {
  const Chosen chosen(app, program);
  const bool all = dynamic_cast<const CLI::CallForAllHelp*>(&asked) != nullptr;
  if (!all && dynamic_cast<const CLI::CallForHelp*>(&asked) == nullptr) {
    app.exit(asked);
    return;
  }
  std::string name = program.name + " " + chosen.words;
  name.pop_back();
  std::fputs(help(*chosen.command, name, all).c_str(), stdout);
}

/// The message about a wrong command line, in one line.  It reports an unexpected word and a
/// similar option, or else what is missing, and names the help to read.
std::string usage_error(const CLI::App& app, const Command& program, const CLI::ParseError& error) {
  const Chosen chosen(app, program);
  return complaint(*chosen.app, *chosen.command, app.remaining(true), error) + " (see '" +
         program.name + " " + chosen.words + "--help')";
}

/// Throws UsageError for `--name=`: CLI11 would take the next word as its value.
void refuse_empty_values(const Command& program, const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    if (word == "--") return;
    if (!word.starts_with("--") || word.size() < 4 || word.find('=') != word.size() - 1) continue;
    const Command* chosen = program.subcommand(words.front());
    throw UsageError(word.substr(0, word.size() - 1) + " needs a value (see '" + program.name +
                     " " + (chosen == nullptr ? "" : chosen->name + " ") + "--help')");
  }
}

/// Runs the subcommand of a command line and returns its exit status; 0 for help and version.
int parse_and_run(const Command& program, int argc, char** argv, bool shows) {
  refuse_empty_values(program, {argv + std::min(argc, 1), argv + argc});
  CLI::App app(program.what, program.name);
  app.require_subcommand(1);
  app.set_help_all_flag("--help-all");
  fill(app, program, std::span(argv, static_cast<std::size_t>(argc)));
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) throw UsageError(usage_error(app, program, error));
    if (shows) answer(app, program, error);
    return 0;
  }
  return Chosen(app, program).command->run();
}

}  // namespace

int parse(const Command& program, int argc, char** argv, bool shows) {
  const int status = parse_and_run(program, argc, argv, shows);
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
    throw Error("standard output cannot be written: " +
                std::generic_category().message(errno == 0 ? EIO : errno));
  return status;
}

}  // namespace sextant::tool
