#include <algorithm>
#include <memory>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sextant/encoding/text/model.hpp"
#include "tool/options/inventory.hpp"
#include "tool/subcommand/subcommands.hpp"

namespace sextant::tool {
namespace {

/// The text of an encoding, in which only the first and the last item of a list are shown.
std::string shortened(const std::string& encoding) {
  std::string text;
  for (std::size_t at = 0; at < encoding.size();) {
    const std::size_t end = std::min(encoding.find(' ', at), encoding.size());
    const std::string word = encoding.substr(at, end - at);
    const std::size_t comma = word.find(',');
    const bool list = comma != std::string::npos;
    text += (text.empty() ? "" : " ") +
            (list ? word.substr(0, comma) + ",…," + word.substr(word.rfind(',') + 1) : word);
    at = end + 1;
  }
  return text;
}

void print(const nlohmann::json& lines) {
  for (const auto& line : lines)
    fmt::print("{:<22} {}\n", line["name"].get<std::string>(), line["summary"].get<std::string>());
}

/// Prints each model with its encoding and its summary.
void print_models(const nlohmann::json& lines) {
  for (std::size_t k = 0; k < lines.size(); ++k) {
    const Model& model = models()[k];
    fmt::print("{:<22} {}\n{:<22} {}\n", model.name, shortened(model.encoding), "",
               lines[k]["summary"].get<std::string>());
  }
}

/// The available lists.
nlohmann::json choices() {
  return nlohmann::json::array(
      {{{"name", "encodings"}, {"summary", "what --encoding takes"}},
       {{"name", "recipes"}, {"summary", "how programs compute tables"}},
       {{"name", "engines"}, {"summary", "which recipe and library a program uses"}},
       {{"name", "formats"}, {"summary", "number formats"}},
       {{"name", "models"}, {"summary", "what --model takes, with its encoding"}},
       {{"name", "faults"}, {"summary", "mistakes that a verdict can recognise"}},
       {{"name", "libraries"}, {"summary", "what --library takes: how accurate functions are"}},
       {{"name", "modes"}, {"summary", "what --mode takes: how tables are resampled"}}});
}

}  // namespace

void add_list(Command& program) {
  Command& subcommand = program.add_subcommand(
      "list",
      "What there is: encodings, recipes, engines, formats, models, faults, libraries, modes");
  auto what = std::make_shared<std::string>();
  auto json = std::make_shared<bool>(false);
  subcommand.add_option("WHAT", what.get(),
                        "encodings | recipes | engines | formats | models | faults | libraries | "
                        "modes (prints these names)");
  subcommand.add_option("--json", json.get(), "print a JSON array");
  subcommand.footer =
      "Examples:\n  sextant list recipes\n  sextant list models\n  sextant list faults --json";
  subcommand.run = [what, json] {
    const nlohmann::json lines = what->empty() ? choices() : inventory(*what);
    if (*json)
      fmt::print("{}\n", lines.dump());
    else if (*what == "models")
      print_models(lines);
    else
      print(lines);
    return 0;
  };
}

}  // namespace sextant::tool
