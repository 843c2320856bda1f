#include <memory>
#include <vector>

#include "sextant/encoding/real/error.hpp"
#include "sextant/tensor/table_writer.hpp"
#include "tool/options/files.hpp"
#include "tool/options/progress.hpp"
#include "tool/options/resampled.hpp"
#include "tool/options/rotated.hpp"
#include "tool/options/table_plan.hpp"
#include "tool/subcommand/subcommands.hpp"

namespace sextant::tool {
namespace {

struct TableSubcommand {
  explicit TableSubcommand(Command& subcommand) : asked(subcommand) {}

  TableOptions asked;
  InputOptions input;
  ResampledOptions resampled;
  OutputOptions output;

  void run() const {
    input.expect(asked.encoding.part());
    resampled.expect(asked.encoding.part());
    asked.expect_recipe();
    output.expect();
    if (asked.encoding.part() == Part::rotated) return write_vectors();
    if (asked.encoding.part() == Part::resampled) return write_grid();
    const TablePlan plan(asked);
    print_warnings(plan.warnings());
    write(plan);
  }

  void write_vectors() const {
    if (!asked.recipe.empty() || !asked.rows.empty())
      throw Error("--part rotated goes with none of --recipe, --computed-in and --rows");
    verify::Question q;
    q.encoding = asked.encoding.encoding();
    q.dim_given = asked.encoding.dim_given();
    q.rows = asked.encoding.rows();
    q.part = asked.encoding.part();
    asked.places.ask(q);
    print_warnings(asked.encoding.warnings());
    write_rotated(input, output, asked.format, q);
  }

  void write_grid() const {
    if (!asked.recipe.empty() || !asked.rows.empty() || asked.places.given())
      throw Error(
          "--part resampled goes with none of --recipe, --computed-in, --rows and positions");
    write_resampled(resampled, input, output, asked.format, asked.encoding);
  }

  TableWriter writer(const TablePlan& plan) const {
    if (plan.integers()) return TableWriter::of_integers(output.path, plan.shape(), output.name());
    return {output.path, plan.format(), plan.shape(), output.name()};
  }

  /// Writes the table in pieces that use the same memory.
  void write(const TablePlan& plan) const {
    ProgressLine progress("writing " + output.path);
    const auto tell = progress.whole();
    std::unique_ptr<TableWriter> file;  // opened after everything else that may fail
    std::vector<std::byte> memory;
    const auto place = [&](std::size_t bytes) {
      if (!file) file.reset(new TableWriter(writer(plan)));
      if (memory.size() < bytes) memory.resize(bytes);
      return std::span(memory).first(bytes);
    };
    plan.make(place, [&](std::span<const std::byte> bytes, double fraction) {
      file->append(bytes);
      if (tell) tell(fraction);
    });
    file->finish();
  }
};

}  // namespace

void add_table(Command& program) {
  Command& subcommand =
      program.add_subcommand("table", "Write a table of correctly rounded values");
  auto options = std::make_shared<TableSubcommand>(subcommand);
  options->asked.add(subcommand);
  options->input.add(subcommand);
  options->resampled.add(subcommand);
  options->output.add(subcommand);
  subcommand.common = {"--model", "--config",    "--encoding", "--dim",   "--base",
                       "--part",  "--positions", "--format",   "--output"};
  subcommand.footer =
      "bfloat16 is written to .npy as uint16 bit patterns, since NumPy has no bfloat16, and to "
      ".safetensors as BF16; buckets and indices as int64 unless --format says otherwise.\n"
      "Examples:\n"
      "  sextant table --dim 512 --positions 0:4096 --format float32 -o table.npy\n"
      "  sextant table --encoding rope --dim 128 --base 500000 --part cos --positions 0:8192 "
      "--format bfloat16 -o cos.npy\n"
      "  sextant table --model llama-3.1-8b --part cos --positions 0:131072 -o cos.npy\n"
      "  sextant table --model llama-3.1-8b --part cos --positions 0:131072 --format bfloat16 "
      "-o cache.safetensors --tensor cos\n"
      "  sextant table --encoding timesteps --dim 320 --positions 0:1000:1/2 -o timesteps.npy\n"
      "  sextant table --model gpt-j-6b --part rotated --input q.npy --first 4096 -o turned.npy\n"
      "  sextant table --part resampled --input pos_embed.npy --size 16x24 --mode bicubic --prefix "
      "1 "
      "-o resized.npy\n"
      "  sextant table --model llama-3.1-8b --part cos --positions 0:8192 --recipe pow-reciprocal "
      "--bounds --library glibc -o bounds.npy";
  subcommand.run = [options] {
    options->run();
    return 0;
  };
}

}  // namespace sextant::tool
