#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sextant/exact/oracle.hpp"
#include "sextant/verify/accept/acceptance.hpp"
#include "sextant/verify/question.hpp"
#include "sextant/verify/rows/claim.hpp"

namespace sextant::verify {

/// A section of a table: its columns as a source, at the coordinates of its axis.
struct TableSection {
  Axis axis = Axis::time;
  std::vector<std::size_t> columns;  ///< column numbers in the whole table
  Source source;
  Claim claim;
  std::unique_ptr<exact::Oracle> oracle;
  std::vector<Axis> also = {};  ///< the other axes, of a pair that turns by all axes
};

using Sections = std::vector<TableSection>;

/// Returns the sections of a table for given compute and storage formats.
using SectionsOf = std::function<Sections(const recipe::ComputeFormats&)>;

/// Returns the function that makes the sections of `whole`.  `asked.coordinates` must be those of
/// the rows of `whole`, which must outlive the result.
SectionsOf sections_of(AxialQuestion asked, const Source& whole);

/// A section of the given columns, whose coordinates are `positions`.
TableSection table_section(const Source& whole, Axis axis, std::vector<std::size_t> columns,
                           const Positions& positions, Claim claim);

/// Measures every entry.  Rows and channels of the result are those of the whole table.
measure::ErrorStatistics statistics(const Sections& sections, const Progress& progress);

/// The number of rows that are compared before all entries are checked.
inline constexpr std::uint64_t kRowsCompared = 256;

/// Prefilter: false if an entry of some rows certainly does not match the sections; if `damaged`,
/// if more than one in sixteen do not.  It only saves time.
bool may_be(const Sections& sections, bool damaged = false);

/// Sections that one sound recipe accepts.
struct AcceptedSections {
  Acceptance by;
  Sections sections;
};

/// The sections that one sound recipe accepts, columns of coordinates by their own, computed in the
/// claimed format; if the question names no format, float64 is also tried. nullopt if no recipe
/// accepts them, or if there are no sections.
std::optional<AcceptedSections> accepted(const AxialQuestion& asked,
                                         const recipe::ComputeFormats& claimed,
                                         const SectionsOf& sections, const Progress& progress = {});

/// Whether some sound recipe accepts this section alone.
bool accepted(const TableSection& section);

/// The fraction of entries that match bit for bit; in each section, with the recipe that matches
/// best.
double match(const Sections& sections);

/// The first recipe that matches every bit of all sections; nullopt if there is none.
std::optional<std::string> bitwise_matching_recipe(const Sections& sections);

}  // namespace sextant::verify
