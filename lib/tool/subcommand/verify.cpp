#include <memory>

#include <fmt/core.h>

#include "sextant/verify/compare/against.hpp"
#include "tool/options/files.hpp"
#include "tool/options/progress.hpp"
#include "tool/options/question.hpp"
#include "tool/options/resampled.hpp"
#include "tool/options/rotated.hpp"
#include "tool/subcommand/junit.hpp"
#include "tool/subcommand/subcommands.hpp"

namespace sextant::tool {
namespace {

/// Compares the table of a file with the output of a recipe, and prints the differences.
Judged print_against(const std::string& file, const Table& table, const verify::Question& asked,
                     const std::string& recipe, const std::vector<std::string>& warnings,
                     bool json) {
  verify::Likeness found;
  {
    ProgressLine progress("holding " + table.name() + " against " + recipe);
    found = read_option("--against",
                        [&] { return verify::against(table, asked, recipe, progress.callback()); });
  }
  for (const std::string& warning : warnings) found.claim.warnings.push_back(warning);
  const std::string words = verify::to_words(found, table.name());
  if (json)
    fmt::print("{}\n", verify::json_text(found, file));
  else
    fmt::print("{}", words);
  return {found.matches_bitwise() ? 0 : 1, words.substr(0, words.find('\n')), words};
}

struct VerifySubcommand {
  explicit VerifySubcommand(Command& subcommand) : asked(subcommand) {}

  QuestionOptions asked;
  FileOptions file;
  InputOptions input;
  ResampledOptions resampled;
  JunitOption junit;
  std::optional<std::string> against;
  bool json = false;

  int run() const {
    if (!file.list) return junit.run("verify", file.path, [&] { return judge(); });
    print_arrays(file.file(), json);
    return 0;
  }

  Judged judge() const {
    input.expect(asked.encoding.part());
    resampled.expect(asked.encoding.part());
    if (against) return hold_against();
    const std::string name = file.path == "-" ? "standard input" : in_quotes(file.path);
    if (asked.encoding.part() == Part::rotated)
      return print(asked.warned(verify_rotated(input, file.file(), asked.question())), name);
    if (asked.encoding.part() == Part::resampled)
      return print(verify_resampled(resampled, input, file.file(), asked), name);
    return print(verdict(name), name);
  }

  Table open(bool integers) const { return open_table(file.file(), integers); }

  verify::Verdict verdict(const std::string& name) const {
    ProgressLine progress("verifying " + name);
    return asked.judge([this](bool integers) { return open(integers); }, progress.callback());
  }

  Judged hold_against() const {
    const auto one = asked.one([this](bool integers) { return open(integers); }, "--against");
    return print_against(file.path, one.table, one.question, *against, asked.encoding.warnings(),
                         json);
  }

  Judged print(const verify::Verdict& verdict, const std::string& name) const {
    const std::string words = verify::to_words(verdict, name);
    if (json)
      fmt::print("{}\n", verify::json_text(verdict, file.path));
    else
      fmt::print("{}", words);
    return {verdict.passes() ? 0 : 1, words.substr(0, words.find('\n')), words,
            verify::junit_cases_of_heads(verdict, file.path, words)};
  }
};

}  // namespace

void add_verify(Command& program) {
  Command& subcommand = program.add_subcommand(
      "verify", "Judge a table: is it right, how far is it off, where, and why");
  auto options = std::make_shared<VerifySubcommand>(subcommand);
  options->file.add(subcommand);
  options->input.add(subcommand);
  options->resampled.add(subcommand);
  options->asked.add(subcommand);
  subcommand.add_option(
      "--against", &options->against,
      "hold it against what a recipe (sextant list recipes) makes on this machine, bit "
      "for bit, and not against the truth",
      {.value = "RECIPE", .excludes = "--require"});
  subcommand.add_option("--json", &options->json, "print a JSON object");
  options->junit.add(subcommand);
  subcommand.common = {"--model", "--config", "--encoding", "--dim",     "--base",
                       "--part",  "--first",  "--format",   "--require", "--json"};
  subcommand.footer =
      "Exit status: 0 passes, 1 does not pass, 2 could not be judged.\n"
      "With no encoding at all, the table is identified first.\n"
      "With --against, 0 says that the recipe makes every bit, 1 that it does not: that depends on "
      "this machine's mathematical library (glibc), whose version is printed.\n"
      "Examples:\n"
      "  sextant verify table.npy --dim 512\n"
      "  sextant verify cos.npy --encoding rope --base 500000 --part cos --first 8064 --json\n"
      "  sextant verify bits.npy --format bfloat16 --encoding sinusoidal --require faithful\n"
      "  sextant verify cos.npy --model llama-3.1-8b --part cos\n"
      "  sextant verify cache.safetensors --list\n"
      "  sextant verify cache.safetensors --tensor cos --model llama-3.1-8b --part cos\n"
      "  sextant verify cos.bin --format float32 --shape 4096x128 --encoding rope --part cos\n"
      "  sextant verify cos.npy --config config.json --part cos --seq-len 131072\n"
      "  sextant verify cos.npy --model llama-3.1-8b --part cos --against pow-reciprocal\n"
      "  sextant verify turned.npy --encoding rope --part rotated --input q.npy --first 4096\n"
      "  sextant verify resized.npy --part resampled --input pos_embed.npy --size 16x24 --mode "
      "bicubic --prefix 1";
  subcommand.run = [options] { return options->run(); };
}

}  // namespace sextant::tool
