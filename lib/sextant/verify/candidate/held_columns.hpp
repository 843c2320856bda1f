#pragma once

#include <vector>

#include "sextant/verify/candidate/candidate.hpp"
#include "sextant/verify/observation/parameters.hpp"
#include "sextant/verify/rows/claim.hpp"
#include "sextant/verify/rows/source.hpp"

namespace sextant::verify {

/// The columns of a table that one claim describes, at its own positions.
struct ClaimedColumns {
  const Claim& claim;
  const Positions& positions;
  std::vector<std::size_t> columns;  ///< column numbers in the table, one for each channel
};

/// The content of a column: a channel of a claim, at a row that is `rows` further on; or what that
/// holds, negated.
struct Held {
  std::size_t claim = 0;  ///< number of the claim
  Channel channel = {};
  int rows = 0;
  bool negated = false;

  bool operator==(const Held&) const = default;
};

/// A fault that puts other content into columns, and the content of every column.
struct ColumnOrder {
  Cause cause;
  std::vector<Held> held;
};

/// Returns the claimed content of every column of a table.
std::vector<Held> own_content(const Source& source, const std::vector<ClaimedColumns>& claims);

/// What a program reads beyond the end of a row: the first columns of the same row, those of the
/// next row, or those of the table of the other function.
enum class Beyond : unsigned char { same_row, next_row, other_function };

/// Returns the order in which the columns from `from` on are read `by` columns further on.  This
/// order has one parameter, while other orders have one for every column.
ColumnOrder rolled(const std::vector<Held>& own, std::int64_t from, std::int64_t by, Beyond beyond);

/// Returns the orders to test for a table: first columns that are read further on, then the order
/// of what each column holds.  Empty if the columns are as claimed, if some column holds none of
/// the claimed waves, or if all hold another function.  With Search::among_others, columns whose
/// bounds are uninformative are not decided by recipes.
///                                                                                 verdict.md, (26)
std::vector<ColumnOrder> column_orders(const Source& source,
                                       const std::vector<ClaimedColumns>& claims,
                                       Search search = Search::direct);

}  // namespace sextant::verify
