#pragma once

#include <string>
#include <vector>

#include "sextant/encoding/text/model.hpp"
#include "sextant/recipe/catalogue/engine.hpp"

namespace sextant {

/// What there is of a kind: the lists of `sextant list`.
enum class Listing : unsigned char {
  encodings,
  recipes,
  engines,
  formats,
  models,
  faults,
  libraries
};

struct Item {
  std::string name;
  std::string summary;  ///< what it is, in a line
};

/// Every one, in the order in which `sextant list` prints them.
std::vector<Item> inventory(Listing kind);

/// What is known of a model besides its encoding.
std::string summary(const Model& model);

/// The recipe and library of an engine, what is promised of its functions, and the source.
std::string summary(const recipe::Engine& engine);

}  // namespace sextant
