#include "sextant/exact/table/table.hpp"

#include <cstring>
#include <limits>
#include <span>
#include <vector>

#include "c/guard.hpp"
#include "c/handle.hpp"
#include "c/positions.hpp"
#include "c/structs.hpp"
#include "c/words.hpp"
#include "sextant/c/table.h"
#include "sextant/encoding/real/error.hpp"
#include "sextant/exact/evaluate.hpp"

namespace sextant::c {
namespace {

constexpr std::uint64_t kRowsAtOnce = 4096;

/// The bytes of a table; the largest std::size_t if that overflows.
std::size_t bytes_of(std::uint64_t rows, std::size_t row_bytes) {
  std::size_t bytes = 0;
  const bool beyond = __builtin_mul_overflow(static_cast<std::size_t>(rows), row_bytes, &bytes);
  return beyond ? std::numeric_limits<std::size_t>::max() : bytes;
}

/// Integers as bits of `element` bytes, from the table's float64 numbers.
void write_integers(const exact::ExactTable& table, std::size_t element, std::byte* to) {
  const std::uint64_t rows = table.positions().count;
  std::vector<double> numbers(table.row_bytes() / sizeof(double) * std::min(rows, kRowsAtOnce));
  for (std::uint64_t first = 0; first < rows; first += kRowsAtOnce) {
    const std::uint64_t count = std::min(rows - first, kRowsAtOnce);
    table.write(first, count, {reinterpret_cast<std::byte*>(numbers.data()), 0, false});
    for (std::size_t i = 0; i < count * table.row_bytes() / sizeof(double); ++i, to += element) {
      const auto integer = static_cast<std::int64_t>(numbers[i]);
      std::memcpy(to, &integer, element);  // the lowest bytes
    }
  }
}

/// One row a head, if the layout requires that: each is a table of one column.
void write_heads(const Chart& chart, const Format& format, const Positions& rows, std::byte* to) {
  for (const Channel& head : chart.channels) {
    const exact::ExactTable table({chart.waves, {head}}, format, rows);
    table.write(0, rows.count, {to});
    to += rows.count * table.row_bytes();
  }
}

void write(const Chart& chart, const Element& element, const Positions& rows, bool heads_first,
           std::byte* to) {
  if (heads_first) return write_heads(chart, element.format, rows, to);
  const exact::ExactTable table(chart, element.integers ? kFloat64 : element.format, rows);
  if (element.integers) return write_integers(table, element.bytes(), to);
  table.write(0, rows.count, {to});
}

Positions rows_of(Part part, const sextant_positions* positions) {
  if (one_row(part)) return Positions::from(0, 1);
  const Positions rows = positions_of(read_struct(positions, "positions"));
  if (rows.count == 0) throw Error("positions.count is 0: a table has one row at least");
  return rows;
}

}  // namespace
}  // namespace sextant::c

using namespace sextant;  // of a file of functions that C calls

extern "C" sextant_status sextant_table(const sextant_encoding* encoding, sextant_part part,
                                        const sextant_positions* positions, sextant_format format,
                                        void* buffer, size_t size, size_t* needed) {
  return c::guarded(__func__, [&] {
    if (needed != nullptr) *needed = 0;
    auto* to = static_cast<std::byte*>(buffer);
    if (size > 0) (void)c::expect(to, "buffer");
    const NamedEncoding& named = c::expect_handle(encoding, "encoding").named;
    const Part meant = c::part_of(part);
    const c::Element element = c::element_of(format);
    const Chart wanted = exact::settled(chart(expect_width(named), meant));
    if (element.integers && !wanted.integral()) throw Error("this part holds no integers");
    const Positions rows = c::rows_of(meant, positions);
    const std::size_t bytes = c::bytes_of(rows.count, wanted.width() * element.bytes());
    if (needed != nullptr) *needed = bytes;
    if (size < bytes)
      throw c::Refused(SEXTANT_TOO_SMALL, "the table takes " + std::to_string(bytes) +
                                              " bytes, not " + std::to_string(size));
    const bool heads_first =
        bias_layout(named.encoding) == BiasLayout::heads_first && !one_row(meant);
    c::write(wanted, element, rows, heads_first, to);
  });
}
