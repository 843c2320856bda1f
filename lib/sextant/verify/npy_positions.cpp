#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>

#include <fmt/core.h>

#include "sextant/verify/npy.hpp"
#include "sextant/verify/npy_beginning.hpp"

namespace sextant {
namespace {

/// Bytes an integer of a type i1 … i8, u1 … u8.
std::uint64_t integer_size(const InputFile& file, const NpyBeginning& beginning) {
  const std::string& type = beginning.type;
  if (type.size() == 2 && (type[0] == 'i' || type[0] == 'u')) {
    if (const auto size = std::string_view("1248").find(type[1]); size != std::string_view::npos) {
      return std::uint64_t{1} << size;
    }
  }
  file.fail("holds no integers (dtype " + in_quotes(beginning.header.descr, 20) +
            "); save the positions as such: np.save(name, positions.astype(np.int64))");
}

/// The length of the only axis that is longer than 1.
std::uint64_t length_of(const InputFile& file, const NpyBeginning& beginning, std::uint64_t size) {
  std::uint64_t count = 1;
  for (const std::uint64_t axis : beginning.header.shape) {
    const std::string shape = "shape " + shape_text(beginning.header.shape);
    if (axis == 0) file.fail(shape + " holds no positions");
    if (axis != 1 && count != 1) file.fail(shape + " is no single row of positions");
    count *= axis;
    constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (count > most / size - beginning.offset) file.fail(shape + " is more than a file can hold");
  }
  return count;
}

Position to_position(std::span<const std::byte> bytes, ByteOrder order, bool negative_too) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const std::size_t from_the_top = order == ByteOrder::big ? i : bytes.size() - 1 - i;
    value = value << 8 | static_cast<std::uint64_t>(bytes[from_the_top]);
  }
  const std::uint64_t sign = std::uint64_t{1} << (8 * bytes.size() - 1);
  const bool negative = negative_too && (value & sign) != 0;
  return static_cast<Position>(value) - (negative ? static_cast<Position>(sign) * 2 : 0);
}

}  // namespace

std::vector<Position> read_positions(const std::string& path) {
  InputFile file(path);
  const NpyBeginning beginning = read_npy_beginning(file);
  const std::uint64_t size = integer_size(file, beginning);
  const std::uint64_t count = length_of(file, beginning, size);
  expect_npy_end(file, beginning.offset, count * size, fmt::format("a row of {} positions", count));
  std::vector<Position> positions;
  positions.reserve(count);
  std::vector<std::byte> piece(size * std::min<std::uint64_t>(count, 8192));
  for (std::uint64_t row = 0; row < count; row += piece.size() / size) {
    const auto bytes = std::span(piece).first(std::min(piece.size(), (count - row) * size));
    file.read_at(beginning.offset + row * size, bytes);
    for (std::size_t at = 0; at < bytes.size(); at += size) {
      positions.push_back(
          to_position(bytes.subspan(at, size), beginning.byte_order, beginning.type[0] == 'i'));
      if (positions.back() <= kLargestPosition) continue;
      file.fail("has position " + to_text(positions.back()) + ", beyond 2^63");
    }
  }
  return positions;
}

}  // namespace sextant
