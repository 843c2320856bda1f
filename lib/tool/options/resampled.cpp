#include "tool/options/resampled.hpp"

#include <algorithm>
#include <cmath>

#include <tbb/parallel_for.h>

#include "sextant/number/pattern.hpp"
#include "sextant/resample/resampled_table.hpp"
#include "sextant/tensor/table_writer.hpp"
#include "tool/options/progress.hpp"

namespace sextant::tool {
namespace {

constexpr std::uint64_t kPieceNumbers = std::uint64_t{1} << 20;
constexpr int kMostRows = 1 << 20;  // prefix and padding

std::uint64_t root_of(std::uint64_t cells) {
  auto side = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(cells)));
  while (side * side > cells) --side;
  while ((side + 1) * (side + 1) <= cells) ++side;
  return side;
}

/// The grid of a source of shape [height, width, channels], or of [cells, channels] if they are a
/// square or a sequence is asked for.
resample::Size source_size(const NpyVectors& source, const resample::Resampling& asked) {
  std::vector<std::uint64_t> axes = source.shape;
  if (!axes.empty()) axes.pop_back();
  std::erase(axes, 1U);
  const std::uint64_t rows = source.table.rows();
  if (rows <= asked.prefix)
    throw Error(source.table.name() + ": has no rows after --prefix " +
                std::to_string(asked.prefix));
  const std::uint64_t cells = rows - asked.prefix;
  if (axes.size() == 2 && asked.prefix == 0) return {axes[0], axes[1]};
  if (asked.to.sequence) return {1, cells, true};
  const std::uint64_t side = root_of(cells);
  if (side * side == cells) return {side, side};
  throw Error(source.table.name() + ": " + std::to_string(cells) +
              " cells are no square: say --input-size HxW, or --prefix for rows of class tokens");
}

std::uint64_t count_of(const std::string& option, const std::string& text) {
  return text.empty() || text == "0"
             ? 0U
             : static_cast<std::uint64_t>(read_count(option, text, kMostRows));
}

}  // namespace

void ResampledOptions::add(Command& subcommand) {
  const auto group = "Resampling";
  subcommand.add_option("--size", &size,
                        "of --part resampled: the grid of the table; a sequence has one length",
                        {.value = "HxW", .group = group});
  subcommand.add_option("--input-size", &input_size,
                        "the grid of --input (a square; a sequence if --size is one)",
                        {.value = "HxW", .group = group});
  subcommand.add_option("--mode", &mode, "bilinear | bicubic | ...: 'sextant list modes'",
                        {.value = "MODE", .group = group});
  subcommand.add_option("--scale-factor", &scale_factor,
                        "the factor that coordinates are scaled by, if it is not the ratio of "
                        "sizes: 16.1/37, or of each axis: 16.1/37,24.1/37",
                        {.value = "Y,X", .group = group});
  subcommand.add_option("--padding", &padding,
                        "rows at the end that repeat the first cell, as SigLIP 2 has them (0)",
                        {.value = "N", .group = group});
}

void ResampledOptions::expect(Part part) const {
  if (part == Part::resampled) return;
  const std::pair<const char*, const std::string*> all[] = {{"--size", &size},
                                                            {"--input-size", &input_size},
                                                            {"--mode", &mode},
                                                            {"--scale-factor", &scale_factor},
                                                            {"--padding", &padding}};
  for (const auto& [option, text] : all)
    if (!text->empty())
      throw Error(std::string(option) + " goes with --part resampled, not with " +
                  std::string(name(part)));
}

resample::Resampling ResampledOptions::resampling(const EncodingOptions& encoding,
                                                  const NpyVectors& source) const {
  encoding.expect_fields({"prefix", "merge"}, "--part resampled");
  if (size.empty()) throw Error("--part resampled needs the grid of the table: --size HxW");
  if (mode.empty()) throw Error("--part resampled needs --mode NAME: 'sextant list modes'");
  resample::Resampling how;
  how.rule = read_option("--mode", [&] { return resample::rule_of(mode); });
  how.to = read_option("--size", [&] { return resample::read_size(size); });
  how.prefix = how.skip = count_of("--prefix", encoding.field("prefix").value_or(""));
  if (const auto merge = encoding.field("merge"))
    how.merge = static_cast<std::uint64_t>(read_count("--merge", *merge, kMostRows));
  how.padding = count_of("--padding", padding);
  how.from = input_size.empty()
                 ? source_size(source, how)
                 : read_option("--input-size", [&] { return resample::read_size(input_size); });
  if (!scale_factor.empty())
    how.scale_factor =
        read_option("--scale-factor", [&] { return resample::read_scale_factor(scale_factor); });
  expect_sound(how);
  return how;
}

verify::Verdict verify_resampled(const ResampledOptions& options, const InputOptions& input,
                                 const TableFile& file, const QuestionOptions& asked) {
  if (input.input == "-" && file.path == "-")
    throw Error("FILE and --input cannot both be standard input");
  const NpyVectors table = open_vectors(file);
  const NpyVectors source = input.open(file.format);
  const auto question = asked.resampled(options.resampling(asked.encoding, source));
  ProgressLine progress("verifying " + table.table.name());
  return verify::verify_resampled(source, table, question, progress.callback());
}

void write_resampled(const ResampledOptions& options, const InputOptions& input,
                     const OutputOptions& output, const std::string& format,
                     const EncodingOptions& encoding) {
  const auto given =
      format.empty() ? std::nullopt : std::optional(read_table_format("--format", format));
  const NpyVectors source = input.open(given);
  const Format in = given.value_or(source.table.format());
  const resample::Resampling how = options.resampling(encoding, source);
  const resample::SourceNumbers numbers = verify::source_numbers(source, how);
  const resample::ResampledTable exact(numbers, how, kFloat64);
  TableWriter writer(output.path, in, {exact.rows(), exact.columns()}, output.name());
  ProgressLine progress("writing " + output.path);
  const auto tell = progress.whole();
  const std::uint64_t piece = std::max<std::uint64_t>(1, kPieceNumbers / exact.columns());
  std::vector<std::uint64_t> bits;
  for (std::uint64_t first = 0; first < exact.rows(); first += piece) {
    const std::uint64_t count = std::min(piece, exact.rows() - first);
    bits.resize(count * exact.columns());
    tbb::parallel_for(std::uint64_t{0}, count, [&](std::uint64_t k) {
      resample::ExactRow row;
      exact.read(first + k, row);
      for (std::size_t c = 0; c < exact.columns(); ++c)
        bits[k * exact.columns() + c] = bits_of(in, row.nearest(in, c, row.ball(c)));
    });
    writer.append(std::span<const std::uint64_t>(bits));
    if (tell) tell(static_cast<double>(first + count) / static_cast<double>(exact.rows()));
  }
  writer.finish();
}

}  // namespace sextant::tool
