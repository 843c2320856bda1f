#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sextant/encoding/position/position.hpp"

namespace sextant {

/// Numbers as the positions that they are, exactly: integers, counted in parts of a power of two.
/// Throws Error, of which "it has" is the subject, for one that is not finite, and for numbers that
/// reach beyond 2⁶³ counted in the smallest's last place.
Positions listed_positions(std::span<const double> numbers);

/// The numbers of a .npy file of any integer or floating-point dtype and one axis longer than 1:
/// positions, row by row, exactly.  Throws Error as open_npy does, and for other dtypes, shapes,
/// numbers beyond ±2⁶³, and floats that reach further than 2⁶³ counted in the smallest's last
/// place.
Positions read_positions(const std::string& path);

/// The same of several coordinates, one after the other along the first axis: shape [axes, n], or
/// [axes, 1, n].  A row of positions as above is one for all of them.  Throws Error as
/// read_positions does, and for another number of rows.
std::vector<Positions> read_coordinates(const std::string& path, std::uint64_t axes);

}  // namespace sextant
