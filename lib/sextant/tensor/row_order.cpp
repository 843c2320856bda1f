#include "sextant/tensor/row_order.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

namespace sextant {
namespace {

constexpr std::uint64_t kMostHeld = std::uint64_t{256} << 20;  // bytes of the copy in memory
constexpr std::uint64_t kPiece = std::uint64_t{1} << 20;       // bytes that are read at once
constexpr std::uint64_t kLeastRead = 4096;  // bytes that are worth a read of their own

/// Visits the indices of all axes but the first, the second axis fastest.  place() is their number
/// if the last axis is fastest.
class Places {
 public:
  explicit Places(std::span<const std::uint64_t> shape)
      : shape_(shape.begin() + 1, shape.end()), index_(shape_.size()), strides_(shape_.size()) {
    for (std::size_t axis = shape_.size(); axis-- > 0;)
      strides_[axis] = count_, count_ *= shape_[axis];
  }

  std::uint64_t count() const { return count_; }
  std::uint64_t place() const { return place_; }
  void next() {
    for (std::size_t axis = 0; axis < shape_.size(); ++axis) {
      place_ += strides_[axis];
      if (++index_[axis] < shape_[axis]) return;
      place_ -= strides_[axis] * shape_[axis];
      index_[axis] = 0;
    }
  }

 private:
  std::vector<std::uint64_t> shape_, index_, strides_;
  std::uint64_t count_ = 1, place_ = 0;
};

}  // namespace

std::shared_ptr<InputFile> in_row_order(const InputFile& file, std::uint64_t offset,
                                        std::span<const std::uint64_t> shape, std::size_t size) {
  UnpackedFile copy(file.name());
  const std::uint64_t rows = shape.front(), others = Places(shape).count();
  const std::uint64_t held = std::clamp<std::uint64_t>(kMostHeld / (others * size), 1, rows);
  for (std::uint64_t first = 0; first < rows; first += held) {
    const std::uint64_t count = std::min(held, rows - first);
    // The indices [first, first + count) of the first axis are neighbours in the file.
    const bool long_runs = count < rows && count * size >= kLeastRead;
    const std::uint64_t run = long_runs ? count : rows, skipped = long_runs ? 0 : first;
    const std::uint64_t at_once = long_runs ? 1 : std::max<std::uint64_t>(kPiece / (run * size), 1);
    std::vector<std::byte> some(count * others * size), piece;
    Places places(shape);
    for (std::uint64_t other = 0; other < others; other += at_once) {
      const std::uint64_t runs = std::min(at_once, others - other);
      piece.resize(runs * run * size);
      file.read_at(offset + (other * rows + (long_runs ? first : 0)) * size, piece);
      for (std::uint64_t k = 0; k < runs; ++k, places.next())
        for (std::uint64_t row = 0; row < count; ++row)
          std::memcpy(&some[(row * others + places.place()) * size],
                      &piece[(k * run + skipped + row) * size], size);
    }
    copy.write(some);
  }
  return copy.input();
}

}  // namespace sextant
