#include "python/plan.hpp"

#include <algorithm>
#include <cstring>

#include "sextant/encoding/real/error.hpp"
#include "sextant/exact/table/table.hpp"
#include "sextant/number/pattern.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"
#include "sextant/tensor/npy.hpp"
#include "sextant/tensor/positions_file.hpp"
#include "tool/options/axial.hpp"
#include "tool/options/positions.hpp"

namespace sextant::python {
namespace {

constexpr std::size_t kPieceBytes = std::size_t{4} << 20;  // about a second entry by entry

struct TableOptions {
  tool::Command subcommand;
  tool::EncodingOptions encoding{subcommand};
  tool::PositionOptions places;
  std::string rows;
  std::string format;
  std::string recipe;
  std::string computed_in;

  TableOptions() {
    places.add(subcommand);
    subcommand.add_option("--rows", &rows);
    subcommand.add_option("--format", &format);
    subcommand.add_option("--recipe", &recipe);
    subcommand.add_option("--computed-in", &computed_in);
  }

  Positions counted() const {
    const std::optional<Position> first =
        places.first.empty() ? std::nullopt : std::optional(tool::read_option("--first", [&] {
          return parse_position(places.first);
        }));
    return tool::read_option("--rows", [&] {
      const Position count = parse_position(rows);
      if (count < 1) throw Error(rows + " is no number of rows");
      return positions(encoding.rows(), static_cast<std::uint64_t>(count), first);
    });
  }

  /// The positions of the rows, from one of three options.
  Positions of_rows() const {
    const bool range = !places.positions.empty();
    const bool listed = !places.file.empty();
    if ((range ? 1 : 0) + (listed ? 1 : 0) + (rows.empty() ? 0 : 1) != 1)
      throw Error("say either --positions or --rows");
    if (!places.first.empty() && rows.empty()) throw Error("--first goes with --rows");
    if (range)
      return tool::read_option("--positions", [&] { return Positions::parse(places.positions); });
    return listed ? read_positions(places.file) : counted();
  }
};

void put(const Format& format, double value, std::byte* at) {
  const std::uint64_t bits = bits_of(format, value);
  std::memcpy(at, &bits, static_cast<std::size_t>(format.storage_bits / 8));  // little-endian
}

}  // namespace

Plan::Plan(const Arguments& arguments) {
  TableOptions options;
  take(options.subcommand, arguments);
  wanted_ = options.format;
  recipe_ = options.recipe;
  computed_in_ = options.computed_in;
  if (recipe_.empty() && !computed_in_.empty()) throw Error("--computed-in goes with --recipe");
  const Part part = options.encoding.part();
  if (part == Part::rotated)
    throw Error("--part rotated is about vectors; 'sextant table' writes them to files");
  if (const auto several = options.encoding.axial(); several && !of_frequencies(part)) {
    const auto& places = options.places;
    const bool plain = !places.positions.empty() || !options.rows.empty() || !places.first.empty();
    if (const auto at = tool::coordinates(*several, {places.file, plain})) {
      warnings_ = options.encoding.warnings(true);
      plan_several(*several, part, *at);
      return;
    }
  }
  warnings_ = options.encoding.warnings();
  plan_one(options.encoding, one_row(part) ? Positions{0, 1, 1} : options.of_rows());
}

std::vector<std::string> Plan::names() { return python::names(TableOptions().subcommand); }

void Plan::plan_one(const tool::EncodingOptions& encoding, const Positions& rows) {
  const Encoding meant = encoding.encoding_with_dim();
  Chart chart = in_parts(sextant::chart(meant, encoding.part()), rows.parts);
  integers_ = wanted_ == "int64" || (wanted_.empty() && chart.integral());
  if (integers_ && !chart.integral()) throw Error("--format int64: this part holds no integers");
  if (integers_ && !recipe_.empty())
    throw Error("--recipe writes float16, bfloat16, float32 or float64");
  format_ = integers_ ? kFloat64
                      : tool::read_table_format("--format", wanted_.empty() ? "float32" : wanted_);
  transposed_ = bias_layout(meant) == BiasLayout::heads_first && !one_row(encoding.part());
  rows_ = rows.count;
  columns_ = chart.width();
  blocks_.push_back({std::move(chart), rows});
}

void Plan::plan_several(const Axial& several, Part part,
                        const std::vector<Positions>& coordinates) {
  format_ = tool::read_table_format("--format", wanted_.empty() ? "float32" : wanted_);
  const std::vector<Axis> axes = axes_of(several);
  for (Section& section : sections(several, part)) {
    const auto axis = std::find(axes.begin(), axes.end(), section.axis) - axes.begin();
    const Positions& positions = coordinates[static_cast<std::size_t>(axis)];
    blocks_.push_back({in_parts(std::move(section.chart), positions.parts), positions,
                       std::move(section.columns)});
  }
  rows_ = coordinates.front().count;
  columns_ = width(several, part);
}

void Plan::fill(const Block& block, std::span<std::byte> memory, Watch& watch) const {
  if (!recipe_.empty()) return fill_by_recipe(block, memory, watch);
  const exact::ExactTable table(block.chart, format_, block.positions);
  const std::size_t row = table.row_bytes();
  if (row == 0 || memory.size() / row != rows_ || memory.size() % row != 0)
    throw Error("the memory is not that of the table");
  const std::uint64_t piece = std::max<std::size_t>(1, kPieceBytes / row);
  for (std::uint64_t first = 0; first < rows_; first += piece) {
    table.write(first, std::min(piece, rows_ - first), {memory.data() + first * row, row, false});
    watch.look();
  }
}

void Plan::fill_by_recipe(const Block& block, std::span<std::byte> memory, Watch& watch) const {
  const Format computed = !computed_in_.empty()
                              ? tool::read_computing_format("--computed-in", computed_in_)
                          : format_ == kFloat64 ? kFloat64
                                                : kFloat32;
  const auto made = recipe::make(recipe_, block.chart, {computed, format_, {}}, block.positions);
  const auto element = static_cast<std::size_t>(format_.storage_bits / 8);
  if (memory.size() != rows_ * block.width() * element)
    throw Error("the memory is not that of the table");
  std::vector<double> values(block.width());
  std::byte* at = memory.data();
  for (std::uint64_t row = 0; row < rows_; ++row) {
    made->row(row, values);
    for (const double value : values) {
      put(format_, value, at);
      at += element;
    }
    watch.look();
  }
}

}  // namespace sextant::python
