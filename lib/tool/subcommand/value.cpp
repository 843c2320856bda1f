#include <memory>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "tool/options/entry.hpp"
#include "tool/options/options.hpp"
#include "tool/subcommand/subcommands.hpp"

namespace sextant::tool {
namespace {

struct Value {
  explicit Value(Command& subcommand) : encoding(subcommand) {}

  EncodingOptions encoding;
  EntryOptions entry;
  bool json = false;

  void run() const {
    const TrueEntry found = true_entry(encoding, entry);
    print_warnings(found.warnings);
    fmt::print("{}\n", json ? nlohmann::json(found.value).dump() : found.words());
  }
};

}  // namespace

void add_value(Command& program) {
  Command& subcommand =
      program.add_subcommand("value", "Print the exact value at one position and channel");
  auto options = std::make_shared<Value>(subcommand);
  options->entry.add(subcommand);
  subcommand.add_option("--json", &options->json, "print a JSON object");
  subcommand.common = {"--model",    "--config",  "--encoding", "--dim",    "--base", "--part",
                       "--position", "--channel", "--digits",   "--format", "--json"};
  subcommand.footer =
      "Examples:\n"
      "  sextant value --dim 512 --position 1048577 --channel 6 --digits 50\n"
      "  sextant value --dim 128 --base 500000 --encoding rope --part cos --position 8064 "
      "--channel 3 --format float32 --json\n"
      "  sextant value --model deepseek-v3 --part inv_freq --channel 20 --digits 30";
  subcommand.run = [options] {
    options->run();
    return 0;
  };
}

}  // namespace sextant::tool
