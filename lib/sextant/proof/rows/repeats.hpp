#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "sextant/exact/table/table.hpp"

namespace sextant::proof {

/// The positions of two equal rows.
struct Collision {
  Position earlier = 0, later = 0;
  bool operator==(const Collision&) const = default;
};

/// Rows that equal an earlier one.
struct Repeats {
  std::optional<Collision> first;  ///< the one with the smallest later position
  std::uint64_t count = 0;         ///< rows that equal an earlier one
};

/// Called with rows after they are made, with +0 for every zero: the position of the first row, the
/// rows, and their digests.
using SeeRows = std::function<void(std::uint64_t first, std::span<const std::byte> rows,
                                   std::span<const std::uint64_t> digests)>;

/// Makes rows 0 … rows − 1 of a table whose positions begin at 0, and finds those that equal an
/// earlier one.  Rows with equal digests are compared entry by entry.  Stops at the first repeat if
/// `first_alone`.  At most 2³⁰ rows.                                          distinct_rows.md, (6)
Repeats repeats(const exact::ExactTable& table, const Format& format, std::uint64_t rows,
                bool first_alone, const SeeRows& see = {});

/// Whether two rows are equal in every entry.  Throws Error if an entry cannot be decided.
bool equal_rows(const exact::Entries& entries, Position p, Position q);

}  // namespace sextant::proof
