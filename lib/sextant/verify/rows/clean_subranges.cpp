#include "sextant/verify/rows/clean_subranges.hpp"

#include "sextant/verify/rows/index_ranges.hpp"

namespace sextant::verify {
namespace {

constexpr std::uint64_t kHalved = 16;

}  // namespace

Source ending(const Source& source, std::uint64_t rows) {
  return rows_of(source, IndexRanges({{source.rows - rows, source.rows - 1}}));
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
