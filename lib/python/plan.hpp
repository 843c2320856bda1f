#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "python/arguments.hpp"
#include "python/watch.hpp"
#include "sextant/encoding/bias/chart.hpp"
#include "sextant/encoding/position/position.hpp"
#include "sextant/number/format.hpp"
#include "tool/options/options.hpp"

namespace sextant::python {

/// A table to be made in memory: first its shape and format, then the numbers.
class Plan {
 public:
  /// Throws the same Errors as `sextant table`, before memory is allocated.
  explicit Plan(const Arguments& arguments);
  static std::vector<std::string> names();

  /// Columns of a table, by their places in a row; empty: the whole row.
  struct Block {
    Chart chart;
    Positions positions;
    std::vector<std::size_t> columns = {};

    std::size_t width() const { return chart.width(); }
  };

  const std::vector<Block>& blocks() const { return blocks_; }
  std::uint64_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  const Format& format() const { return format_; }
  /// Whether all numbers are integers and an integer format is requested.
  bool integers() const { return integers_; }
  /// Whether the encoding's own tables have rows for columns.
  bool transposed() const { return transposed_; }
  const std::vector<std::string>& warnings() const { return warnings_; }

  /// Writes the numbers of a block row by row, in this machine's byte order; `memory` has exactly
  /// their size.  Throws Error if a number cannot be decided, and Interrupted as Watch does.
  void fill(const Block& block, std::span<std::byte> memory, Watch& watch) const;

 private:
  void plan_one(const tool::EncodingOptions& encoding, const Positions& rows);
  void plan_several(const Axial& several, Part part, const std::vector<Positions>& coordinates);
  void fill_by_recipe(const Block& block, std::span<std::byte> memory, Watch& watch) const;

  std::vector<Block> blocks_;
  std::uint64_t rows_ = 0;
  std::size_t columns_ = 0;
  Format format_ = kFloat32;
  bool integers_ = false;
  bool transposed_ = false;
  std::string wanted_;       ///< --format, or empty
  std::string recipe_;       ///< or empty: correctly rounded
  std::string computed_in_;  ///< or empty
  std::vector<std::string> warnings_;
};

}  // namespace sextant::python
