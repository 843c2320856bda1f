#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "sextant/encoding/real/integer.hpp"

namespace sextant::resample {

/// The numbers of a source, in memory: as doubles, and as integers times 2^exponent.
class SourceNumbers {
 public:
  /// Fills `values` with `count` rows from `first` on.
  using Read =
      std::function<void(std::uint64_t first, std::uint64_t count, std::span<double> values)>;

  /// Throws Error, which begins with `name`, if a number is not finite.
  SourceNumbers(const std::string& name, std::uint64_t rows, std::size_t columns, const Read& read);

  std::uint64_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  int exponent() const { return exponent_; }
  /// The number of bits of the largest integer.
  int bits() const { return bits_; }

  std::span<const double> values(std::uint64_t row) const {
    return std::span(values_).subspan(row * columns_, columns_);
  }
  /// The integer of a number; it must have at most 63 bits.
  std::int64_t small(double value) const;
  Integer integer(double value) const;

 private:
  std::uint64_t rows_;
  std::size_t columns_;
  std::vector<double> values_;
  int exponent_ = 0, bits_ = 0;
};

}  // namespace sextant::resample
