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

/// Vectors before and after a rotation: one vector a position, `leads` times (heads of a batch).
struct RotatedSource {
  std::uint64_t leads = 1;
  std::size_t columns = 0;
  Format given;         ///< of the vectors before
  Format format;        ///< of those after
  Positions positions;  ///< of one lead's vectors
  /// Fills `before` and `after` with the vectors of `count` positions of a lead from number `first`
  /// on.  For any number of threads.
  std::function<void(std::uint64_t lead, std::uint64_t first, std::uint64_t count,
                     std::span<double> before, std::span<double> after)>
      read;

  std::uint64_t places() const { return positions.count; }
  std::uint64_t row(std::uint64_t lead, std::uint64_t place) const {
    return lead * places() + place;
  }
};

/// The length of the next-to-last axis, which positions run along.
inline std::uint64_t places_of(const NpyVectors& vectors) {
  return vectors.shape.size() < 2 ? 1 : vectors.shape[vectors.shape.size() - 2];
}

/// Both files.  Throws Error where their shapes differ, or positions do not agree with them.
RotatedSource rotated_source(const NpyVectors& before, const NpyVectors& after,
                             const Positions& positions);

/// At most `places` positions and `leads` leads of a source, in memory: the first ones, the last,
/// and others evenly between.
RotatedSource sample(const RotatedSource& source, std::uint64_t places, std::uint64_t leads);

/// Some positions of some leads, in memory: vectors lead by lead.
struct Tile {
  std::uint64_t lead = 0, leads = 0, place = 0, places = 0;
  std::size_t columns = 0;
  std::vector<double> before, after;

  std::span<const double> row(const std::vector<double>& of, std::uint64_t k,
                              std::uint64_t p) const {
    return std::span(of).subspan((k * places + p) * columns, columns);
  }
};

/// How a source is cut into tiles of about 2¹⁶ numbers: several leads each, which share what a
/// position costs.
struct Tiles {
  explicit Tiles(const RotatedSource& source);
  std::uint64_t count() const { return across * down; }
  Tile read(std::uint64_t number) const;

  const RotatedSource& source;
  std::uint64_t leads, places;  ///< of a tile
  std::uint64_t across, down;   ///< tiles, by leads and by positions
};

/// Folds all tiles into one result on all cores, whose order does not matter.
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
