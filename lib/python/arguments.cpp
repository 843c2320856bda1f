#include "python/arguments.hpp"

#include "sextant/encoding/real/error.hpp"
#include "sextant/io/file.hpp"
#include "tool/command/parse.hpp"

namespace sextant::python {

void take(const tool::Command& subcommand, const Arguments& arguments) {
  std::vector<std::string> words;
  for (const auto& [name, text] : arguments) {
    std::string option = "--" + name;
    if (subcommand.option(option) == nullptr)
      throw Error("there is no option " + in_quotes(option, 60));
    // Otherwise the next word would be taken as the text.
    if (text.empty()) throw Error(option + " needs a value");
    words.push_back(option.append("=").append(text));
  }
  tool::parse_options(subcommand, words);
}

std::vector<std::string> names(const tool::Command& subcommand) {
  std::vector<std::string> found;
  for (const tool::Option& option : subcommand.options) {
    const std::string& name = option.names.front();
    if (name.starts_with("--") && !name.starts_with("--help")) found.push_back(name.substr(2));
  }
  return found;
}

}  // namespace sextant::python
