#pragma once

#include <cstdint>

#include "certificate/arithmetic/turns.hpp"
#include "certificate/search/prefilter.hpp"
#include "certificate/statement/certificate.hpp"
#include "certificate/statement/ledger.hpp"

namespace sextant::certificate {

/// Passes to the ledger every offset of a lattice vector within the threshold's radius.  Returns
/// the number of vectors visited, including shortened ones.  Throws Refused.
///                                                     reports/derivations/checking.md, (6) to (10)
std::uint64_t search_lattice(const Lattice& lattice, const Near& near, Turns& turns,
                             const Prefilter& prefilter, Ledger& ledger);

/// For one pair: a basis reduced by Gauss's algorithm.  Its unit gives `last` and the threshold
/// equal weight.
Lattice reduced_pair(const Near& near, Turns& turns);

}  // namespace sextant::certificate
