#pragma once

#include <vector>

#include "sextant/encoding/wave/turning.hpp"
#include "sextant/exact/oracle.hpp"
#include "sextant/recipe/application/application.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"
#include "sextant/verify/accept/cover.hpp"
#include "sextant/verify/accept/replay.hpp"
#include "sextant/verify/accept/turned_source.hpp"

namespace sextant::verify {

/// What a program is thought to have done to vectors: which rotation, and where its pairs stand.
struct VectorRotation {
  exact::Oracle tables;  ///< cosines, then sines: a chart [cos | sin]
  std::vector<TurnedColumn> columns;
  bool twice = false;  ///< turned, stored, and turned again

  /// The rotation that comes of it: by twice the angle, and with the amplitude squared, if `twice`.
  exact::Oracle whole() const;
};

/// Its tables by a recipe, applied in some way.
struct Turner {
  const VectorRotation& rotation;
  const recipe::Application& application;
  recipe::Recipe& recipe;  ///< over the positions of the source
  Format compute;          ///< what the recipe computes in
};

/// How far a turner covers vectors: every number inside its bound, which must be 0.1 of its pair's
/// length at most, or correctly rounded; or, where the bound is vacuous, reproduced.  Of more than
/// `patience` numbers outside only that is known.
///                                            reports/derivations/rotation.md, (14) and (17)
Coverage cover(const TurnedSource& source, const Turner& turner,
               std::uint64_t patience = ~std::uint64_t{0}, const Progress& progress = {});

/// How many numbers a turner makes again bit for bit.
Match replay(const TurnedSource& source, const Turner& turner, recipe::Fused fused,
             std::uint64_t patience = ~std::uint64_t{0});

}  // namespace sextant::verify
