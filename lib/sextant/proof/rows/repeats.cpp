#include "sextant/proof/rows/repeats.hpp"

#include <algorithm>
#include <vector>

#include <tbb/parallel_for.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/proof/rows/digest.hpp"
#include "sextant/proof/rows/row_index.hpp"

namespace sextant::proof {
namespace {

constexpr std::size_t kPieceBytes = std::size_t{16} << 20;
constexpr std::uint64_t kLeastPiece = 256;  // so that an early repeat is found early

/// Zero has no sign in a row: patterns of −0 with `element` bytes become those of +0.
void drop_signs_of_zero(std::span<std::byte> row, std::size_t element) {
  constexpr std::byte kSign{0x80};
  for (std::size_t last = element - 1; last < row.size(); last += element) {
    const auto others = row.subspan(last + 1 - element, element - 1);
    const auto clear = [](std::byte byte) { return byte == std::byte{0}; };
    if (row[last] == kSign && std::all_of(others.begin(), others.end(), clear))
      row[last] = std::byte{0};
  }
}

/// Rows piece by piece, with their digests.
class Pieces {
 public:
  Pieces(const exact::ExactTable& table, const Format& format)
      : table_(table), element_(static_cast<std::size_t>(format.storage_bits) / 8) {}

  std::uint64_t most() const {
    return std::max<std::uint64_t>(kPieceBytes / table_.row_bytes(), 1);
  }
  void make(std::uint64_t first, std::uint64_t count) {
    const std::size_t width = table_.row_bytes();
    bytes_.resize(count * width);
    digests_.resize(count);
    table_.write(first, count, {bytes_.data(), width, false});
    tbb::parallel_for(std::uint64_t{0}, count, [&](std::uint64_t row) {
      const std::span<std::byte> made = std::span(bytes_).subspan(row * width, width);
      drop_signs_of_zero(made, element_);
      digests_[row] = Digest::of(made);
    });
  }
  std::span<const std::byte> bytes() const { return bytes_; }
  std::span<const std::uint64_t> digests() const { return digests_; }

 private:
  const exact::ExactTable& table_;
  std::size_t element_;  ///< bytes
  std::vector<std::byte> bytes_;
  std::vector<std::uint64_t> digests_;
};

}  // namespace

bool equal_rows(const exact::Entries& entries, Position p, Position q) {
  const auto entry = [&](Position position, std::size_t channel) {
    const auto nearest = entries.nearest(position, channel);
    if (!nearest.decided) throw Error("position " + to_text(position) + " cannot be decided");
    return nearest.value;
  };
  const std::size_t width = entries.oracle().chart().width();
  for (std::size_t channel = 0; channel < width; ++channel)
    if (entry(p, channel) != entry(q, channel)) return false;
  return true;
}

Repeats repeats(const exact::ExactTable& table, const Format& format, std::uint64_t rows,
                bool first_alone, const SeeRows& see) {
  const exact::Entries entries(table.oracle(), format);
  RowIndex index(static_cast<std::uint32_t>(rows));
  Pieces pieces(table, format);
  Repeats result;
  for (std::uint64_t first = 0; first < rows;) {
    const std::uint64_t ahead = first_alone ? std::max(kLeastPiece, first) : rows;
    const std::uint64_t count = std::min({rows - first, ahead, pieces.most()});
    pieces.make(first, count);
    if (see) see(first, pieces.bytes(), pieces.digests());
    for (std::uint64_t row = 0; row < count; ++row) {
      const auto later = static_cast<std::uint32_t>(first + row);
      const auto same = [&](std::uint32_t earlier) { return equal_rows(entries, earlier, later); };
      const auto earlier = index.equal_or_keep(pieces.digests()[row], later, same);
      if (!earlier) continue;
      ++result.count;
      if (!result.first) result.first = Collision{*earlier, later};
      if (first_alone) return result;
    }
    first += count;
  }
  return result;
}

}  // namespace sextant::proof
