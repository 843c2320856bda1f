#pragma once

#include <memory>
#include <vector>

#include "sextant/encoding/wave/axial.hpp"
#include "sextant/exact/oracle.hpp"
#include "sextant/verify/accept/grant.hpp"
#include "sextant/verify/rows/claim.hpp"

namespace sextant::verify {

/// A section of a table: its columns as a source of their own, at its own coordinates.
struct Judged {
  Axis axis = Axis::time;
  std::vector<std::size_t> columns;  ///< in the whole table
  Source source;
  Claim claim;
  std::unique_ptr<exact::Oracle> oracle;

  Piece piece() const { return {&source, oracle.get(), &claim.chart, claim.chain}; }
};

/// How a program's coordinates were rounded on the way from indices.     axial.md, (1) to (3)
recipe::Roundings roundings(const Axial& encoding, const Format& compute);

/// The sections of `whole`, whose rows have these coordinates, one for each of axes_of(encoding).
std::vector<Judged> judged(const Axial& encoding, Part part, const Source& whole,
                           const std::vector<Positions>& coordinates, const recipe::Chain& chain);

/// Every entry measured; places are those of the whole table.
measure::Tally tally(const std::vector<Judged>& sections, const Source& whole,
                     const Progress& progress);

/// The one recipe that covers all sections.
std::optional<Grant> grant(const std::vector<Judged>& sections, const Progress& progress = {});

/// The fraction of the whole that the best recipe makes again, bit for bit.
double match(const std::vector<Judged>& sections);

/// The first recipe that makes every bit of the whole again.
std::optional<std::string> reproducing_recipe(const std::vector<Judged>& sections);

}  // namespace sextant::verify
