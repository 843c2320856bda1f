#pragma once

#include <vector>

#include "sextant/encoding/wave/rotated_columns.hpp"
#include "sextant/exact/oracle.hpp"
#include "sextant/recipe/application/application.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"
#include "sextant/verify/accept/bitwise_match.hpp"
#include "sextant/verify/accept/bounds_result.hpp"
#include "sextant/verify/rotation/rotated_source.hpp"

namespace sextant::verify {

/// A rotation of vectors: its tables, and the columns of its pairs.
struct VectorRotation {
  exact::Oracle tables;                ///< cosines, then sines: a chart [cos | sin]
  std::vector<RotatedColumn> columns;  ///< their x and y are indices of VectorNumbers
  bool twice = false;                  ///< vectors are rotated, stored, and rotated again
};

/// A rotation, the recipe of its tables, and the operations by which a program applies them.  The
/// referenced objects must outlive it.
struct AppliedRotation {
  const VectorRotation& rotation;
  const recipe::Application& application;
  recipe::Recipe& recipe;  ///< for the positions of the source
  Format compute;          ///< format in which the recipe computes
  const recipe::Library& library;
};

/// Checks rotated vectors.  Every number must be correctly rounded, or within a bound of at most
/// 0.1 of its pair's length.  If the bound is larger, the recipe's own arithmetic decides: the
/// number must be the rotation by the angle that the recipe computes from one factor of its column.
/// The factor must be within the error bounds of the library.  Stops after more than `patience`
/// violations. reports/derivations/rotation.md, (14) and (17)
BoundsResult check_bounds(const RotatedSource& source, const AppliedRotation& applied,
                          std::uint64_t patience = ~std::uint64_t{0},
                          const Progress& progress = {});

/// The count of numbers that the recipe computes bit for bit.  Stops after more than `patience`
/// differences.  Numbers computed as NaN are not compared.
Match bitwise_match(const RotatedSource& source, const AppliedRotation& applied,
                    recipe::Fused fused, std::uint64_t patience = ~std::uint64_t{0});

}  // namespace sextant::verify
