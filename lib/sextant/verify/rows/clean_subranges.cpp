#include "sextant/verify/rows/clean_subranges.hpp"

namespace sextant::verify {
namespace {

constexpr std::uint64_t kHalved = 16;

}  // namespace

Source ending(const Source& source, std::uint64_t rows) {
  const std::uint64_t from = source.rows - rows;
  Source some = source;
  some.rows = rows;
  some.read_elements = nullptr;
  if (const auto& all = source.positions.listed) {
    const auto begin = all->begin() + static_cast<std::ptrdiff_t>(from);
    some.positions =
        Positions::of({begin, begin + static_cast<std::ptrdiff_t>(rows)}, source.positions.parts);
  } else {
    some.positions.first = source.positions[from];
    some.positions.count = rows;
  }
  some.read = [read = source.read, from](std::uint64_t first, std::uint64_t count,
                                         std::span<double> values) {
    read(from + first, count, values);
  };
  return some;
}

std::vector<Source> clean_subranges(const Source& source,
                                    std::initializer_list<std::uint64_t> first) {
  std::vector<Source> found;
  for (const std::uint64_t rows : first)
    if (rows < source.rows) found.push_back(beginning(source, rows));
  if (source.rows >= kHalved) found.push_back(ending(source, source.rows / 2));
  return found;
}

}  // namespace sextant::verify
