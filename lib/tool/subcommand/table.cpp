#include "sextant/exact/table/table.hpp"

#include <algorithm>
#include <memory>
#include <span>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/number/pattern.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"
#include "sextant/tensor/table_writer.hpp"
#include "tool/options/axial.hpp"
#include "tool/options/files.hpp"
#include "tool/options/options.hpp"
#include "tool/options/positions.hpp"
#include "tool/options/progress.hpp"
#include "tool/options/rotated.hpp"
#include "tool/subcommand/subcommands.hpp"

namespace sextant::tool {
namespace {

constexpr std::uint64_t kPieceBytes = std::uint64_t{16} << 20;

struct TableSubcommand {
  explicit TableSubcommand(Command& subcommand) : encoding(subcommand) {}

  EncodingOptions encoding;
  PositionOptions places;
  InputOptions input;
  std::string rows_wanted;
  std::string format;
  OutputOptions output;
  std::string recipe;
  std::string computed_in;

  void run() const {
    input.expect(encoding.part());
    if (encoding.part() == Part::rotated) return write_vectors();
    if (!places.first.empty()) throw Error("--first goes with --part rotated");
    if (const auto several = encoding.axial(); several && !of_frequencies(encoding.part())) {
      const bool plain = !places.positions.empty() || !rows_wanted.empty();
      if (const auto at = coordinates(*several, {places.file, plain}))
        return write_several(*several, *at);
    }
    if (!places.file.empty())
      throw Error("--positions-file goes with --part rotated, or is of several coordinates");
    const Encoding meant = encoding.encoding_with_dim();
    const bool frequencies = one_row(encoding.part());
    const Positions rows = frequencies ? Positions{0, 1, 1} : positions_asked();
    const Chart table = in_parts(chart(meant, encoding.part()), rows.parts);
    print_warnings(encoding.warnings());
    const bool integers = format == "int64" || (format.empty() && table.integral());
    if (integers && !table.integral()) throw Error("--format int64: this part holds no integers");
    const Format in =
        integers ? kFloat64 : read_table_format("--format", format.empty() ? "float32" : format);
    expect_output();
    const bool transposed = bias_layout(meant) == BiasLayout::heads_first && !frequencies;
    if (transposed && !recipe.empty()) throw Error("--recipe writes positions first");
    // All possible failures occur before anything is written.
    if (integers) {
      write_integers(table, rows);
    } else if (transposed) {
      TableWriter writer(output.path, in, {table.width(), rows.count}, output.name());
      for (const Channel& head : table.channels)
        write_exact(exact::ExactTable({table.waves, {head}}, in, rows), writer);
      writer.finish();
    } else if (recipe.empty()) {
      const exact::ExactTable exactly(table, in, rows);
      TableWriter writer(output.path, in, {rows.count, table.width()}, output.name());
      write_exact(exactly, writer);
      writer.finish();
    } else {
      const auto made = recipe::make(recipe, table, {computed(in), in, {}}, rows);
      TableWriter writer(output.path, in, {rows.count, table.width()}, output.name());
      write_recipe(*made, table.width(), in, rows, writer);
      writer.finish();
    }
  }

  void write_several(const Axial& several, const std::vector<Positions>& at) const {
    print_warnings(encoding.warnings(true));
    const Format in = read_table_format("--format", format.empty() ? "float32" : format);
    expect_output();
    if (recipe.empty()) return write_axial(several, encoding.part(), at, in, output);
    write_axial(several, encoding.part(), at, {computed(in), in, {}}, recipe, output);
  }

  void expect_output() const {
    if (recipe.empty() && !computed_in.empty()) throw Error("--computed-in goes with --recipe");
    output.expect();
  }

  void write_vectors() const {
    if (!recipe.empty() || !computed_in.empty() || !rows_wanted.empty())
      throw Error("--part rotated goes with none of --recipe, --computed-in and --rows");
    expect_output();
    verify::Question q;
    q.encoding = encoding.encoding();
    q.dim_given = encoding.dim_given();
    q.rows = encoding.rows();
    q.part = encoding.part();
    places.ask(q);
    print_warnings(encoding.warnings());
    write_rotated(input, output, format, q);
  }

  Format computed(const Format& in) const {
    if (!computed_in.empty()) return read_computing_format("--computed-in", computed_in);
    return in == kFloat64 ? kFloat64 : kFloat32;
  }

  Positions positions_asked() const {
    const std::string& positions = places.positions;
    if (positions.empty() == rows_wanted.empty())
      throw Error(positions.empty() ? "--positions A:B is missing, or --rows N"
                                    : "--positions and --rows exclude each other");
    if (!positions.empty())
      return read_option("--positions", [&] { return Positions::parse(positions); });
    return read_option("--rows", [&] {
      const Position count = parse_position(rows_wanted);
      if (count < 1) throw Error(rows_wanted + " is no number of rows");
      return sextant::positions(encoding.rows(), static_cast<std::uint64_t>(count));
    });
  }

  void write_integers(const Chart& table, const Positions& rows) const {
    if (!recipe.empty()) throw Error("--recipe writes float16, bfloat16, float32 or float64");
    const exact::Oracle oracle(table);
    TableWriter writer =
        TableWriter::of_integers(output.path, {rows.count, table.width()}, output.name());
    std::vector<std::uint64_t> row(table.width());
    for (std::uint64_t r = 0; r < rows.count; ++r) {
      std::transform(table.channels.begin(), table.channels.end(), row.begin(),
                     [&](const Channel& c) {
                       const double x = oracle.nearest(kFloat64, rows[r], c).value;
                       return static_cast<std::uint64_t>(static_cast<std::int64_t>(x));
                     });
      writer.append(row);
    }
    writer.finish();
  }

  /// Writes the table in pieces that use the same memory, so that a long table needs no more.
  void write_exact(const exact::ExactTable& table, TableWriter& writer) const {
    const std::uint64_t rows = table.positions().count;
    ProgressLine progress("writing " + output.path);
    const auto tell = progress.whole();
    const std::uint64_t piece = std::max<std::uint64_t>(1, kPieceBytes / table.row_bytes());
    std::vector<std::byte> patterns(std::min(piece, rows) * table.row_bytes());
    for (std::uint64_t first = 0; first < rows; first += piece) {
      const std::uint64_t count = std::min(piece, rows - first);
      table.write(first, count, {patterns.data(), table.row_bytes(), false});
      writer.append(std::span<const std::byte>(patterns).first(count * table.row_bytes()));
      if (tell) tell(static_cast<double>(first + count) / static_cast<double>(rows));
    }
  }

  /// Writes the table of a recipe in pieces.  Each uses all cores, unless rows follow from each
  /// other.
  void write_recipe(recipe::Recipe& made, std::size_t width, const Format& in,
                    const Positions& rows, TableWriter& writer) const {
    ProgressLine progress("writing " + output.path);
    const auto tell = progress.whole();
    const std::uint64_t piece = std::max<std::uint64_t>(1, kPieceBytes / (8 * width));
    std::vector<std::uint64_t> bits(std::min(piece, rows.count) * width);
    for (std::uint64_t first = 0; first < rows.count; first += piece) {
      const std::uint64_t count = std::min(piece, rows.count - first);
      const auto some = [&](std::uint64_t begin, std::uint64_t end) {
        std::vector<double> values(width);
        for (std::uint64_t row = begin; row < end; ++row) {
          made.row(first + row, values);
          std::transform(values.begin(), values.end(),
                         bits.begin() + static_cast<std::ptrdiff_t>(row * width),
                         [&](double x) { return bits_of(in, x); });
        }
      };
      if (made.sequential()) {
        some(0, count);
      } else {
        tbb::parallel_for(tbb::blocked_range<std::uint64_t>(0, count),
                          [&](const auto& part) { some(part.begin(), part.end()); });
      }
      writer.append(std::span<const std::uint64_t>(bits).first(count * width));
      if (tell) tell(static_cast<double>(first + count) / static_cast<double>(rows.count));
    }
  }
};

}  // namespace

void add_table(Command& program) {
  Command& subcommand =
      program.add_subcommand("table", "Write a table of correctly rounded values");
  auto options = std::make_shared<TableSubcommand>(subcommand);
  subcommand.add_option("--positions", &options->places.positions, "A:B or A:B:STEP, half-open",
                        {.value = "RANGE"});
  subcommand.add_option("--first", &options->places.first,
                        "of rotated vectors: the first position (0)", {.value = "P"});
  subcommand.add_option(
      "--positions-file", &options->places.file,
      "a .npy: of rotated vectors the position of every one, of several coordinates "
      "[3, n]",
      {.value = "IDS.npy"});
  options->input.add(subcommand);
  subcommand.add_option("--rows", &options->rows_wanted,
                        "that many rows from 0 on, or as the encoding's program has them",
                        {.value = "N"});
  subcommand.add_option(
      "--format,--dtype", &options->format,
      "float16 | bfloat16 | float32 | float64 (float32); of buckets and indices int64",
      {.value = "F"});
  options->output.add(subcommand);
  subcommand.add_option("--recipe", &options->recipe,
                        "write what this recipe computes, not the truth", {.value = "NAME"});
  subcommand.add_option("--computed-in", &options->computed_in,
                        "the format that the recipe computes in: float32 | float64",
                        {.value = "F"});
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
      "  sextant table --model gpt-j-6b --part rotated --input q.npy --first 4096 -o turned.npy";
  subcommand.run = [options] {
    options->run();
    return 0;
  };
}

}  // namespace sextant::tool
