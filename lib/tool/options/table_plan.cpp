#include "tool/options/table_plan.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <memory>

#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/exact/table/table.hpp"
#include "sextant/number/pattern.hpp"
#include "sextant/number/ulp.hpp"
#include "sextant/recipe/catalogue/bias_catalogue.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"
#include "sextant/tensor/positions_file.hpp"
#include "sextant/verify/accept/acceptance_criterion.hpp"
#include "tool/options/axial.hpp"

namespace sextant::tool {
namespace {

/// A piece of this size takes a second at most, also if every entry is computed one by one.
constexpr std::uint64_t kPieceBytes = std::uint64_t{4} << 20;

Positions counted(const TableOptions& options) {
  const std::string& text = options.places.first;
  std::optional<Position> first;
  if (!text.empty()) first = read_option("--first", [&] { return parse_position(text); });
  return read_option("--rows", [&] {
    const Position count = parse_position(options.rows);
    if (count < 1) throw Error(options.rows + " is no number of rows");
    return positions(options.encoding.rows(), static_cast<std::uint64_t>(count), first);
  });
}

/// The rows that the window of an encoding fixes; nullopt for encodings without one.  Throws Error
/// for a window that is empty or too large.
std::optional<Positions> rows_of_window(const Encoding& encoding) {
  const auto* index = std::get_if<Swin>(&encoding);
  const auto* offsets = std::get_if<SwinCoordinates>(&encoding);
  if (index == nullptr && offsets == nullptr) return std::nullopt;
  (void)chart(encoding);
  const int rows = index != nullptr ? index->tokens() : offsets->rows();
  return Positions::from(0, static_cast<std::uint64_t>(rows));
}

/// The positions of the rows, from one of three options.  Without one, those of the whole window.
Positions positions_of(const TableOptions& options) {
  const PositionOptions& places = options.places;
  const bool range = !places.positions.empty();
  const bool listed = !places.file.empty();
  const int given = (range ? 1 : 0) + (listed ? 1 : 0) + (options.rows.empty() ? 0 : 1);
  if (given == 0)
    if (const auto whole = rows_of_window(options.encoding.encoding())) return *whole;
  if (given == 0) throw Error("give --positions or --rows, such as --positions 0:4096");
  if (given > 1) throw Error("--positions, --positions-file and --rows exclude each other");
  if (!places.first.empty() && options.rows.empty())
    throw Error("--first goes with --rows, or with --part rotated");
  if (range) return read_option("--positions", [&] { return Positions::parse(places.positions); });
  return listed ? read_positions(places.file) : counted(options);
}

/// The row whose position is the largest in magnitude.
std::uint64_t farthest(const Positions& positions) {
  std::uint64_t found = 0;
  const std::uint64_t step = positions.listed ? 1 : std::max<std::uint64_t>(1, positions.count - 1);
  for (std::uint64_t row = step; row < positions.count; row += step)
    if (magnitude(positions[row]) > magnitude(positions[found])) found = row;
  return found;
}

/// The recipe's bound.  Throws Error if it is infinite.
double bound_at(const recipe::Recipe& recipe, const Positions& positions, std::uint64_t row,
                std::size_t channel) {
  const double bound = recipe.bound(row, channel);
  if (std::isfinite(bound)) return bound;
  throw Error("no bound is known at position " + to_text(positions[row], positions.parts) +
              ", channel " + std::to_string(channel) + " with this --library and --format");
}

/// A bound of the distance to `nearest`, the float64 number nearest to the true value, if `bound`
/// is one of the distance to the true value.  Also covers the rounding of a float64 subtraction.
double from_nearest(double bound, double nearest) {
  return (bound + std::ldexp(0.5, ulp_exponent(kFloat64, nearest))) * (1 + 0x1p-50);
}

/// Copies the columns of a section to their places in rows of `width` numbers.
void interleave(std::span<const std::byte> from, std::span<std::byte> to, std::size_t width,
                std::size_t element, const std::vector<std::size_t>& columns) {
  const std::size_t rows = to.size() / (width * element);
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t j = 0; j < columns.size(); ++j)
      std::memcpy(&to[(row * width + columns[j]) * element],
                  &from[(row * columns.size() + j) * element], element);
}

}  // namespace

void TableOptions::add(Command& subcommand) {
  subcommand.add_option("--positions", &places.positions, "A:B or A:B:STEP, half-open",
                        {.value = "RANGE"});
  subcommand.add_option(
      "--first", &places.first,
      "with --rows, or of rotated vectors: the first position (0, or as the encoding's program has "
      "it)",
      {.value = "P"});
  subcommand.add_option(
      "--positions-file", &places.file,
      "a .npy of integers or floats: the position of every row, or [axes, n] coordinates",
      {.value = "IDS.npy"});
  subcommand.add_option("--rows", &rows,
                        "that many rows from 0 on, or as the encoding's program has them",
                        {.value = "N"});
  subcommand.add_option(
      "--format,--dtype", &format,
      "float16 | bfloat16 | float32 | float64 (float32); of buckets and indices int64",
      {.value = "F"});
  subcommand.add_option("--recipe", &recipe, "write what this recipe computes, not the truth",
                        {.value = "NAME"});
  subcommand.add_option("--computed-in", &computed_in,
                        "the format that the recipe computes in: float32 | float64",
                        {.value = "F"});
  subcommand.add_option("--bounds", &bounds,
                        "write a float64 bound for each entry: how far the recipe's number, stored "
                        "in --format, may be from the correctly rounded float64 one");
  subcommand.add_option("--library", &library,
                        "with --bounds: the library that the recipe calls, such as glibc, numpy or "
                        "cuda (sextant list libraries)",
                        {.value = "NAME"});
}

void TableOptions::expect_recipe() const {
  if (recipe.empty() && !computed_in.empty()) throw Error("--computed-in goes with --recipe");
  if (recipe.empty() && bounds) throw Error("--bounds goes with --recipe");
  if (!bounds && !library.empty()) throw Error("--library goes with --bounds");
  if (bounds && library.empty())
    throw Error("--bounds needs --library: the library that the recipe calls, such as glibc");
}

TablePlan::TablePlan(const TableOptions& options)
    : recipe_(options.recipe), bounds_(options.bounds) {
  options.expect_recipe();
  const Part part = options.encoding.part();
  if (part == Part::rotated || part == Part::resampled)
    throw Error("--part " + std::string(name(part)) +
                " is about vectors that are given; 'sextant table' writes them to files");
  integers_ = options.format == "int64";
  if (!integers_)
    format_ = read_table_format("--format", options.format.empty() ? "float32" : options.format);
  formats_.store = format_;
  formats_.compute = !options.computed_in.empty()
                         ? read_computing_format("--computed-in", options.computed_in)
                     : format_ == kFloat64 ? kFloat64
                                           : kFloat32;
  if (bounds_) {
    format_ = kFloat64;
    formats_.library = read_option("--library", [&] { return &recipe::library(options.library); });
  }
  plan(options);
  if (bounds_) warn_of_loose_bounds();
}

void TablePlan::plan(const TableOptions& options) {
  const Part part = options.encoding.part();
  if (const auto several = options.encoding.axial(); several && !of_frequencies(part)) {
    const auto& places = options.places;
    const bool plain = !options.rows.empty() || !places.first.empty();
    if (const auto at = coordinates(*several, {places.file, places.positions, plain})) {
      warnings_ = options.encoding.warnings(true);
      plan_several(*several, part, *at);
      return;
    }
  }
  warnings_ = options.encoding.warnings();
  plan_one(options);
}

void TablePlan::plan_one(const TableOptions& options) {
  const Part part = options.encoding.part();
  const Encoding meant = options.encoding.encoding_with_dim();
  const Positions rows = one_row(part) ? Positions{0, 1, 1} : positions_of(options);
  const Chart table = in_parts(chart(meant, part), rows.parts);
  integers_ = integers_ || (options.format.empty() && table.integral());
  if (integers_ && !table.integral()) throw Error("--format int64: this part holds no integers");
  if (integers_ && !recipe_.empty())
    throw Error("--recipe writes float16, bfloat16, float32 or float64");
  rows_ = rows.count;
  if (bias_layout(meant) == BiasLayout::heads_first && !one_row(part)) {
    for (const Channel& head : table.channels)
      strips_.push_back({{{{table.waves, {head}}, rows}}, 1});
    shape_ = {table.width(), rows_};
  } else {
    shape_ = {rows_, table.width()};
    strips_.push_back({{{table, rows}}, table.width()});
  }
}

void TablePlan::plan_several(const Axial& several, Part part,
                             const std::vector<Positions>& coordinates) {
  if (integers_) throw Error("--format int64: this part holds no integers");
  Strip strip{{}, width(several, part)};
  for (sextant::Section& section : sections(several, part)) {
    const Positions positions = positions_of(several, section, coordinates);
    strip.sections.push_back({in_parts(std::move(section.chart), positions.parts), positions,
                              std::move(section.columns)});
  }
  rows_ = coordinates.front().count;
  shape_ = {rows_, strip.columns};
  strips_.push_back(std::move(strip));
}

std::size_t TablePlan::element() const {
  return integers_ ? sizeof(std::int64_t) : static_cast<std::size_t>(format_.storage_bits / 8);
}

std::uint64_t TablePlan::bytes() const {
  std::uint64_t bytes = element();
  for (const std::uint64_t length : shape_)
    if (__builtin_mul_overflow(bytes, length, &bytes) || bytes >> 63 != 0)
      throw Error("a table of " + std::to_string(shape_[0]) + " x " + std::to_string(shape_[1]) +
                  " numbers has more than 2^63 bytes: no memory or file holds it");
  return bytes;
}

TablePlan::Rows TablePlan::integers_of(const Section& section) const {
  const auto table =
      std::make_shared<const exact::ExactTable>(section.chart, kFloat64, section.positions);
  return [table](std::uint64_t first, std::uint64_t count, std::span<std::byte> to) {
    table->write(first, count, {to.data(), 0, false});
    for (std::size_t at = 0; at < to.size(); at += sizeof(double)) {
      double number = 0;
      std::memcpy(&number, &to[at], sizeof number);
      const auto integer = static_cast<std::int64_t>(number);
      std::memcpy(&to[at], &integer, sizeof integer);
    }
  };
}

std::unique_ptr<recipe::Recipe> TablePlan::made_by_recipe(const Section& section) const {
  return recipe::make(recipe::of_section(recipe_, section.chart), section.chart, formats_,
                      section.positions);
}

void TablePlan::warn_of_loose_bounds() {
  for (const Strip& strip : strips_) {
    for (const Section& section : strip.sections) {
      const std::vector<verify::Measure> sizes = verify::measures_of(exact::Oracle(section.chart));
      const std::unique_ptr<recipe::Recipe> made = made_by_recipe(section);
      // Bounds of waves grow with the position, those of recurrences with the row.
      const std::array rows = {farthest(section.positions), section.positions.count - 1};
      for (std::size_t k = 0; k < rows.size() * sizes.size(); ++k) {
        const std::uint64_t row = rows[k / sizes.size()];
        const std::size_t j = k % sizes.size();
        const double bound = bound_at(*made, section.positions, row, j);
        if (verify::acceptance_criterion(section.chart.channels[j].function, bound,
                                         sizes[j].size) == verify::AcceptanceCriterion::bound)
          continue;
        warnings_.push_back(fmt::format(
            "at position {} the bound of {} is {:.2g}: a test with it accepts nearly every number",
            to_text(section.positions[row], section.positions.parts), recipe_, bound));
        return;
      }
    }
  }
}

TablePlan::Rows TablePlan::bounds_of(const Section& section) const {
  const std::shared_ptr<recipe::Recipe> made = made_by_recipe(section);
  const auto exact =
      std::make_shared<const exact::ExactTable>(section.chart, kFloat64, section.positions);
  return [made, exact](std::uint64_t first, std::uint64_t count, std::span<std::byte> to) {
    exact->write(first, count, {to.data(), 0, false});
    const std::size_t width = to.size() / sizeof(double) / count;
    tbb::parallel_for(std::uint64_t{0}, count, [&](std::uint64_t row) {
      for (std::size_t j = 0; j < width; ++j) {
        std::byte* at = &to[(row * width + j) * sizeof(double)];
        double number = 0;
        std::memcpy(&number, at, sizeof number);
        number = from_nearest(bound_at(*made, exact->positions(), first + row, j), number);
        std::memcpy(at, &number, sizeof number);
      }
    });
  };
}

TablePlan::Rows TablePlan::recipe_of(const Section& section) const {
  const std::shared_ptr<recipe::Recipe> made = made_by_recipe(section);
  return [made, format = format_, element = element(), width = section.chart.width()](
             std::uint64_t first, std::uint64_t count, std::span<std::byte> to) {
    const auto some = [&](std::uint64_t begin, std::uint64_t end) {
      std::vector<double> values(width);
      for (std::uint64_t row = begin; row < end; ++row) {
        made->row(first + row, values);
        for (std::size_t j = 0; j < width; ++j) {
          const std::uint64_t bits = bits_of(format, values[j]);
          std::memcpy(&to[(row * width + j) * element], &bits, element);  // the lowest bytes
        }
      }
    };
    if (made->sequential()) return some(0, count);
    tbb::parallel_for(tbb::blocked_range<std::uint64_t>(0, count),
                      [&](const auto& part) { some(part.begin(), part.end()); });
  };
}

TablePlan::Rows TablePlan::rows_of(const Section& section) const {
  if (integers_) return integers_of(section);
  if (!recipe_.empty()) return bounds_ ? bounds_of(section) : recipe_of(section);
  const auto table =
      std::make_shared<const exact::ExactTable>(section.chart, format_, section.positions);
  return [table](std::uint64_t first, std::uint64_t count, std::span<std::byte> to) {
    table->write(first, count, {to.data(), 0, false});
  };
}

TablePlan::Rows TablePlan::rows_of(const Strip& strip) const {
  if (strip.sections.front().columns.empty()) return rows_of(strip.sections.front());
  std::vector<Rows> rows;
  for (const Section& section : strip.sections) rows.push_back(rows_of(section));
  return [&strip, rows, element = element()](std::uint64_t first, std::uint64_t count,
                                             std::span<std::byte> to) {
    std::vector<std::byte> own;
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const std::vector<std::size_t>& columns = strip.sections[k].columns;
      own.resize(count * columns.size() * element);
      rows[k](first, count, own);
      interleave(own, to, strip.columns, element, columns);
    }
  };
}

void TablePlan::make(const Place& place, const Done& done) const {
  std::uint64_t made = 0;
  const double all = static_cast<double>(rows_) * static_cast<double>(strips_.size());
  for (const Strip& strip : strips_) {
    const Rows rows = rows_of(strip);
    const std::uint64_t row_bytes = strip.columns * element();
    const std::uint64_t piece = std::max<std::uint64_t>(1, kPieceBytes / row_bytes);
    for (std::uint64_t first = 0; first < rows_; first += piece) {
      const std::uint64_t count = std::min(piece, rows_ - first);
      const std::span<std::byte> to = place(count * row_bytes);
      rows(first, count, to);
      done(to, static_cast<double>(made += count) / all);
    }
  }
}

}  // namespace sextant::tool
