#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "sextant/encoding/real/error.hpp"
#include "sextant/number/format.hpp"

namespace sextant {

/// Numbers in memory, row by row, and the length of a row: for a table given as a pointer.
template <class T>
struct InRows {
  std::span<const T> numbers;
  std::size_t columns = 0;
};

namespace gmock {

/// Element types of a table: float, double, std::int32_t, std::int64_t, and any type of two bytes,
/// which is a bit pattern whose format must be given.
template <class T>
concept Element = std::is_same_v<T, float> || std::is_same_v<T, double> ||
    std::is_same_v<T, std::int32_t> || std::is_same_v<T, std::int64_t> ||
    (std::is_trivially_copyable_v<T> && sizeof(T) == 2);

/// Contiguous numbers, and ranges of rows of them.
template <class T>
concept Flat = std::ranges::contiguous_range<const T> && std::ranges::sized_range<const T> &&
    Element<std::ranges::range_value_t<const T>>;
template <class T>
concept Nested = std::ranges::sized_range<const T> && Flat<std::ranges::range_value_t<const T>>;

/// The numbers of a table, copied.
struct Numbers {
  std::vector<std::byte> bytes;  ///< row by row
  std::size_t width = 0;         ///< bytes of a number
  std::optional<std::size_t> columns = {};
  bool integers = false;
  std::optional<Format> format = {};  ///< nullopt: to be given

  std::size_t count() const { return bytes.size() / width; }
};

template <Element T>
Numbers no_numbers() {
  Numbers none;
  none.width = sizeof(T);
  none.integers = std::is_same_v<T, std::int32_t> || std::is_same_v<T, std::int64_t>;
  if constexpr (sizeof(T) == 4) none.format = kFloat32;
  if constexpr (sizeof(T) == 8) none.format = kFloat64;
  return none;
}

template <Element T>
void append(Numbers& numbers, std::span<const T> more) {
  const auto bytes = std::as_bytes(more);
  numbers.bytes.insert(numbers.bytes.end(), bytes.begin(), bytes.end());
}

template <Flat Range>
Numbers numbers_of(const Range& range) {
  using T = std::ranges::range_value_t<const Range>;
  Numbers numbers = no_numbers<T>();
  append<T>(numbers, std::span<const T>(std::ranges::data(range), std::ranges::size(range)));
  return numbers;
}

template <Element T>
Numbers numbers_of(const InRows<T>& rows) {
  Numbers numbers = numbers_of(rows.numbers);
  numbers.columns = rows.columns;
  return numbers;
}

/// Throws Error for rows of unequal length.
template <Nested Range>
Numbers numbers_of(const Range& range) {
  using T = std::ranges::range_value_t<std::ranges::range_value_t<const Range>>;
  Numbers numbers = no_numbers<T>();
  for (const auto& row : range) {
    const std::span<const T> one(std::ranges::data(row), std::ranges::size(row));
    if (numbers.columns.value_or(one.size()) != one.size())
      throw Error("the table has rows of " + std::to_string(*numbers.columns) + " numbers and of " +
                  std::to_string(one.size()));
    numbers.columns = one.size();
    append<T>(numbers, one);
  }
  return numbers;
}

}  // namespace gmock
}  // namespace sextant
