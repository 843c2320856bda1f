#pragma once

#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "sextant/encoding/position/position.hpp"
#include "sextant/number/format.hpp"
#include "sextant/tensor/table.hpp"

namespace sextant::verify {

/// Rows of numbers to judge, and the positions claimed for them: a whole file, or some of its rows.
struct Source {
  std::uint64_t rows = 0;
  std::size_t columns = 0;
  Format format;
  Positions positions;
  /// Fills `values` with `count` rows, beginning with row `first`.  Thread-safe.
  std::function<void(std::uint64_t first, std::uint64_t count, std::span<double> values)> read;
  /// The same as bit patterns of the format, in the byte order of this machine.  An empty function
  /// if the source has no such patterns.
  std::function<void(std::uint64_t first, std::uint64_t count, std::span<std::byte> elements)>
      read_elements = nullptr;

  /// The entries of one row.
  std::vector<double> row(std::uint64_t number) const;
  /// The number of rows that a thread takes at a time: together they have about 2¹⁶ numbers.
  std::uint64_t block() const;
};

/// Whether two numbers are equal, including the sign of zero.  A NaN equals no number.
inline bool same_number(double a, double b) { return a == b && std::signbit(a) == std::signbit(b); }

/// All rows of a table.  The result has no read_elements if the table holds integers.
Source whole(const Table& table, const Positions& positions);

/// Visits a row; returns whether the next one is to be visited too.
using VisitRow = std::function<bool(std::uint64_t row, std::span<const double> entries)>;
/// Visits every row in turn, or those of [first, last), which are read at once.  Returns whether
/// `visit` always returned true.
bool every_row(const Source& source, const VisitRow& visit);
bool every_row(const Source& source, std::uint64_t first, std::uint64_t last,
               const VisitRow& visit);

/// The entries of some rows, row by row.
std::vector<double> entries_of(const Source& source, const std::vector<std::uint64_t>& rows);

/// The same rows with change(row, column, entry) in place of each entry.  The result has no
/// read_elements.
Source replaced(const Source& source,
                std::function<double(std::uint64_t row, std::size_t column, double entry)> change);

/// Rows of a source that are in memory: `values`, row by row.  The result has no read_elements.
Source in_memory(Source source, std::shared_ptr<const std::vector<double>> values);

/// The same source.  If it has at most 2²² numbers, they are read once and kept in memory.
Source held(const Source& source);

/// The same rows at the given positions; nullopt if `positions` is nullopt.
std::optional<Source> at(Source source, std::optional<Positions> positions);

/// The number of first rows that suffice for a quick test.
inline constexpr std::uint64_t kFirstRows = 4;

/// The first `rows` rows of a source, or all if it has fewer.
Source beginning(Source source, std::uint64_t rows = kFirstRows);

/// At most `wanted` rows of a source, in memory: the first ones, the last one, and others spread
/// evenly.  The source must have a row.
Source sample(const Source& source, std::uint64_t wanted);

/// A source with the given columns of `whole`, in the given order, at `positions`.  A column may
/// occur several times.
Source columns_of(const Source& whole, const std::vector<std::size_t>& columns,
                  const Positions& positions);

}  // namespace sextant::verify
