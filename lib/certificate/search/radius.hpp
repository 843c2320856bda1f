#pragma once

#include "certificate/statement/certificate.hpp"

namespace sextant::certificate {

/// A bound of Σ‖kf_i‖² for D(k) ≤ threshold.                   reports/derivations/checking.md, (8)
Real square_of_phases(const Fraction& threshold);

/// R² of a lattice: every k of the list has a vector of at most this squared length.            (9)
Real square_of_radius(const Lattice& lattice, const Near& near);

}  // namespace sextant::certificate
