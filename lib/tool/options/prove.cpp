#include "tool/options/prove.hpp"

#include <memory>

#include <fmt/core.h>

#include "tool/options/theorems.hpp"

namespace sextant::tool {
namespace {

std::vector<std::string> theorem_names() {
  std::vector<std::string> names;
  for (const TheoremKind& kind : theorem_kinds()) names.push_back(kind.name);
  return names;
}

std::string footer() {
  std::string text = "Theorems:\n";
  for (const TheoremKind& kind : theorem_kinds())
    text += fmt::format("  {:<17} {}\n", kind.name, kind.about);
  return text +
         "Each leaves a certificate, a JSON file that --check proves again by another route: Arb, "
         "and integers.\n"
         "Where a range is short and rows are wide, --method lattice is the quick one.\n"
         "Exit status: 0 holds or is confirmed, 1 fails or is not, 2 could not be decided.\n"
         "Examples:\n"
         "  sextant prove uniqueness --dim 128 --positions 0:2^40\n"
         "  sextant prove uniqueness --dim 128 --positions 0:2^63 -o d128.json\n"
         "  sextant prove --check d128.json\n"
         "  sextant prove neighbours --dims 32,34,36,64 --positions 0:2^63 --check\n"
         "  sextant prove near-collisions --dim 4 --positions 0:2^63 --count 5\n"
         "  sextant prove distinct-rows --dim 4 --format bfloat16 --positions 0:2^40\n"
         "  sextant prove sixteen-bit --dim 64 --positions 0:2^20\n"
         "  sextant prove shift-invariance";
}

}  // namespace

void add_prove(Command& program, const std::function<int(const ProveOptions&)>& run) {
  Command& subcommand = program.add_subcommand(
      "prove", "Prove a theorem about every position of a range, or check a certificate");
  auto options = std::make_shared<ProveOptions>(subcommand);
  subcommand.add_option("theorem", &options->what, "a theorem; with --check also certificates",
                        {.value = "THEOREM|FILE...", .words = theorem_names()});
  subcommand.add_option("--check", &options->check,
                        "check the certificates given, or the one just made, by another route");
  subcommand.add_option("--positions", &options->positions, "0:N, half-open: offsets are below N",
                        {.value = "RANGE"});
  subcommand.add_option("--dims", &options->dims, "one theorem for each of these widths: 32,64,128",
                        {.value = "D,...", .delimiter = ','});
  subcommand.add_option("--method", &options->method,
                        "automatic | blocks | lattice: automatic takes both where both reach",
                        {.value = "M"});
  subcommand.add_option("--count", &options->count, "of near-collisions: how many (8)",
                        {.value = "N"});
  subcommand.add_option("--format,--dtype", &options->format,
                        "of distinct-rows: float16 | bfloat16 | float32 | float64", {.value = "F"});
  subcommand.add_option(
      "-o,--output", &options->output,
      "the certificate's file, or - for standard output; else one is named after the "
      "theorem, here",
      {.value = "FILE"});
  subcommand.add_option("--json", &options->json, "print an object a line");
  subcommand.common = {"--dim", "--base", "--positions", "--check", "--format", "--output"};
  subcommand.footer = footer();
  subcommand.run = [options, run] { return run(*options); };
}

}  // namespace sextant::tool
