#pragma once

#include <optional>
#include <string>

#include "sextant/recipe/catalogue/catalogue.hpp"
#include "sextant/verify/rows/error_statistics.hpp"
#include "sextant/verify/rows/source.hpp"

namespace sextant::verify {

/// The number of entries of a source that a recipe computes bit for bit.  A NaN never matches.  The
/// comparison stops after more than `patience` differences; `reached` is the number of entries
/// compared.
struct Match {
  std::uint64_t same = 0, reached = 0;
  double fraction() const {
    return reached == 0 ? 0 : static_cast<double>(same) / static_cast<double>(reached);
  }
  bool all() const { return reached > 0 && same == reached; }
  void merge(const Match& other);
};
Match bitwise_match(const Source& source, recipe::Recipe& recipe,
                    std::uint64_t patience = ~std::uint64_t{0}, const Progress& progress = {});

/// The first recipe of the catalogue, sound or not, that computes the whole source bit for bit;
/// nullopt if none does.  Recipes that compute rows one after the other are tried only for short
/// sources without listed positions.  Progress restarts with each recipe.
std::optional<std::string> bitwise_matching_recipe(const Source& source, const Chart& chart,
                                                   const recipe::ComputeFormats& formats,
                                                   const Progress& progress = {});

}  // namespace sextant::verify
