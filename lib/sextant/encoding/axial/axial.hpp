#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "sextant/encoding/axial/axial_grid.hpp"
#include "sextant/encoding/axial/combined_axes.hpp"
#include "sextant/encoding/encoding.hpp"

namespace sextant {

/// Which axis each pair of a row turns by, and with which frequency.  Axis k of the list has n_k
/// pairs; there are A axes.
///
///   own          blocks, one after the other; each has the frequencies of 2·n_k channels
///   chunked      blocks; pair j of the row has frequency j of the whole (Qwen2-VL)
///   strided      blocks; pair i of block k has frequency A·i + k of the whole (Pixtral)
///   repeated     blocks; pair i of each block has frequency i of the whole.  A mistake, where a
///                program means own
///   alternating  pair j has frequency j of the whole (Qwen3-VL).  Its axis is k = j mod A if k > 0
///                and j < A·n_k, else the first axis
///   last_apart   pair j has frequency j of the whole (Ernie-4.5-VL).  All axes but the last take
///                turns; the last axis has the remaining pairs
///   in_proportion
///                pair j has frequency j of the whole (openPangu).  Its axis is not that of pair
///                j − 1; of the others, it is the one with the smallest fraction of its pairs so
///                far.  If there are three axes, the first one also has the last pair
///   in_turn      each axis has the frequencies of 2·n_k channels.  The pairs of length come first;
///                then the other axes take turns while they have pairs (LTX-Video)
///   combined     each pair turns by all axes.  The frequencies are a matrix with one line for each
///                axis; the angle of pair j is Σ_k coordinate_k · frequency_kj (Segment Anything)
enum class Split : unsigned char {
  own,
  chunked,
  strided,
  repeated,
  alternating,
  last_apart,
  in_proportion,
  in_turn,
  combined
};

/// Whether a layout (`halves`, `interleaved`) applies to the block of each axis, to the whole row,
/// or to each band: the pairs of all axes that have the same number on their axis.
enum class Spread : unsigned char { blocks, row, bands };

/// Whether a row also holds the coordinates themselves, and where: before or after the sines and
/// cosines of each block, or of the row.
enum class Raw : unsigned char { none, first, last };

/// What a coordinate counts: an angle is the coordinate times a frequency, times this.
enum class AngleUnit : unsigned char { radians, quarter_turns, half_turns, turns };

/// The coordinate computed from a token's index along height or width, of `size` tokens.
/// Points have the same coordinates.  Along length and time it is the index, except that `doubled`,
/// `midpoint` and `spanning` also apply to time.  `from` and `to` are the edges of the crop.
///
///   index     the index; of a point, its coordinate
///   middle    index − ⌈size / 2⌉                                     Qwen-Image
///   relative  index · reference / (size · interpolation)             EVA-02, diffusers
///   centred   2 (index + ½) / size − 1                               DINOv3, in turns
///   from_one  (index + 1) / (size + 10⁻⁶)                            DETR, in turns
///   cropped   from · (1 − t) + to · (size − 1)/size · t, t = index / (size − 1)    CogVideoX
///   doubled   2 · index − 1                                          LTX-Video, in quarter turns
///   midpoint  2 · middle − 1, where middle is that of the pixels or frames that a token stands
///             for: index + ½; along time, index · stride − stride/2 + 1, and ½ for the first
///             token                                                                  LTX-2
///   spanning  from `range`'s first number at index 0 to its second one at the last: −1 to 1 in
///             Perceiver, in half turns
enum class Coordinate : unsigned char {
  index,
  middle,
  relative,
  centred,
  from_one,
  cropped,
  doubled,
  midpoint,
  spanning
};

/// Which size a coordinate is divided by: that of its own axis, or the larger or the smaller of
/// height and width.
enum class Normalise : unsigned char { separate, longest, shortest };

/// An encoding of several coordinates.  Every column is a column of an ordinary encoding of one
/// coordinate.
struct Axial {
  std::string program;  ///< the program that uses it
  /// Kind, base and layout; `dim` counts the sines and cosines of the whole row.
  Encoding along = Rotary{};
  std::vector<Axis> axes;          ///< in the order of their pairs
  std::vector<int> sections = {};  ///< pairs of each axis; empty: equal numbers
  Split split = Split::own;
  Spread spread = Spread::blocks;
  Coordinate coordinate = Coordinate::index;
  /// Not of axes whose coordinate is the index although `coordinate` says another one.
  AngleUnit unit = AngleUnit::radians;
  Raw raw = Raw::none;  ///< of sinusoids
  Normalise normalise = Normalise::separate;
  Rational reference = 1, interpolation = 1;
  std::vector<Rational> range = {-1, 1};  ///< of `spanning`
  std::vector<int> crop = {};             ///< top, left, bottom, right; empty: the whole grid
  std::vector<Rational> scales = {};  ///< for each of axes_of(), a factor of its indices; empty: 1
  std::vector<Rational> divisors = {};  ///< divisors of indices, after `scales`; empty: 1
  /// Added to what `scales` and `divisors` give, for each of axes_of(); empty: 0.
  std::vector<Rational> offsets = {};
  /// Of `midpoint`: the frames of the film that a token stands for.  The first token has one.
  int stride = 1;
  /// The factor of NTK scaling for each of axes_of(): base·factor^(d/(d − 2)), where d is the
  /// number of the axis's channels.  Empty: none.
  std::vector<Rational> ntk = {};
  std::vector<Rational> bases = {};  ///< for each of axes_of(), instead of the base of `along`
  std::vector<int> start = {};       ///< the first index along each of axes_of(); empty: all 0
  Grid grid = {};

  bool operator==(const Axial&) const = default;
};

/// The columns of a row that encode one axis, or that hold its coordinate; or those of a pair that
/// turns by all axes.
struct Section {
  Axis axis = Axis::time;            ///< the first one, of a pair that turns by all axes
  Encoding encoding;                 ///< without the factors of π of the chart
  Chart chart;                       ///< of these columns alone
  std::vector<std::size_t> columns;  ///< their indices in the row
  std::optional<CombinedAxes> sum = std::nullopt;  ///< of a pair that turns by all axes
};

/// The sections of a row: one for each axis, then one for each column of a coordinate itself.  If
/// pairs turn by all axes, one for each pair instead of one for each axis.
/// Throws Error if the sections do not add up to the row's pairs, if a list does not have one
/// number for each axis, if a size is missing, and for parts other than table, cos and sin
/// (repeated or not).
std::vector<Section> sections(const Axial& encoding, Part part);

/// The number of columns of a part, and how many of them hold coordinates themselves.
std::size_t width(const Axial& encoding, Part part);
std::size_t raw_columns(const Axial& encoding, Part part);

/// The axes of the encoding, in the order time, height, width, length, x, y, z.
std::vector<Axis> axes_of(const Axial& encoding);

/// The place of an axis in axes_of().
std::size_t place_of(const Axial& encoding, Axis axis);

/// Whether the numbers of indices() along an axis are twice the middle of a token's frames.
bool counts_half_frames(const Axial& encoding, Axis axis);

/// The numbers along an axis from which its section's coordinates are computed, for every row of
/// the grid: the indices; or twice the middle of the frames that a token stands for.
Positions indices(const Axial& encoding, Axis axis);

/// The positions of a section's rows.  `coordinates` has the numbers of indices(), or others in
/// their place, for each of axes_of().  Throws Error if a sum of them has no exact position.
Positions positions_of(const Axial& encoding, const Section& section,
                       const std::vector<Positions>& coordinates);

}  // namespace sextant
