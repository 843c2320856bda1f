#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "sextant/audit/audit.hpp"
#include "sextant/encoding/real/error.hpp"
#include "tool/options/progress.hpp"
#include "tool/options/read_option.hpp"
#include "tool/subcommand/junit.hpp"
#include "tool/subcommand/subcommands.hpp"

namespace sextant::tool {
namespace {

struct CheckSubcommand {
  std::vector<std::string> paths;
  std::optional<std::string> against;
  std::string length, max_error, max_phase;
  bool strict = false, json = false;
  JunitOption junit;

  int run() const {
    const audit::Request asked = request();
    return junit.run("check", paths.front(), [&] { return judge(asked); });
  }

  audit::Request request() const {
    audit::Request asked{.paths = paths, .against = against};
    if (!length.empty())
      asked.sequence_length = read_option("--seq-len", [&] { return read_length(); });
    if (!max_error.empty()) asked.limits.max_error = read_amount("--max-error", max_error);
    if (!max_phase.empty()) asked.limits.max_phase = read_amount("--max-phase", max_phase);
    asked.limits.strict = strict;
    return asked;
  }

  Position read_length() const {
    const Rational number = parse_rational(length);
    if (!is_integer(number) || number < 1 || number > to_rational(kLargestPosition))
      throw Error("'" + length + "' is no number of positions");
    return to_position(numerator(number));
  }

  Judged judge(audit::Request asked) const {
    audit::Audit found;
    {
      ProgressLine progress("checking " + in_quotes(paths.front()));
      asked.progress = progress.callback();
      found = audit::audit(asked);
    }
    const std::string words = to_words(found, in_quotes(paths.front()));
    if (json)
      fmt::print("{}\n", json_text(found));
    else
      fmt::print("{}", words);
    if (found.status() == 2)
      fmt::print(stderr, "sextant: not judged: {}\n", found.why_not_judged());
    return {found.status(), words.substr(0, words.find('\n')), words};
  }
};

}  // namespace

void add_check(Command& program) {
  Command& subcommand = program.add_subcommand(
      "check",
      "Check a model: what it says about positions, what it stores, and where they differ");
  auto options = std::make_shared<CheckSubcommand>();
  subcommand.add_option("PATH", &options->paths,
                        "a checkpoint folder, or files of one model: config.json, params.json, "
                        ".safetensors, .gguf, .onnx, .pt, .bin, .npz",
                        {.required = true});
  subcommand.add_option("--against", &options->against,
                        "a folder or file that says what is right (the config of PATH)",
                        {.value = "PATH"});
  subcommand.add_option(
      "--seq-len", &options->length,
      "length of sequences, for scalings that depend on it (the original context)", {.value = "N"});
  subcommand.add_option("--max-error", &options->max_error,
                        "the largest absolute error of a stored table that passes (any)",
                        {.value = "X"});
  subcommand.add_option("--max-phase", &options->max_phase,
                        "the largest phase error that passes, of sines and cosines stored together "
                        "and, at the context's end, of frequencies (any)",
                        {.value = "RADIANS"});
  subcommand.add_option("--strict", &options->strict, "a model with a warning does not pass");
  subcommand.add_option("--json", &options->json, "print a JSON object");
  options->junit.add(subcommand);
  subcommand.footer =
      "Exit status: 0 nothing is wrong, 1 something is wrong, 2 something could not be judged.\n"
      "A model that stores no table and has nothing to compare passes; a line says so.\n"
      "Examples:\n"
      "  sextant check Llama-3.1-8B/\n"
      "  sextant check llama-3.1-8b.Q4_K_M.gguf --against Llama-3.1-8B/config.json\n"
      "  sextant check model.onnx --against config.json --json\n"
      "  sextant check Phi-3.5-mini/ phi.gguf --seq-len 131072";
  subcommand.run = [options] { return options->run(); };
}

}  // namespace sextant::tool
