#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sextant/exact/oracle.hpp"
#include "sextant/verify/accept/acceptance.hpp"
#include "sextant/verify/axial_question.hpp"
#include "sextant/verify/rows/claim.hpp"

namespace sextant::verify {

/// A section of a table: its columns as a source of their own, at its own coordinates.
struct TableSection {
  Axis axis = Axis::time;
  std::vector<std::size_t> columns;  ///< in the whole table
  Source source;
  Claim claim;
  std::unique_ptr<exact::Oracle> oracle;
};

/// The sections of `whole`, whose rows have these coordinates, one for each of axes_of(encoding).
std::vector<TableSection> table_sections(const Axial& encoding, Part part, const Source& whole,
                                         const std::vector<Positions>& coordinates,
                                         const recipe::ComputeFormats& formats);

/// Columns of a table that turn by a coordinate of their own.
TableSection table_section(const Axial& encoding, const Source& whole, Axis axis,
                           std::vector<std::size_t> columns, const Positions& positions,
                           Claim claim);

/// Every entry measured; places are those of the whole table.
measure::ErrorStatistics statistics(const std::vector<TableSection>& sections,
                                    const Progress& progress);

/// How many rows are compared before all entries are checked.
inline constexpr std::uint64_t kRowsCompared = 256;

/// Whether some rows may be those of sections, roughly: this only spares proofs.
bool may_be(const std::vector<TableSection>& sections);

/// Makes the sections of a table as programs of some formats have them.
using SectionsOf = std::function<std::vector<TableSection>(const recipe::ComputeFormats&)>;

/// Sections that one sound recipe accepts.
struct AcceptedSections {
  Acceptance by;
  std::vector<TableSection> sections;
};

/// The sections that one recipe accepts, computed in the format of a claim or, where the question
/// names none, in float64; nullopt if none does, or if there are no sections.
std::optional<AcceptedSections> accepted(const AxialQuestion& asked,
                                         const recipe::ComputeFormats& claimed,
                                         const SectionsOf& sections, const Progress& progress = {});

/// Whether one recipe accepts a section by itself.
bool accepted(const TableSection& section);

/// The fraction of the whole that the best recipe matches bit for bit.
double match(const std::vector<TableSection>& sections);

/// The first recipe that matches every bit of the whole; nullopt if none does.
std::optional<std::string> bitwise_matching_recipe(const std::vector<TableSection>& sections);

}  // namespace sextant::verify
