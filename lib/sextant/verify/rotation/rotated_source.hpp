#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "sextant/encoding/position/position.hpp"
#include "sextant/measure/prefilter/sweep.hpp"
#include "sextant/number/format.hpp"
#include "sextant/tensor/npy.hpp"

namespace sextant::verify {

/// Vectors before and after a rotation, rows of an array.  Positions run along one of its axes.
/// Each lead (a head of a batch, by the indices along the other axes) has one vector for each
/// position.
struct RotatedSource {
  std::vector<std::uint64_t> shape;  ///< of all axes but the last
  std::size_t axis = 0;              ///< the axis of the positions
  std::size_t columns = 0;
  Format given;         ///< format of the vectors before
  Format format;        ///< format of the vectors after
  Positions positions;  ///< positions of one lead
  std::uint64_t leads = 1;
  std::uint64_t stride = 1;  ///< rows from one position of a lead to the next
  /// Fills `before` and `after` with `count` rows from row `first` on.  Thread-safe.
  std::function<void(std::uint64_t first, std::uint64_t count, std::span<double> before,
                     std::span<double> after)>
      read_rows;

  std::uint64_t places() const { return positions.count; }
  std::uint64_t row(std::uint64_t lead, std::uint64_t place) const {
    return (lead / stride * places() + place) * stride + lead % stride;
  }
  /// The index of a lead along an axis other than that of the positions.
  std::uint64_t index(std::uint64_t lead, std::size_t along) const;
  /// Fills `before` and `after` with the vectors of a lead at `count` positions, from index `first`
  /// on.  Thread-safe.
  void read(std::uint64_t lead, std::uint64_t first, std::uint64_t count, std::span<double> before,
            std::span<double> after) const;
};

/// The axis of the positions by default: the next-to-last one.
inline std::size_t usual_axis(const NpyVectors& vectors) {
  return vectors.shape.size() < 2 ? 0 : vectors.shape.size() - 2;
}

/// The number of positions along an axis; one if there is but one vector.
inline std::uint64_t places_of(const NpyVectors& vectors, std::size_t axis) {
  return vectors.shape.size() < 2 ? 1 : vectors.shape[axis];
}

/// The source of two files.  Throws Error if their shapes differ, or if the positions do not fit
/// the axis.
RotatedSource rotated_source(const NpyVectors& before, const NpyVectors& after,
                             const Positions& positions, std::size_t axis);

/// The same vectors, whose positions run along another axis.
RotatedSource along(RotatedSource source, std::size_t axis, const Positions& positions);

/// Some leads of a source.
RotatedSource only(const RotatedSource& source, std::vector<std::uint64_t> leads);

/// One vector of a source, in memory.
RotatedSource vector_of(const RotatedSource& source, std::uint64_t row);

/// At most `places` positions and `leads` leads of a source, in memory: the first half of them are
/// the first ones; the others are spread evenly and include the last.
RotatedSource sample(const RotatedSource& source, std::uint64_t places, std::uint64_t leads);

/// The vectors of some positions of some leads, in memory, lead by lead.
struct Tile {
  std::uint64_t lead = 0, leads = 0, place = 0, places = 0;
  std::size_t columns = 0;
  std::vector<double> before, after;

  std::span<const double> row(const std::vector<double>& of, std::uint64_t k,
                              std::uint64_t p) const {
    return std::span(of).subspan((k * places + p) * columns, columns);
  }
};

/// Cuts a source into tiles of about 2¹⁶ numbers.  A tile has several leads, so that they share the
/// work for a position.
struct Tiles {
  explicit Tiles(const RotatedSource& source);
  std::uint64_t count() const { return across * down; }
  Tile read(std::uint64_t number) const;

  const RotatedSource& source;
  std::uint64_t leads, places;  ///< per tile
  std::uint64_t across, down;   ///< tiles, by leads and by positions
};

/// Folds all tiles into one result on all cores.  The order of folding must not matter.
template <class Result, class Fold>
Result sweep_tiles(const RotatedSource& source, const Fold& fold) {
  const Tiles tiles(source);
  return measure::sweep<Result>(tiles.count(), 1,
                                [&](std::uint64_t first, std::uint64_t last, Result& result) {
                                  for (std::uint64_t k = first; k < last; ++k)
                                    fold(tiles.read(k), result);
                                });
}

}  // namespace sextant::verify
