#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sextant/encoding/axial/axial.hpp"
#include "sextant/exact/table/table.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"
#include "tool/options/files.hpp"

namespace sextant::tool {

/// The coordinates of rows: a file's, or those of a grid.
struct Rows {
  std::string positions_file;
  bool plain = false;  ///< other options say positions of one coordinate
};

/// One for each of axes_of(encoding); nothing where the encoding is one of text and its coordinates
/// are equal.  Throws Error where an image's are.
std::optional<std::vector<Positions>> coordinates(const Axial& encoding, const Rows& rows);

/// What an encoding of text is where its coordinates are equal.  Throws Error for one of images.
Encoding plain(const Axial& encoding);

/// Every entry nearest to the truth, to a file.
void write_axial(const Axial& encoding, Part part, const std::vector<Positions>& coordinates,
                 const Format& format, const OutputOptions& output);
/// The same as a recipe makes it.
void write_axial(const Axial& encoding, Part part, const std::vector<Positions>& coordinates,
                 const recipe::ComputeFormats& formats, const std::string& recipe,
                 const OutputOptions& output);

/// The column of an ordinary encoding that a place is.
struct AxialPlace {
  Chart chart;
  Channel channel;
  Rational position;
};

/// `position` is `T,H,W` or `H,W`, as the axes are, or the number of a row of the grid.
AxialPlace find_place(const Axial& encoding, Part part, const std::string& position,
                      std::size_t channel);

}  // namespace sextant::tool
