#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sextant/encoding/axial/axial.hpp"

namespace sextant::tool {

/// The source of the coordinates of rows: a file, a grid, or a range if there is one coordinate.
struct Rows {
  std::string positions_file;
  std::string range;   ///< the text of --positions
  bool plain = false;  ///< whether --first or --rows is given
};

/// The coordinates of rows, one item for each of axes_of(encoding). nullopt if the encoding is one
/// of text, and its coordinates are equal.  Throws Error if the coordinates of an image are not
/// given.
std::optional<std::vector<Positions>> coordinates(const Axial& encoding, const Rows& rows);

/// The encoding of one coordinate that an encoding of text becomes if its coordinates are equal.
/// Throws Error for an encoding of images; if it has no such part, the error says that.
Encoding plain(const Axial& encoding, Part part);

/// The channel and position of an encoding of one coordinate that an entry has.
struct AxialPlace {
  Chart chart;
  Channel channel;
  Rational position;
};

/// The entry at a position and channel.  `position` is `T,H,W` or `H,W` in the order of the axes,
/// or the number of a row of the grid.  Throws Error if there is no such entry.
AxialPlace find_place(const Axial& encoding, Part part, const std::string& position,
                      std::size_t channel);

}  // namespace sextant::tool
