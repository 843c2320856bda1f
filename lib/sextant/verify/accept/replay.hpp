#pragma once

#include <optional>
#include <string>

#include "sextant/recipe/catalogue/catalogue.hpp"
#include "sextant/verify/rows/source.hpp"
#include "sextant/verify/rows/tally.hpp"

namespace sextant::verify {

/// How many entries of a source a recipe reproduces bit for bit (a NaN counts as nothing).  Stops
/// after `patience` entries that differ; `reached` says how many were compared.
struct Match {
  std::uint64_t same = 0, reached = 0;
  double fraction() const {
    return reached == 0 ? 0 : static_cast<double>(same) / static_cast<double>(reached);
  }
  bool all() const { return reached > 0 && same == reached; }
  void merge(const Match& other);
};
Match replay(const Source& source, recipe::Recipe& recipe,
             std::uint64_t patience = ~std::uint64_t{0}, const Progress& progress = {});

/// The first recipe of the catalogue that reproduces the whole source bit for bit.  Progress is
/// told of each recipe by itself.
std::optional<std::string> reproducing_recipe(const Source& source, const Chart& chart,
                                              const recipe::Chain& chain,
                                              const Progress& progress = {});

}  // namespace sextant::verify
