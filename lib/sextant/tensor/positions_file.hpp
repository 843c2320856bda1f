#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sextant/encoding/position/position.hpp"

namespace sextant {

/// The numbers as exact positions: integers in units of a power of two.  Throws Error if a number
/// is not finite, or if the positions exceed 2⁶³ in units of the smallest one's last place.  The
/// message is a predicate, for a line that begins with "it".
Positions listed_positions(std::span<const double> numbers);

/// Reads exact positions, row by row, from a .npy file: any integer or floating-point dtype, only
/// one axis longer than 1.  Throws Error as open_npy does; for other dtypes and shapes; for numbers
/// beyond ±2⁶³; and for floats that exceed 2⁶³ in units of the smallest one's last place.
Positions read_positions(const std::string& path);

/// The same for several coordinates, which the first axis counts: shape [axes, n], or [axes, 1, n].
/// A single row of positions is used for every coordinate; then the result has one element.  Throws
/// Error as read_positions does, and for another number of rows.
std::vector<Positions> read_coordinates(const std::string& path, std::uint64_t axes);

}  // namespace sextant
