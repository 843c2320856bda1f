#include <memory>

#include <fmt/core.h>

#include "tool/options/comparison.hpp"
#include "tool/options/progress.hpp"
#include "tool/subcommand/subcommands.hpp"

namespace sextant::tool {
namespace {

struct CompareSubcommand {
  explicit CompareSubcommand(Command& subcommand) : asked(subcommand) {}

  ComparisonOptions asked;
  bool json = false;

  int run() const {
    const TableFile reference = asked.files.reference();
    const TableFile mine = asked.files.mine();
    const auto opened = [](const TableFile& file) {
      return [&file](bool integers) { return open_table(file, integers); };
    };
    verify::Comparison found;
    {
      ProgressLine progress("comparing " + in_quotes(reference.path) + " and " +
                            in_quotes(mine.path));
      found = asked.compare(opened(reference), opened(mine), progress.callback());
    }
    found.reference.file = reference.path;
    found.mine.file = mine.path;
    if (json)
      fmt::print("{}\n", verify::json_text(found));
    else
      fmt::print("{}", verify::to_words(found));
    return found.sound() ? 0 : 1;
  }
};

}  // namespace

void add_compare(Command& program) {
  Command& subcommand = program.add_subcommand(
      "compare", "Compare two tables that differ: which is wrong, and why, or is it rounding");
  auto options = std::make_shared<CompareSubcommand>(subcommand);
  options->asked.add(subcommand);
  subcommand.add_option("--json", &options->json, "print a JSON object");
  subcommand.common = {"--model", "--config", "--encoding", "--dim",    "--base",
                       "--part",  "--first",  "--format",   "--tensor", "--json"};
  subcommand.footer =
      "Both are judged against the truth, and every difference is split into the error of the one "
      "and that of the other.  With no encoding at all, both are identified and shown, and "
      "neither is at fault.\n"
      "Outcomes: alike and both-sound (exit status 0), reference-wrong, mine-wrong, both-wrong and "
      "undetermined (1); 2 could not be judged.\n"
      "Examples:\n"
      "  sextant compare torch.npy kernel.npy --dim 512\n"
      "  sextant compare golden.npy device.npy --model llama-3.1-8b --part cos --first 8064\n"
      "  sextant compare bits.npy cos.npy --reference-format bfloat16 --encoding rope --part cos\n"
      "  sextant compare cache.safetensors mine.npy --reference-tensor cos --encoding rope --part "
      "cos --json";
  subcommand.run = [options] { return options->run(); };
}

}  // namespace sextant::tool
