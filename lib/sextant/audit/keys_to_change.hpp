#pragma once

#include <string>
#include <vector>

#include "sextant/audit/claimed_layers.hpp"
#include "sextant/verify/verdict/verdict.hpp"

namespace sextant::audit {

/// The keys of a claim that may be wrong instead of a stored row of frequencies, divisors or
/// periods: another value of any one of them would make the row right.  If config.json lacks a key
/// for a scaling, and one would make the row right, that key, which decides nothing yet.  Empty if
/// there are none.
std::vector<ConfigKey> keys_to_change(const Table& row, Part part, const Rotary& encoding,
                                      const ClaimedLayers& claim);

/// The keys of a claim that decide the parameters that the only finding of a verdict names; for a
/// wrong amplitude, those that decide the amplitude and no frequency.  If the finding is a scaling,
/// and config.json has no key for one, the key that it lacks.  Empty if the verdict has no finding,
/// several, or one that is only likely, or if the parameters are no fields of the encoding.
std::vector<ConfigKey> keys_of_finding(const verify::Verdict& verdict, const Encoding& encoding,
                                       const ClaimedLayers& claim);

/// The keys of a claim that decide how many columns or numbers a table has.
std::vector<ConfigKey> keys_of_width(const ClaimedLayers& claim);

/// A clause that names these keys and their file; empty without keys.
std::string words_of_keys(const std::vector<ConfigKey>& keys, const ModelSource& source);

}  // namespace sextant::audit
