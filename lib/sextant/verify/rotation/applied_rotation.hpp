#pragma once

#include <vector>

#include "sextant/encoding/wave/rotated_columns.hpp"
#include "sextant/exact/oracle.hpp"
#include "sextant/recipe/application/application.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"

namespace sextant::verify {

/// A rotation of vectors: its tables, and the columns of its pairs.
struct VectorRotation {
  exact::Oracle tables;  ///< cosines, then sines: a chart [cos | sin]
  std::vector<RotatedColumn> columns;
  bool twice = false;  ///< rotated, stored, and rotated again

  /// The whole rotation.  If `twice`, it has twice the angle and the squared amplitude.
  exact::Oracle whole() const;
};

/// A rotation with the recipe of its tables and the way in which a program applies them.
struct AppliedRotation {
  const VectorRotation& rotation;
  const recipe::Application& application;
  recipe::Recipe& recipe;  ///< over the positions of the source
  Format compute;          ///< what the recipe computes in
  const recipe::Library& library;
};

}  // namespace sextant::verify
