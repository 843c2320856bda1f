#pragma once

#include <cstring>
#include <vector>

#include "draw/gen.hpp"
#include "draw/places.hpp"
#include "sextant/encoding/bias/chart.hpp"
#include "sextant/number/pattern.hpp"

namespace sextant {

/// A table as bit patterns, with its claimed encoding.
struct Subject {
  Chart chart;
  Format format;
  Positions positions;
  std::vector<std::byte> bytes;

  std::size_t element() const { return static_cast<std::size_t>(format.storage_bits) / 8; }
  std::size_t entries() const { return chart.width() * positions.count; }
  std::uint64_t bits(std::size_t entry) const {
    std::uint64_t result = 0;
    std::memcpy(&result, bytes.data() + entry * element(), element());
    return result;
  }
  void set(std::size_t entry, std::uint64_t bits) {
    std::memcpy(bytes.data() + entry * element(), &bits, element());
  }
  double value(std::size_t entry) const { return value_of(format, bits(entry)); }
  void put(std::size_t entry, double value) { set(entry, bits_of(format, value)); }
};

Subject correctly_rounded(Chart chart, const Format& format, const Positions& positions);

/// One kind of damage to some of the entries, or to all of them.
void damage(Subject& subject);

namespace draw {

/// Tables of charts that the vector prefilter supports, with at least 8 rows: correctly rounded or
/// made by a recipe; damaged or not.
draw::Gen<Subject> subjects(std::uint64_t most_rows);

}  // namespace draw
}  // namespace sextant
