#pragma once

#include <vector>

#include "sextant/encoding/axial/axial.hpp"
#include "sextant/verify/diagnosis/finding.hpp"
#include "sextant/verify/sections.hpp"

namespace sextant::verify {

/// An encoding that a program may have computed in place of the claimed one, and the fault.
struct OtherDefinition {
  Axial encoding;
  Finding finding;
};

/// Fourier features with another law of frequencies, another end of their range, other coordinates,
/// or the columns of coordinates elsewhere.  `sections` are those of the claim; the ends of the
/// range are measured from them.  Empty for other encodings.           verdict.md, (39) and (40)
std::vector<OtherDefinition> other_definitions(const Axial& claimed,
                                               const std::vector<TableSection>& sections);

/// The claimed features without columns of coordinates, or with them in other places.  Their rows
/// have another number of columns.  Empty for other encodings.
std::vector<OtherDefinition> with_other_width(const Axial& claimed);

}  // namespace sextant::verify
