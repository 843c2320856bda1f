#include "sextant/tensor/positions_file.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/number/pattern.hpp"
#include "sextant/tensor/npy.hpp"

namespace sextant {

namespace {

/// The number of binary digits after the point of a finite number.
int digits_after_the_point(double x) {
  if (x == 0) return 0;
  int exponent = 0;
  const double fraction = std::frexp(std::abs(x), &exponent);
  const auto significand = static_cast<std::uint64_t>(std::ldexp(fraction, 53));
  return std::max(0, 53 - exponent - std::countr_zero(significand));
}

}  // namespace

Positions listed_positions(std::span<const double> numbers) {
  int digits = 0;
  double largest = 0;
  for (const double x : numbers) {
    if (!std::isfinite(x)) throw Error("has a position that is not finite");
    digits = std::max(digits, digits_after_the_point(x));
    largest = std::max(largest, std::abs(x));
  }
  if (digits > 62 || std::ldexp(largest, digits) > 0x1p63) {
    throw Error(
        fmt::format("has positions up to {:.3g} and others to 2^-{}: counted in parts of "
                    "2^-{} they reach beyond 2^63; verify them in several tables",
                    largest, digits, digits));
  }
  std::vector<Position> positions;
  positions.reserve(numbers.size());
  for (const double x : numbers) positions.push_back(static_cast<Position>(std::ldexp(x, digits)));
  return Positions::of(std::move(positions), std::uint64_t{1} << digits);
}

namespace {

/// The type of stored positions.
struct Kind {
  std::uint64_t size = 0;             ///< bytes
  bool negative_too = false;          ///< for integers: signed
  std::optional<Format> floats = {};  ///< nullopt: integers
};

/// The kind of a type i1 … i8, u1 … u8, f2, f4 or f8.  Throws Error for others.
Kind kind_of(const InputFile& file, const NpyBeginning& beginning) {
  const std::string& type = beginning.type;
  if (type == "f2") return {2, false, kFloat16};
  if (type == "f4") return {4, false, kFloat32};
  if (type == "f8") return {8, false, kFloat64};
  if (type.size() == 2 && (type[0] == 'i' || type[0] == 'u')) {
    if (const auto size = std::string_view("1248").find(type[1]); size != std::string_view::npos) {
      return {std::uint64_t{1} << size, type[0] == 'i', {}};
    }
  }
  file.fail("holds no numbers that positions could be (dtype " +
            in_quotes(beginning.header.descr, 20) +
            "); save them as integers or floats: np.save(name, positions.astype(np.int64))");
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

std::uint64_t pattern_of(std::span<const std::byte> bytes, ByteOrder order) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const std::size_t from_the_top = order == ByteOrder::big ? i : bytes.size() - 1 - i;
    value = value << 8 | static_cast<std::uint64_t>(bytes[from_the_top]);
  }
  return value;
}

Position integer_of(std::uint64_t pattern, const Kind& kind) {
  const std::uint64_t sign = std::uint64_t{1} << (8 * kind.size - 1);
  const bool negative = kind.negative_too && (pattern & sign) != 0;
  return static_cast<Position>(pattern) - (negative ? static_cast<Position>(sign) * 2 : 0);
}

/// The patterns of all positions, row by row.
std::vector<std::uint64_t> patterns_of(InputFile& file, const NpyBeginning& beginning,
                                       std::uint64_t count, std::uint64_t size) {
  std::vector<std::uint64_t> patterns;
  patterns.reserve(count);
  std::vector<std::byte> piece(size * std::min<std::uint64_t>(count, 8192));
  for (std::uint64_t row = 0; row < count; row += piece.size() / size) {
    const auto bytes =
        std::span(piece).first(std::min<std::uint64_t>(piece.size(), (count - row) * size));
    file.read_at(beginning.offset + row * size, bytes);
    for (std::size_t at = 0; at < bytes.size(); at += size)
      patterns.push_back(pattern_of(bytes.subspan(at, size), beginning.byte_order));
  }
  return patterns;
}

/// The exact positions of floats.
Positions floats_of(const InputFile& file, const std::vector<std::uint64_t>& patterns,
                    const Format& format) {
  std::vector<double> numbers(patterns.size());
  std::transform(patterns.begin(), patterns.end(), numbers.begin(),
                 [&](std::uint64_t pattern) { return value_of(format, pattern); });
  try {
    return listed_positions(numbers);
  } catch (const Error& error) {
    file.fail(error.what());
  }
}

/// The `count` numbers of a file, in the file's order.
Positions read_all(InputFile& file, const NpyBeginning& beginning, const Kind& kind,
                   std::uint64_t count) {
  expect_end(file, beginning.offset, count * kind.size,
             fmt::format("a row of {} positions", count));
  const auto patterns = patterns_of(file, beginning, count, kind.size);
  if (kind.floats) return floats_of(file, patterns, *kind.floats);
  std::vector<Position> positions;
  positions.reserve(count);
  for (const std::uint64_t pattern : patterns) {
    positions.push_back(integer_of(pattern, kind));
    if (positions.back() <= kLargestPosition) continue;
    file.fail("has position " + to_text(positions.back()) + ", beyond 2^63");
  }
  return Positions::of(std::move(positions));
}

/// The length of the only axis after the first that is longer than 1.
std::uint64_t places_of(const InputFile& file, const NpyBeginning& beginning, std::uint64_t size) {
  NpyBeginning of_one = beginning;
  auto& shape = of_one.header.shape;
  const std::uint64_t axes = shape.front();
  shape.erase(shape.begin());
  return length_of(file, of_one, size * axes);
}

}  // namespace

Positions read_positions(const std::string& path) {
  InputFile file(path);
  const NpyBeginning beginning = read_npy_beginning(file);
  const Kind kind = kind_of(file, beginning);
  return read_all(file, beginning, kind, length_of(file, beginning, kind.size));
}

std::vector<Positions> read_coordinates(const std::string& path, std::uint64_t axes) {
  InputFile file(path);
  const NpyBeginning beginning = read_npy_beginning(file);
  const auto& shape = beginning.header.shape;
  const bool several = std::count_if(shape.begin(), shape.end(), [](auto n) { return n > 1; }) > 1;
  const bool rows = shape.size() > 1 && shape.front() == axes;
  if (several && !rows)
    file.fail(fmt::format("shape {} is not [{}, n], a row of positions for each axis",
                          shape_text(shape), axes));
  const Kind kind = kind_of(file, beginning);
  if (!rows) return {read_all(file, beginning, kind, length_of(file, beginning, kind.size))};
  const std::uint64_t count = places_of(file, beginning, kind.size);
  const Positions all = read_all(file, beginning, kind, axes * count);
  const bool fastest = beginning.header.fortran_order;  // whether the first axis is fastest
  std::vector<Positions> coordinates;
  for (std::uint64_t axis = 0; axis < axes; ++axis) {
    std::vector<Position> list;
    for (std::uint64_t row = 0; row < count; ++row)
      list.push_back(all[fastest ? row * axes + axis : axis * count + row]);
    coordinates.push_back(Positions::of(std::move(list), all.parts));
  }
  return coordinates;
}

}  // namespace sextant
