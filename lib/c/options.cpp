#include "c/options.hpp"

#include <algorithm>
#include <type_traits>
#include <variant>

#include <nlohmann/json.hpp>

#include "sextant/encoding/real/error.hpp"
#include "sextant/io/file.hpp"
#include "tool/command/usage.hpp"

namespace sextant::c {
namespace {

using nlohmann::json;

/// The name of an option without dashes.
std::string bare(const std::string& name) { return name.starts_with("--") ? name.substr(2) : name; }

/// Whether the option only prints help or the version: it sets no variable.
bool of_help(const tool::Option& option) {
  return option.flag() && std::get<bool*>(option.target) == nullptr;
}

std::string text_of(const std::string& option, const json& value) {
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  if (!value.is_string()) throw Error(option + " takes a text, not " + value.type_name());
  auto text = value.get<std::string>();
  if (text.empty()) throw Error(option + " needs a value");
  return text;
}

bool yes_or_no(const std::string& option, const std::string& text) {
  if (text == "yes" || text == "no") return text == "yes";
  throw Error(option + " takes yes or no, not " + in_quotes(text, 60));
}

void set(const tool::Option& option, const json& value) {
  const std::string& name = option.names.front();
  std::visit(
      [&](const auto& target) {
        using T = std::decay_t<decltype(target)>;
        if constexpr (std::is_same_v<T, std::vector<std::string>*>) {
          if (!value.is_array()) return target->push_back(text_of(name, value));
          for (const json& one : value) target->push_back(text_of(name, one));
        } else if constexpr (std::is_same_v<T, bool*>) {
          *target = yes_or_no(name, text_of(name, value));
        } else if constexpr (std::is_pointer_v<T>) {
          *target = text_of(name, value);
        } else {
          target(text_of(name, value));
        }
      },
      option.target);
}

/// The value given for an option by any of its names; nullptr if there is none.
const json* value_of(const tool::Option& option, const json& given) {
  const json* found = nullptr;
  for (const std::string& name : option.names) {
    const auto at = given.find(bare(name));
    if (at == given.end()) continue;
    if (found != nullptr) throw Error(option.names.front() + " is given more than once");
    found = &*at;
  }
  return found;
}

void expect_known(const tool::Command& command, const json& given) {
  const auto known = [&](const std::string& name) {
    const tool::Option* option = command.option("--" + name);
    if (option == nullptr) option = command.option(name);
    return option != nullptr && !of_help(*option) && !name.starts_with('-');
  };
  for (const auto& [name, value] : given.items())
    if (!known(name)) throw Error(tool::unexpected(command, "--" + name));
}

}  // namespace

void set_options(const tool::Command& command, const json& given) {
  expect_known(command, given);
  for (const tool::Option& option : command.options) {
    if (of_help(option)) continue;
    const json* value = value_of(option, given);
    if (value != nullptr)
      set(option, *value);
    else if (option.traits.required && !option.positional())
      throw Error(option.names.front() + " is missing");
  }
}

std::vector<std::string> option_names(const tool::Command& command) {
  std::vector<std::string> names;
  for (const tool::Option& option : command.options)
    if (!of_help(option)) names.push_back(bare(option.names.front()));
  return names;
}

}  // namespace sextant::c
