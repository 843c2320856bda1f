#pragma once

#include <cstdint>

#include "check/arithmetic/turns.hpp"
#include "check/search/prefilter.hpp"
#include "check/statement/certificate.hpp"
#include "check/statement/ledger.hpp"

namespace sextant::check {

/// Lays every offset that a vector of the lattice within the radius of the threshold names before
/// the ledger: sections (6) to (10) of reports/derivations/checking.md.  The number of vectors
/// looked at, shortened ones counted.  Throws Refused.
std::uint64_t search_lattice(const Lattice& lattice, const Near& near, Turns& turns,
                             const Prefilter& prefilter, Ledger& ledger);

/// For one pair, a basis of the lattice that Gauss's algorithm has reduced, whose unit weighs
/// `last` and the threshold alike.
Lattice reduced_pair(const Near& near, Turns& turns);

}  // namespace sextant::check
