#pragma once

#include <vector>

#include "sextant/encoding/wave/rotated_columns.hpp"
#include "sextant/exact/oracle.hpp"
#include "sextant/recipe/application/application.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"

namespace sextant::verify {

/// What a program is thought to have done to vectors: which rotation, and where its pairs stand.
struct VectorRotation {
  exact::Oracle tables;  ///< cosines, then sines: a chart [cos | sin]
  std::vector<RotatedColumn> columns;
  bool twice = false;  ///< turned, stored, and turned again

  /// The rotation that comes of it: by twice the angle, and with the amplitude squared, if `twice`.
  exact::Oracle whole() const;
};

/// Its tables by a recipe, applied in some way.
struct AppliedRotation {
  const VectorRotation& rotation;
  const recipe::Application& application;
  recipe::Recipe& recipe;  ///< over the positions of the source
  Format compute;          ///< what the recipe computes in
};

}  // namespace sextant::verify
