#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sextant/audit/approximate_rotation.hpp"

namespace sextant::audit {

/// The fields of two encodings of one type with different values, by their names in the text form.
/// Numbers may differ by `allowed`.  Empty for encodings of different types.
std::vector<std::string> differing_fields(const Encoding& mine, const Encoding& theirs,
                                          double allowed);

/// Whether two encodings agree in the property that is compared.
using Same = std::function<bool(const Rotary&, const Rotary&)>;

/// The fields that explain why two encodings are not the same.  A field explains it alone if `mine`
/// becomes the same as `theirs` when it gets the value that this field has in `theirs`.  If no
/// field does, all differing fields that matter.  If the scalings are of different kinds, `scaling`
/// stands for all their parameters.  `mine` and `theirs` must not be the same.
std::vector<std::string> explaining_fields(const Rotary& mine, const Rotary& theirs, double allowed,
                                           const Same& same);

/// The fields in `candidates` that change the amplitude of an encoding, and no frequency.
std::vector<std::string> fields_of_amplitude(const Rotary& encoding,
                                             const std::vector<std::string>& candidates);

/// Whether an encoding has observed frequencies, within what is allowed.  `seen` has a frequency
/// for each pair that turns.
bool fits(const Rotary& encoding, const std::vector<double>& seen, const Allowed& allowed);

/// The fields in `candidates` that alone explain observed frequencies: with another value of this
/// one field, the encoding has these frequencies.  Returns only `scaling` if another kind of
/// scaling does so, else every number that does.  Each number is searched between 2⁻²⁰ and 2²⁰
/// times the claimed one.  Empty for more than 1024 pairs.  `seen` has a frequency for each pair
/// that turns.
std::vector<std::string> fitting_fields(const Rotary& claim,
                                        const std::vector<std::string>& candidates,
                                        const std::vector<double>& seen, const Allowed& allowed);

}  // namespace sextant::audit
