#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/io/output_file.hpp"
#include "sextant/number/pattern.hpp"
#include "sextant/number/round.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"
#include "sextant/tensor/table_writer.hpp"
#include "tool/subcommand/subcommands.hpp"

namespace sextant::tool {
namespace {

/// A table that is right for a claim or has one mistake, and the command that judges it.
struct Example {
  std::string_view name;
  std::string_view what;
  std::string_view encoding;  ///< of the numbers, for read_encoding
  Part part = Part::cos;
  Position first = 0;
  bool rounded = false;          ///< positions are rounded to bfloat16
  std::string_view command;      ///< the words of the command after the file
  std::string_view config = {};  ///< config.json of a folder; empty: one file
};

constexpr std::uint64_t kRows = 1024;
constexpr std::string_view kLlamaConfig =
    R"({"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32,
 "num_hidden_layers": 32, "max_position_embeddings": 131072, "rope_theta": 500000.0,
 "rope_scaling": {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0,
                  "high_freq_factor": 4.0, "original_max_position_embeddings": 8192}}
)";

constexpr auto kExamples = std::to_array<Example>({
    {.name = "right",
     .what = "cosines of Llama 3 as PyTorch computes them",
     .encoding = "rope dim=128 base=500000",
     .command = "--model llama-3-8b --part cos"},
    {.name = "wrong-base",
     .what = "cosines of Llama 3 with the default base, 10000",
     .encoding = "rope dim=128 base=10000",
     .command = "--model llama-3-8b --part cos"},
    {.name = "off-by-one",
     .what = "cosines of Llama 3 with positions from 1 on",
     .encoding = "rope dim=128 base=500000",
     .first = 1,
     .command = "--model llama-3-8b --part cos"},
    {.name = "rounded-positions",
     .what = "cosines of Llama 3 with positions rounded to bfloat16",
     .encoding = "rope dim=128 base=500000",
     .rounded = true,
     .command = "--model llama-3-8b --part cos"},
    {.name = "lost-scaling",
     .what = "frequencies of Llama 3.1 without the scaling of its context",
     .encoding = "rope dim=128 base=500000",
     .part = Part::inv_freq,
     .command = "--model llama-3.1-8b --part inv_freq"},
    {.name = "halves",
     .what = "a sinusoidal table with all sines first, where sines and cosines should alternate",
     .encoding = "sinusoidal dim=128 base=10000 layout=halves",
     .part = Part::table,
     .command = "--dim 128"},
    {.name = "model",
     .what = "a checkpoint folder whose stored frequencies lack the scaling of its config",
     .encoding = "rope dim=128 base=500000",
     .part = Part::inv_freq,
     .command = "",
     .config = kLlamaConfig},
});

const Example& example(const std::string& name) {
  const auto found = std::find_if(kExamples.begin(), kExamples.end(),
                                  [&](const Example& one) { return one.name == name; });
  if (found == kExamples.end())
    throw Error("there is no example " + in_quotes(name) + ": 'sextant example' lists them");
  return *found;
}

Positions positions_of(const Example& one) {
  if (one.part == Part::inv_freq) return {0, 1, 1};
  if (!one.rounded) return Positions::from(one.first, kRows);
  std::vector<Position> rounded;
  for (std::uint64_t p = 0; p < kRows; ++p)
    rounded.push_back(static_cast<Position>(round_to(kBfloat16, static_cast<double>(p))));
  return Positions::of(std::move(rounded));
}

void write_table(const Example& one, const std::string& path, const std::string& tensor) {
  const Chart table = chart(read_encoding(one.encoding), one.part);
  const Positions rows = positions_of(one);
  const auto made = recipe::make("pow-reciprocal", table, {kFloat32, kFloat32, {}}, rows);
  std::vector<std::uint64_t> shape = {rows.count, table.width()};
  if (one.part == Part::inv_freq) shape.erase(shape.begin());
  TableWriter writer(path, kFloat32, std::move(shape), tensor);
  std::vector<double> values(table.width());
  std::vector<std::uint64_t> bits(table.width());
  for (std::uint64_t row = 0; row < rows.count; ++row) {
    made->row(row, values);
    std::transform(values.begin(), values.end(), bits.begin(),
                   [](double x) { return bits_of(kFloat32, x); });
    writer.append(bits);
  }
  writer.finish();
}

void write_model(const Example& one, const std::string& path) {
  UnfinishedDirectory folder(path);
  OutputFile config(path + "/config.json");
  config.write(std::as_bytes(std::span(one.config)));
  config.finish();
  write_table(one, path + "/model.safetensors", "model.layers.0.self_attn.rotary_emb.inv_freq");
  folder.finish();
}

int write(const std::string& name, const std::string& path) {
  if (name.empty()) {
    for (const Example& one : kExamples) fmt::print("{:<18} {}\n", one.name, one.what);
    return 0;
  }
  const Example& one = example(name);
  if (path.empty()) throw Error("-o is missing: the path to write the example to");
  if (one.config.empty())
    write_table(one, path, "table");
  else
    write_model(one, path);
  if (path == "-") return 0;
  fmt::print("{}: {}\nnow try: sextant {} {}{}{}\n", in_quotes(path), one.what,
             one.config.empty() ? "verify" : "check", path, one.command.empty() ? "" : " ",
             one.command);
  return 0;
}

}  // namespace

void add_example(Command& program) {
  Command& subcommand = program.add_subcommand(
      "example", "Write a small table or model, right or with one mistake, to try the tool");
  struct Options {
    std::string name, path;
  };
  auto options = std::make_shared<Options>();
  std::vector<std::string> names;
  for (const Example& one : kExamples) names.emplace_back(one.name);
  subcommand.add_option("NAME", &options->name, "the example; without a name, lists all",
                        {.words = names});
  subcommand.add_option("-o,--output", &options->path,
                        "a .npy or .safetensors, or the folder of a model; - writes to standard "
                        "output",
                        {.value = "FILE"});
  subcommand.footer =
      "Examples:\n"
      "  sextant example\n"
      "  sextant example wrong-base -o cos.npy\n"
      "  sextant example model -o example-model";
  subcommand.run = [options] { return write(options->name, options->path); };
}

}  // namespace sextant::tool
