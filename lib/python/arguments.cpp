#include "python/arguments.hpp"

#include <algorithm>

#include "sextant/encoding/real/error.hpp"
#include "sextant/io/file.hpp"

namespace sextant::python {

void take(CLI::App& verb, const Arguments& arguments) {
  std::vector<std::string> words;
  for (const auto& [name, text] : arguments) {
    std::string option = "--" + name;
    if (verb.get_option_no_throw(option) == nullptr)
      throw Error("there is no option " + in_quotes(option, 60));
    // CLI11 would take the next word for the text.
    if (text.empty()) throw Error(option + " needs a value");
    words.push_back(option.append("=").append(text));
  }
  std::reverse(words.begin(), words.end());  // as CLI11 wants them
  try {
    verb.parse(words);
  } catch (const CLI::ParseError& error) {
    throw Error(error.what());
  }
}

std::vector<std::string> names(const CLI::App& verb) {
  std::vector<std::string> found;
  for (const CLI::Option* option : verb.get_options()) {
    for (const std::string& name : option->get_lnames()) {
      if (name != "help") found.push_back(name);
    }
  }
  return found;
}

}  // namespace sextant::python
