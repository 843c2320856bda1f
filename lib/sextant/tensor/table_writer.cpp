#include "sextant/tensor/table_writer.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>

#include <fmt/core.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/tensor/npy_header.hpp"
#include "sextant/tensor/safetensors_header.hpp"
#include "sextant/tensor/table.hpp"

namespace sextant {
namespace {

constexpr std::size_t kPiece = 4096;  // numbers

/// The dtype in a .safetensors file.
std::string dtype_of(const Format& format) {
  if (format == kBfloat16) return "BF16";
  if (format == kFloat16 || format == kFloat32 || format == kFloat64)
    return fmt::format("F{}", format.storage_bits);
  throw Error("a table's file holds float16, bfloat16, float32 or float64, not " + format.name());
}

/// The beginning of the file, before `bytes` bytes of numbers.
std::string preamble_of(const std::string& path, const std::string& dtype,
                        const std::vector<std::uint64_t>& shape, const std::string& tensor,
                        std::uint64_t bytes) {
  if (path.ends_with(".safetensors")) return safetensors_preamble({tensor, dtype, shape, 0, bytes});
  return npy_preamble("<" + (dtype == "BF16" ? "u2" : numpy_type(dtype)), shape);
}

template <class Unsigned>
void write_as(OutputFile& file, std::span<const std::uint64_t> bits) {
  std::array<Unsigned, kPiece> piece;
  while (!bits.empty()) {
    const std::size_t n = std::min(bits.size(), kPiece);
    for (std::size_t i = 0; i < n; ++i) {
      piece[i] = in_order(ByteOrder::little, static_cast<Unsigned>(bits[i]));
    }
    file.write(std::as_bytes(std::span(piece.data(), n)));
    bits = bits.subspan(n);
  }
}

}  // namespace

TableWriter::TableWriter(const std::string& path, const Format& format,
                         std::vector<std::uint64_t> shape, const std::string& tensor)
    : TableWriter(path, dtype_of(format), format.storage_bits / 8, std::move(shape), tensor) {}

TableWriter::TableWriter(const std::string& path, const std::string& dtype, int size,
                         std::vector<std::uint64_t> shape, const std::string& tensor)
    : file_(path), size_(size) {
  if (shape.empty() || shape.size() > 8) file_.fail("a table has one axis to eight");
  for (const std::uint64_t n : shape) {
    const bool fits = !__builtin_mul_overflow(missing_, n, &missing_);
    if (!fits || n == 0) file_.fail("a table of shape " + shape_text(shape) + " cannot be stored");
  }
  std::uint64_t bytes = 0;
  bool fits = !__builtin_mul_overflow(missing_, static_cast<std::uint64_t>(size_), &bytes);
  const std::string preamble = preamble_of(path, dtype, shape, tensor, bytes);
  fits = !__builtin_add_overflow(bytes, preamble.size(), &bytes) && fits;
  file_.expect_room(fits ? bytes : std::numeric_limits<std::uint64_t>::max());
  file_.write(preamble);
}

void TableWriter::take(std::uint64_t numbers) {
  if (numbers > missing_)
    file_.fail(fmt::format("{} numbers too many for its shape", numbers - missing_));
  missing_ -= numbers;
}

void TableWriter::append(std::span<const std::byte> patterns) {
  take(patterns.size() / static_cast<std::size_t>(size_));
  file_.write(patterns);
}

void TableWriter::append(std::span<const std::uint64_t> bits) {
  take(bits.size());
  if (size_ == 2) return write_as<std::uint16_t>(file_, bits);
  if (size_ == 4) return write_as<std::uint32_t>(file_, bits);
  write_as<std::uint64_t>(file_, bits);
}

void TableWriter::finish() {
  if (missing_ > 0) file_.fail(fmt::format("{} numbers of its shape are missing", missing_));
  file_.finish();
}

}  // namespace sextant
