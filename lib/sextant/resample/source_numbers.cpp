#include "sextant/resample/source_numbers.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "sextant/encoding/real/error.hpp"

namespace sextant::resample {
namespace {

constexpr std::uint64_t kBlock = 1024;  // rows that are read at a time

/// A double that is not 0 as odd·2^exponent.
struct Odd {
  std::int64_t significand = 0;
  int exponent = 0;
};

Odd odd_of(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const auto biased = static_cast<int>(bits >> 52 & 2047);
  std::uint64_t m = bits & ((std::uint64_t{1} << 52) - 1);
  if (biased != 0) m |= std::uint64_t{1} << 52;
  const int zeros = std::countr_zero(m);
  const auto odd = static_cast<std::int64_t>(m >> zeros);
  return {(bits >> 63) != 0 ? -odd : odd, std::max(biased, 1) - 1075 + zeros};
}

}  // namespace

SourceNumbers::SourceNumbers(const std::string& name, std::uint64_t rows, std::size_t columns,
                             const Read& read)
    : rows_(rows), columns_(columns), values_(rows * columns) {
  for (std::uint64_t row = 0; row < rows; row += kBlock) {
    const std::uint64_t count = std::min(kBlock, rows - row);
    read(row, count, std::span(values_).subspan(row * columns, count * columns));
  }
  int lowest = std::numeric_limits<int>::max(), highest = std::numeric_limits<int>::min();
  for (std::size_t k = 0; k < values_.size(); ++k) {
    if (!std::isfinite(values_[k]))
      throw Error(fmt::format("{}: the number in row {}, column {} is not finite", name,
                              k / columns, k % columns));
    if (values_[k] == 0) continue;
    lowest = std::min(lowest, odd_of(values_[k]).exponent);
    highest = std::max(highest, std::ilogb(values_[k]));
  }
  if (highest < lowest) return;  // all are 0
  exponent_ = lowest;
  bits_ = highest - lowest + 1;
}

std::int64_t SourceNumbers::small(double value) const {
  if (value == 0) return 0;
  const Odd odd = odd_of(value);
  return odd.significand * (std::int64_t{1} << (odd.exponent - exponent_));
}

Integer SourceNumbers::integer(double value) const {
  if (value == 0) return 0;
  const Odd odd = odd_of(value);
  return Integer(odd.significand) << (odd.exponent - exponent_);
}

}  // namespace sextant::resample
