#pragma once

#include <optional>
#include <vector>

#include "sextant/verify/accept/acceptance.hpp"
#include "sextant/verify/candidate/candidate.hpp"
#include "sextant/verify/diagnosis/closest.hpp"
#include "sextant/verify/diagnosis/finding.hpp"

namespace sextant::verify {

/// Returns the highest fraction of entries that a recipe of the catalogue matches bit for bit.
double match(const Source& source, const Claim& claim);

/// Returns the finding that the violations of a bounds check are corrupt entries.  `parts` is the
/// denominator of positions.
Finding corrupt_entries(const BoundsResult& coverage, const Format& format, std::uint64_t parts,
                        double match);

/// Adds the corrupt entries of a finding to those of another one.
void join(const Finding& damage, Finding& known);

/// Returns the findings of the first candidate that alone explains every entry, or that the numbers
/// are of a narrower format; empty if there is none.
std::vector<Finding> diagnose_whole(const Source& source, const Claim& claim);

/// Returns the corrupt entries of a table that is right except for a few of them; else empty.
std::vector<Finding> damaged_alone(const Source& source, const Claim& claim);

/// Returns the fault whose recipe matches every entry bit for bit, or clearly more entries than any
/// sound recipe.  The table then has this fault even if a library's bounds accept it.  Empty if
/// there is no such fault, or for fewer than 64 entries.
std::vector<Finding> made_by_bits(const Source& source, const Claim& claim);

/// Returns why a table differs from its claim: the first candidate that explains it, a narrower
/// format of its numbers and the faults in that format, a few corrupt entries, or two faults at
/// once.  Empty if unexplained.
/// Progress counts the candidates that were tested; it then restarts at 0 for pairs of faults.
/// `before` is the narrower format for which the same table was already diagnosed: pairs are tested
/// only if that format's bounds are uninformative.  If nothing explains the table, `closest` gets
/// the tested candidates.
std::vector<Finding> diagnose(const Source& source, const Claim& claim, const exact::Oracle& oracle,
                              const Progress& progress = {},
                              const std::optional<Format>& before = std::nullopt,
                              Closest* closest = nullptr);

}  // namespace sextant::verify
