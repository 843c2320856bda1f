#pragma once

#include <memory>
#include <vector>

#include "sextant/encoding/axial/axial.hpp"
#include "sextant/exact/oracle.hpp"
#include "sextant/verify/accept/acceptance.hpp"
#include "sextant/verify/rows/claim.hpp"

namespace sextant::verify {

/// A section of a table: its columns as a source of their own, at its own coordinates.
struct TableSection {
  Axis axis = Axis::time;
  std::vector<std::size_t> columns;  ///< in the whole table
  Source source;
  Claim claim;
  std::unique_ptr<exact::Oracle> oracle;

  Piece piece() const { return {&source, oracle.get(), &claim.chart, claim.formats}; }
};

/// How a program's coordinates were rounded on the way from indices.     axial.md, (1) to (3)
recipe::Roundings roundings(const Axial& encoding, const Format& compute);

/// The sections of `whole`, whose rows have these coordinates, one for each of axes_of(encoding).
std::vector<TableSection> table_sections(const Axial& encoding, Part part, const Source& whole,
                                         const std::vector<Positions>& coordinates,
                                         const recipe::ComputeFormats& formats);

/// Every entry measured; places are those of the whole table.
measure::ErrorStatistics statistics(const std::vector<TableSection>& sections, const Source& whole,
                                    const Progress& progress);

/// The one recipe whose bounds hold for all sections; nullopt if there is none.
std::optional<Acceptance> acceptance(const std::vector<TableSection>& sections,
                                     const Progress& progress = {});

/// The fraction of the whole that the best recipe matches bit for bit.
double match(const std::vector<TableSection>& sections);

/// The first recipe that matches every bit of the whole; nullopt if none does.
std::optional<std::string> bitwise_matching_recipe(const std::vector<TableSection>& sections);

}  // namespace sextant::verify
