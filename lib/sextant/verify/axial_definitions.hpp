#pragma once

#include <vector>

#include "sextant/encoding/axial/axial.hpp"
#include "sextant/verify/axial_question.hpp"
#include "sextant/verify/diagnosis/finding.hpp"
#include "sextant/verify/sections.hpp"

namespace sextant::verify {

/// An encoding that a program may have computed in place of the claimed one, and its faults.
struct OtherDefinition {
  Axial encoding;
  std::vector<Finding> findings;
  std::vector<Positions> coordinates = {};  ///< for each of axes_of(); empty: those of the question
};

/// Returns the definitions that other programs may have used.  For films: times of other frames, or
/// times in whole numbers.  For coordinates that span a range: another range or unit.  For Fourier
/// features also: another law of frequencies, another end of their range, or other places of the
/// columns of coordinates.  `sections` are those of the claim; the ends of the range are measured
/// from them.  Empty for other encodings.
///                                                                    verdict.md, (39) and (40)
std::vector<OtherDefinition> other_definitions(const AxialQuestion& asked,
                                               const std::vector<TableSection>& sections);

/// The claimed features without columns of coordinates, or with them in other places.  Their rows
/// have another number of columns.  Empty for other encodings.
std::vector<OtherDefinition> with_other_width(const Axial& claimed);

}  // namespace sextant::verify
