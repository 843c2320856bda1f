#include "sextant/tensor/table.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/number/pattern.hpp"
#include "sextant/number/round.hpp"
#include "sextant/tensor/axes_error.hpp"

namespace sextant {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 16;

/// Copies `count` consecutive numbers from byte `offset` on to the places `at`, `at` + `stride`, …
/// of `to`, whose numbers may be wider.
template <class Unsigned, class Wide>
void read_run(const InputFile& file, std::uint64_t offset, ByteOrder order, std::uint64_t count,
              std::span<Wide> to, std::size_t at, std::size_t stride) {
  if constexpr (sizeof(Wide) == sizeof(Unsigned)) {
    if (order == kNativeOrder && stride == 1)
      return file.read_at(offset, std::as_writable_bytes(to.subspan(at, count)));
  }
  std::array<Unsigned, kPiece / sizeof(Unsigned)> piece;
  while (count > 0) {
    const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(count, piece.size()));
    file.read_at(offset, std::as_writable_bytes(std::span(piece.data(), n)));
    if (order != kNativeOrder) {
      for (Unsigned& number : std::span(piece.data(), n)) number = in_order(order, number);
    }
    if (stride == 1) {
      std::copy_n(piece.data(), n, to.data() + at);
    } else {
      for (std::size_t i = 0; i < n; ++i) to[at + i * stride] = piece[i];
    }
    at += n * stride;
    offset += n * sizeof(Unsigned);
    count -= n;
  }
}

/// Calls read(x) with a zero x of the unsigned type of the format's patterns.
template <class Read>
void in_width(const Format& format, const Read& read) {
  if (format.storage_bits == 8) return read(std::uint8_t{});
  if (format.storage_bits == 16) return read(std::uint16_t{});
  if (format.storage_bits == 32) return read(std::uint32_t{});
  read(std::uint64_t{});
}

/// The axes of a shape without those of length 1.  If more than two are left, last axes of length 2
/// are part of the columns: [L, n, 2] and [L, n, 2, 2] are rows of 2n and of 4n numbers.
std::vector<std::uint64_t> axes_of(const Storage& storage) {
  std::vector<std::uint64_t> axes;
  std::copy_if(storage.shape.begin(), storage.shape.end(), std::back_inserter(axes),
               [](std::uint64_t n) { return n != 1; });
  std::uint64_t times = 1;
  for (; axes.size() > 2 && axes.back() == 2 && !storage.column_major; times *= 2) axes.pop_back();
  if (times > 1) axes.back() *= times;
  return axes;
}

}  // namespace

std::string shape_text(std::span<const std::uint64_t> shape) {
  constexpr std::size_t shown = 8;
  if (shape.size() == 1) return fmt::format("({},)", shape[0]);
  const auto axes = shape.first(std::min(shape.size(), shown));
  return fmt::format("({}{})", fmt::join(axes, ", "), shape.size() > shown ? ", ..." : "");
}

std::uint64_t bytes_of(const InputFile& file, const Storage& storage) {
  const std::string shape = "shape " + shape_text(storage.shape);
  if (std::count(storage.shape.begin(), storage.shape.end(), 0) > 0) {
    file.fail(shape + " holds no numbers; save a table that has rows and columns");
  }
  std::uint64_t bytes = static_cast<std::uint64_t>(storage.format.storage_bits / 8);
  bool fits = true;
  for (const std::uint64_t n : storage.shape)
    fits = !__builtin_mul_overflow(bytes, n, &bytes) && fits;
  constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (!fits || bytes > most - std::min(most, storage.offset)) {
    file.fail(shape + " is more than a file can hold");
  }
  const std::vector<std::uint64_t> axes = axes_of(storage);
  if (axes.empty()) file.fail(shape + " is a single number; a table has positions and channels");
  if (axes.size() > 2) {
    throw AxesError(file.name() + ": " + shape +
                        " has more than two axes; save rows of channels: np.save(name, "
                        "array.reshape(-1, array.shape[-1])), or one of several tables: array[0]",
                    axes);
  }
  return bytes;
}

Table::Table(std::shared_ptr<const InputFile> file, Storage storage)
    : file_(std::move(file)),
      storage_(std::move(storage)),
      shape_(axes_of(storage_)),
      column_major_(storage_.column_major) {
  bytes_of(*file_, storage_);
  columns_ = shape_.back();
  if (shape_.size() == 2) {
    rows_ = shape_.front();
  } else {
    column_major_ = false;
  }
}

Table Table::transposed() const {
  Table result = *this;
  std::swap(result.rows_, result.columns_);
  result.column_major_ = !column_major_;
  return result;
}

Table Table::in_other_order() const {
  Table result = *this;
  result.column_major_ = !column_major_;
  return result;
}

Table Table::swapped() const {
  Table result = *this;
  const bool little = storage_.byte_order == ByteOrder::little;
  result.storage_.byte_order = little ? ByteOrder::big : ByteOrder::little;
  return result;
}

Table Table::read_as(std::vector<Reading> columns) const {
  Table result = *this;
  result.readings_ = std::move(columns);
  return result;
}

std::string Table::holds() const {
  return storage_.integers ? fmt::format("int{}", storage_.format.storage_bits) : format().name();
}

double Table::number(std::uint64_t bits) const {
  if (!storage_.integers) return value_of(storage_.format, bits);
  const auto number = static_cast<std::int64_t>(bits);
  return static_cast<double>(storage_.format.storage_bits == 32 ? static_cast<std::int32_t>(bits)
                                                                : number);
}

void Table::read_rows(std::uint64_t first, std::uint64_t count,
                      std::span<std::uint64_t> bits) const {
  in_width(storage_.format, [&]<class Unsigned>(Unsigned) { read<Unsigned>(first, count, bits); });
}

void Table::read_elements(std::uint64_t first, std::uint64_t count,
                          std::span<std::byte> elements) const {
  in_width(storage_.format, [&]<class Unsigned>(Unsigned) {
    auto* numbers = reinterpret_cast<Unsigned*>(elements.data());
    read<Unsigned>(first, count, std::span(numbers, elements.size() / sizeof(Unsigned)));
  });
}

template <class Unsigned, class Wide>
void Table::read(std::uint64_t first, std::uint64_t count, std::span<Wide> bits) const {
  read_stored<Unsigned>(first, count, bits);
  if (readings_.empty() || storage_.integers) return;
  constexpr double kLeastUnbounded = 1e29;
  const Format& format = storage_.format;
  const auto infinite = static_cast<Wide>(bits_of(format, round_to(format, 1e30)));
  const auto sign = static_cast<Wide>(Wide{1} << (format.storage_bits - 1));
  for (std::size_t k = 0; k < bits.size(); ++k) {
    const Reading as = readings_[k % columns_];
    if (as == Reading::negated) bits[k] = static_cast<Wide>(bits[k] ^ sign);
    if (as == Reading::unbounded && value_of(format, bits[k]) >= kLeastUnbounded)
      bits[k] = infinite;
  }
}

template <class Unsigned, class Wide>
void Table::read_stored(std::uint64_t first, std::uint64_t count, std::span<Wide> bits) const {
  if (first > rows_ || count > rows_ - first || bits.size() != count * columns_) {
    throw Error(
        fmt::format("{}: asked for rows {} ... {} of {}", name(), first, first + count, rows_));
  }
  const auto read_at = [&](std::uint64_t place, std::uint64_t numbers, std::size_t at,
                           std::size_t stride) {
    const std::uint64_t offset = storage_.offset + place * sizeof(Unsigned);
    read_run<Unsigned>(*file_, offset, storage_.byte_order, numbers, bits, at, stride);
  };
  if (!column_major_) return read_at(first * columns_, count * columns_, 0, 1);
  for (std::uint64_t column = 0; count > 0 && column < columns_; ++column)
    read_at(column * rows_ + first, count, column, columns_);
}

}  // namespace sextant
