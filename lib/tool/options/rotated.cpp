#include "tool/options/rotated.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include "sextant/measure/prefilter/rotation_error_meter.hpp"
#include "sextant/number/pattern.hpp"
#include "sextant/number/round.hpp"
#include "sextant/tensor/table_writer.hpp"
#include "sextant/verify/rotated.hpp"
#include "tool/options/progress.hpp"

namespace sextant::tool {
namespace {

constexpr std::uint64_t kPieceNumbers = std::uint64_t{1} << 20;

std::optional<Format> format_of(const std::string& option, const std::string& name) {
  return name.empty() ? std::nullopt : std::optional(read_stored_format(option, name));
}

/// Rotates a vector; every number is correctly rounded.  Numbers that depend on input that is not
/// finite are NaN, but columns that are not rotated keep their value.
void turn(const measure::RotationErrorMeter& meter, const Format& format, Position position,
          std::span<const exact::SineCosine> by, std::span<const double> before,
          std::span<std::uint64_t> bits) {
  for (std::size_t j = 0; j < before.size(); ++j) {
    const RotatedColumn& c = meter.columns()[j];
    double value = std::numeric_limits<double>::quiet_NaN();
    if (meter.known(j, before))
      value = meter.nearest(format, j, position, by, before).value;
    else if (c.passes())
      value = before[c.first];
    bits[j] = bits_of(format, value);
  }
}

}  // namespace

void InputOptions::add(Command& subcommand) {
  subcommand.add_option(
      "--input", &input,
      "of --part rotated: the vectors before they were turned; of resampled: the source",
      {.value = "X.npy"});
  subcommand.add_option("--input-tensor", &tensor, "which, of a file with names (its only vectors)",
                        {.value = "NAME"});
  subcommand.add_option("--input-format", &format,
                        "of their 16-bit patterns, or numbers alone, as --format (the same)",
                        {.value = "F", .words = {"float16", "bfloat16", "float32", "float64"}});
  subcommand.add_option("--axis", &axis,
                        "their axis of positions, from 0, or from the end: -2 for [..., positions, "
                        "d], -3 for [..., positions, heads, d] (found; -2 to write)",
                        {.value = "N"});
}

std::optional<Format> InputOptions::own_format() const {
  return format_of("--input-format", format);
}

NpyVectors InputOptions::open(const std::optional<Format>& of_other,
                              const std::optional<std::vector<std::uint64_t>>& shape) const {
  return open_vectors({.path = input,
                       .tensor = tensor,
                       .format = own_format(),
                       .shape = shape,
                       .tensor_option = "--input-tensor",
                       .format_option = "--input-format"},
                      of_other);
}

void InputOptions::ask(verify::Question& question) const {
  if (axis.empty()) return;
  const Position number = read_option("--axis", [&] { return parse_position(axis); });
  question.axis = static_cast<int>(std::clamp<Position>(number, -100, 100));
}

void InputOptions::expect(Part part) const {
  if (part == Part::rotated && input.empty())
    throw Error("--part rotated needs the vectors before they were turned: --input X.npy");
  if (part == Part::resampled) {
    if (input.empty())
      throw Error("--part resampled needs the table that was resampled: --input SOURCE.npy");
    if (!axis.empty()) throw Error("--axis goes with --part rotated, not with resampled");
    return;
  }
  if (part != Part::rotated && !(input.empty() && format.empty() && !tensor && axis.empty()))
    throw Error(std::string(!input.empty()    ? "--input"
                            : !format.empty() ? "--input-format"
                            : tensor          ? "--input-tensor"
                                              : "--axis") +
                " goes with --part rotated or resampled, not with " + std::string(name(part)));
}

verify::Verdict verify_rotated(const InputOptions& given, const TableFile& file,
                               verify::Question question) {
  given.ask(question);
  if (given.input == "-" && file.path == "-")
    throw Error("FILE and --input cannot both be standard input");
  const NpyVectors after = open_vectors(file);
  const NpyVectors before = given.open(file.format, file.shape);
  ProgressLine progress("verifying " + after.table.name());
  return verify::verify_rotated(before, after, question, progress.callback());
}

void write_rotated(const InputOptions& given, const OutputOptions& output,
                   const std::string& format, verify::Question question) {
  given.ask(question);
  const NpyVectors before = given.open(format_of("--format", format));
  const Format in = format_of("--format", format).value_or(before.table.format());
  const Rotary rotary = verify::rotary_of(question, before);
  const std::size_t axis =
      verify::axis_given(question, before).value_or(verify::usual_axis(before));
  const auto source = verify::rotated_source(
      before, before, verify::positions_along(question, verify::places_of(before, axis)), axis);
  const exact::Oracle oracle(in_parts(chart(rotary), source.positions.parts));
  const measure::RotationErrorMeter meter(oracle, rotated_columns(rotary, source.columns), in);
  TableWriter writer(output.path, in, before.shape, output.name());
  ProgressLine progress("writing " + output.path);
  const auto tell = progress.whole();
  const std::uint64_t rows = before.table.rows();
  const std::uint64_t piece =
      std::min(rows, std::max<std::uint64_t>(1, kPieceNumbers / source.columns));
  std::vector<std::uint64_t> bits(piece * source.columns);
  std::vector<double> values(bits.size());
  for (std::uint64_t first = 0; first < rows; first += piece) {
    const std::uint64_t count = std::min(piece, rows - first);
    const auto patterns = std::span(bits).first(count * source.columns);
    before.table.read_rows(first, count, patterns);
    std::transform(patterns.begin(), patterns.end(), values.begin(),
                   [&](std::uint64_t pattern) { return before.table.number(pattern); });
    tbb::parallel_for(std::uint64_t{0}, count, [&](std::uint64_t k) {
      const Position p = source.positions[(first + k) / source.stride % source.places()];
      const auto row = std::span<const double>(values).subspan(k * source.columns, source.columns);
      turn(meter, in, p, meter.waves(p), row, patterns.subspan(k * source.columns, source.columns));
    });
    writer.append(std::span<const std::uint64_t>(patterns));
    if (tell) tell(static_cast<double>(first + count) / static_cast<double>(rows));
  }
  writer.finish();
}

}  // namespace sextant::tool
