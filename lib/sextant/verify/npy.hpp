#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sextant/encoding/position.hpp"
#include "sextant/number/format.hpp"
#include "sextant/verify/table.hpp"

namespace sextant {

/// Opens a .npy file (versions 1.0, 2.0, 3.0), or standard input, written `-`.
///
/// The format is the file's; 16-bit patterns (uint16, int16, or `V2` as ml_dtypes has it) need one:
/// `given`, bfloat16 or float16.  Nothing in the header is believed before the bytes are there:
/// throws Error, one line with the file's name and the remedy, for anything that is not exactly
/// one table of floating-point numbers, and takes no memory for it.
///
/// Where `integers` are wanted, int32 and int64 are taken too.
Table open_npy(const std::string& path, const std::optional<Format>& given = {},
               bool integers = false);

/// A file of vectors: […, positions, channels], all axes but the last taken for one.
struct NpyVectors {
  Table table;
  std::vector<std::uint64_t> shape;  ///< as stored
};

/// Opens one, as open_npy opens a table; 16-bit patterns without a format `given` are numbers of
/// `of_patterns`, if that is one of theirs.  Throws Error as open_npy does, for more than 8 axes,
/// and for three or more in Fortran's order.
NpyVectors open_npy_vectors(const std::string& path, const std::optional<Format>& given = {},
                            const std::optional<Format>& of_patterns = {});

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
