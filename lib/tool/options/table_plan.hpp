#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sextant/encoding/axial/axial.hpp"
#include "sextant/number/format.hpp"
#include "sextant/recipe/catalogue/recipe.hpp"
#include "tool/command/command.hpp"
#include "tool/options/options.hpp"
#include "tool/options/positions.hpp"

namespace sextant::tool {

/// The options for the numbers of a table.
struct TableOptions {
  /// Adds the options of the encoding to a subcommand.  The object must outlive the parse.
  explicit TableOptions(Command& subcommand) : encoding(subcommand) {}
  /// Adds all other options.
  void add(Command& subcommand);
  /// Throws Error if options that go together are not all given: --recipe, --computed-in, --bounds,
  /// --library.
  void expect_recipe() const;

  EncodingOptions encoding;
  PositionOptions places;
  std::string rows, format, recipe, computed_in, library;
  bool bounds = false;
};

/// A table to be made: first its shape and format, then its numbers.
class TablePlan {
 public:
  /// Throws Error if the options describe no table.
  explicit TablePlan(const TableOptions& options);

  /// [positions, channels]; or [heads, positions], if the layout of the encoding is heads-first.
  const std::vector<std::uint64_t>& shape() const { return shape_; }
  /// The format of the numbers, float64 for bounds; not used if integers() is true.
  const Format& format() const { return format_; }
  /// Whether the numbers are 64-bit integers.
  bool integers() const { return integers_; }
  /// The name of the number type: float16, bfloat16, float32, float64 or int64.
  std::string holds() const { return integers_ ? "int64" : format_.name(); }
  /// The size of the table in bytes.  Throws Error if it exceeds 2⁶³.
  std::uint64_t bytes() const;
  const std::vector<std::string>& warnings() const { return warnings_; }

  /// Returns memory for the next bytes of the table.
  using Place = std::function<std::span<std::byte>(std::size_t bytes)>;
  /// Called when this memory is filled, with the fraction of the table that is done.
  using Done = std::function<void(std::span<const std::byte> bytes, double fraction)>;
  /// Makes the numbers in C order, in pieces of a few MiB, in this machine's byte order.  Throws
  /// Error if a number cannot be decided; exceptions of `place` and `done` pass through.
  void make(const Place& place, const Done& done) const;

 private:
  /// Some columns of a strip, with the position of each row.
  struct Section {
    Chart chart;
    Positions positions;
    std::vector<std::size_t> columns = {};  ///< their indices in a row; empty: all
  };
  /// A block of the table that is stored in one piece: all positions, with `columns` numbers each.
  /// A table with heads first has one for each head.
  struct Strip {
    std::vector<Section> sections;
    std::size_t columns = 0;
  };
  /// Writes rows [first, first + count) of a section.
  using Rows = std::function<void(std::uint64_t first, std::uint64_t count, std::span<std::byte>)>;

  std::size_t element() const;  ///< bytes of a number
  void plan(const TableOptions& options);
  void plan_one(const TableOptions& options);
  void plan_several(const Axial& several, Part part, const std::vector<Positions>& coordinates);
  Rows rows_of(const Section& section) const;
  Rows integers_of(const Section& section) const;
  Rows recipe_of(const Section& section) const;
  Rows bounds_of(const Section& section) const;
  std::unique_ptr<recipe::Recipe> made_by_recipe(const Section& section) const;
  /// Adds a warning if a bound at the largest position is too large to be useful in a test.
  void warn_of_loose_bounds();
  Rows rows_of(const Strip& strip) const;

  std::vector<std::uint64_t> shape_;
  std::vector<Strip> strips_;
  std::uint64_t rows_ = 0;  ///< of each strip
  Format format_ = kFloat32;
  bool integers_ = false;
  std::string recipe_;  ///< empty: correctly rounded
  recipe::ComputeFormats formats_;
  bool bounds_ = false;  ///< the numbers are bounds of the recipe
  std::vector<std::string> warnings_;
};

}  // namespace sextant::tool
