#include "tool/options/check.hpp"

#include "sextant/encoding/real/error.hpp"
#include "tool/options/read_option.hpp"

namespace sextant::tool {
namespace {

Position read_length(const std::string& text) {
  const Rational number = parse_rational(text);
  if (!is_integer(number) || number < 1 || number > to_rational(kLargestPosition))
    throw Error("'" + text + "' is no number of positions");
  return to_position(numerator(number));
}

}  // namespace

void CheckOptions::add(Command& subcommand) {
  subcommand.add_option("PATH", &paths,
                        "a checkpoint folder, or files of one model: config.json, params.json, "
                        ".safetensors, .gguf, .onnx, .pt, .bin, .npz",
                        {.required = true});
  subcommand.add_option("--against", &against,
                        "a folder or file that says what is right (the config of PATH)",
                        {.value = "PATH"});
  subcommand.add_option(
      "--seq-len", &length,
      "length of sequences, for scalings that depend on it (the original context)", {.value = "N"});
  subcommand.add_option("--max-error", &max_error,
                        "the largest absolute error of a stored table that passes (any)",
                        {.value = "X"});
  subcommand.add_option("--max-phase", &max_phase,
                        "the largest phase error that passes, of sines and cosines stored together "
                        "and, at the context's end, of frequencies (any)",
                        {.value = "RADIANS"});
  subcommand.add_option("--strict", &strict, "a model with a warning does not pass");
}

audit::Request CheckOptions::request() const {
  audit::Request asked{.paths = paths, .against = against};
  if (!length.empty())
    asked.sequence_length = read_option("--seq-len", [&] { return read_length(length); });
  if (!max_error.empty()) asked.limits.max_error = read_amount("--max-error", max_error);
  if (!max_phase.empty()) asked.limits.max_phase = read_amount("--max-phase", max_phase);
  asked.limits.strict = strict;
  return asked;
}

}  // namespace sextant::tool
