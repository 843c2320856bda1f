#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "sextant/recipe/bound/hypothesis.hpp"
#include "sextant/recipe/catalogue/recipe.hpp"

namespace sextant::recipe {

/// Every recipe of waves, in the order in which ties between them are decided.
std::span<const Entry> catalogue();
/// The recipes that make what a chart holds: of waves, or of biases (bias_catalogue.hpp).
std::span<const Entry> catalogue(const Chart& chart);
const Entry& entry(std::string_view name);  ///< throws Error for an unknown name

/// A recipe over the rows `positions` of `chart`.  Throws Error for an unknown name, one that does
/// not make such charts, a format it does not compute in (float32 and float64 do), or a storage
/// wider than the computation.
std::unique_ptr<Recipe> make(std::string_view name, const Chart& chart,
                             const ComputeFormats& formats, const Positions& positions);

/// The format that a recipe really computes in; throws Error for an unknown name.
inline Format computes_in(std::string_view name, const ComputeFormats& formats) {
  return entry(name).computes_in.value_or(formats.compute);
}

/// Whether a recipe can have made a table of the storage format: none is wider than what it was
/// computed in.
inline bool possible(std::string_view name, const ComputeFormats& formats) {
  return formats.store.precision <= computes_in(name, formats).precision;
}

/// What a recipe that computes in a format assumes of its library, in words.
std::string hypothesis(const Format& compute, const Library& library);

}  // namespace sextant::recipe
