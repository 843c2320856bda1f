#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sextant/encoding/axial/axial_grid.hpp"
#include "sextant/encoding/encoding.hpp"

namespace sextant {

/// Which pairs of a row turn by which axis, and how fast.  Axis k of the list has n_k pairs.
///
///   own          blocks, one after the other; each has the frequencies of 2·n_k channels
///   chunked      blocks; pair j of the row has frequency j of the whole (Qwen2-VL)
///   strided      blocks; pair i of block k has frequency A·i + k of the whole, of A axes (Pixtral)
///   alternating  pair j turns by axis k = j mod A while j < A·n_k, k > 0, else by the first; it
///   has
///                frequency j of the whole (Qwen3-VL)
enum class Split : unsigned char { own, chunked, strided, alternating };

/// Whether `halves` and `interleaved` lay out the block of each axis, or the whole row.
enum class Spread : unsigned char { blocks, row };

/// What a token's index along an axis of so many becomes before frequencies meet it.
///
///   index     the index
///   relative  index · reference / (size · interpolation)             EVA-02, diffusers
///   centred   2π · (2 (index + ½) / size − 1)                        DINOv3
///   from_one  2π · (index + 1) / (size + 10⁻⁶)                       DETR
enum class Coordinate : unsigned char { index, relative, centred, from_one };

/// Which size centred coordinates are divided by.
enum class Normalise : unsigned char { separate, longest, shortest };

/// An encoding of several coordinates: every column is one of an ordinary encoding of one of them.
struct Axial {
  std::string program;             ///< whose it is
  Encoding along = Rotary{};       ///< kin, base, layout and dim of the whole row
  std::vector<Axis> axes;          ///< in the order of their pairs
  std::vector<int> sections = {};  ///< pairs of each; none: as many for all
  Split split = Split::own;
  Spread spread = Spread::blocks;
  Coordinate coordinate = Coordinate::index;
  Normalise normalise = Normalise::separate;
  Rational reference = 1, interpolation = 1;
  Grid grid = {};

  bool operator==(const Axial&) const = default;
};

/// Columns of a row that are those of an ordinary encoding of one axis.
struct Section {
  Axis axis = Axis::time;
  Encoding encoding;                 ///< without the 2π that the chart may have
  Chart chart;                       ///< of these columns alone
  std::vector<std::size_t> columns;  ///< where they stand in the row
};

/// What the row consists of.  Throws Error for sections that do not add up to the pairs there are,
/// for a part other than table, cos and sin, repeated or not, and where a size is needed and not
/// given.
std::vector<Section> sections(const Axial& encoding, Part part);

/// How many columns such a part has.
std::size_t width(const Axial& encoding, Part part);

/// The axes that there are, in the order time, height, width.
std::vector<Axis> axes_of(const Axial& encoding);

}  // namespace sextant
