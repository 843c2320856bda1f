#pragma once

#include <functional>
#include <list>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace sextant::tool {

/// The variable that an option sets.  An option with a bool is a flag: it takes no value.  One with
/// a vector takes several values.  A function is called with the value.
using Target = std::variant<bool*, std::string*, std::optional<std::string>*,
                            std::vector<std::string>*, std::function<void(const std::string&)>>;

struct OptionTraits {
  std::string value = "TEXT";     ///< placeholder of the value in help; empty: VALUE
  std::string group = "Options";  ///< heading in help
  std::string excludes = {};      ///< an option, added before, that may not be given with this one
  std::vector<std::string> words = {};  ///< values that shells offer
  char delimiter = '\0';                ///< separates values in one word; 0: a word is one value
  bool required = false;
};

/// An option or a positional argument.
struct Option {
  /// `--output`, `-o`: long ones first; or that of a positional.  Messages use the first one.
  std::vector<std::string> names;
  /// A null bool* for --help, --help-all and --version: parse() answers them.
  Target target;
  std::string what;
  OptionTraits traits;

  bool positional() const { return !names.front().starts_with('-'); }
  bool flag() const { return std::holds_alternative<bool*>(target); }
};

/// A program, or a subcommand of one, as its help describes it.  It has --help and --help-all from
/// the beginning.
struct Command {
  explicit Command(std::string its_name = {}, std::string its_what = {});
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  /// `names` as in help, `-o,--output`.  The target must outlive the parse.
  void add_option(const std::string& names, Target target, std::string its_what = {},
                  OptionTraits traits = {});
  /// Adds --version, which prints `text`.
  void add_version(std::string text);
  /// The subcommand has the group that is set now.
  Command& add_subcommand(std::string its_name, std::string its_what);

  /// nullptr if there is none of that name; an option's name has its dashes.
  const Option* option(const std::string& wanted) const;
  const Command* subcommand(const std::string& wanted) const;

  std::string name, what;
  std::string footer;         ///< the help after the options
  std::string group;          ///< of a subcommand: its heading in the help of the program
  std::string group_of_next;  ///< the group of subcommands that are added next
  /// The options that --help shows, in its order.  If empty, --help shows all options.
  std::vector<std::string> common;
  std::string version;
  std::vector<Option> options;
  std::list<Command> subcommands;  ///< a program needs one of them; a subcommand does not
  std::function<int()> run;        ///< does the work and returns the exit status

  /// For a subcommand that allows no options of its parent before it: the reason, which follows
  /// "OPTION before NAME " in the error.  If empty, these options are allowed, and required ones
  /// are still required.
  std::string no_outer_options;
};

}  // namespace sextant::tool
