#pragma once

#include <string>
#include <vector>

#include "sextant/encoding/text/model.hpp"
#include "sextant/recipe/catalogue/engine.hpp"

namespace sextant {

/// The lists that `sextant list` prints.
enum class Listing : unsigned char {
  encodings,
  recipes,
  engines,
  formats,
  models,
  faults,
  libraries,
  modes
};

struct Item {
  std::string name;
  std::string summary;  ///< description in one line
};

/// All items of a list, in the order in which `sextant list` prints them.
std::vector<Item> inventory(Listing kind);

/// A description of a model without its encoding: positions, heads, weights and source.
std::string summary(const Model& model);

/// A description of an engine: its recipe, its library, the accuracy of its functions, and the
/// source.
std::string summary(const recipe::Engine& engine);

}  // namespace sextant
