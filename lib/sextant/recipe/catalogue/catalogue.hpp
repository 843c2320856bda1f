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
/// The recipe that only frequencies which are equally spaced, or listed, have.
std::span<const Entry> listed_catalogue();
/// The recipes that may accept a table of a chart: of waves, or of biases (bias_catalogue.hpp).
/// pow-linspace and float64-frequency are among them only if frequencies rise from 1 to 1/base.
std::span<const Entry> catalogue(const Chart& chart);
const Entry& entry(std::string_view name);  ///< throws Error for an unknown name

/// A recipe for the rows `positions` of `chart`.  Throws Error for an unknown name, and for a
/// recipe that does not apply to the chart.  Also for an unsupported compute format (float32 and
/// float64 are supported), and for a storage format wider than the compute format.
std::unique_ptr<Recipe> make(std::string_view name, const Chart& chart,
                             const ComputeFormats& formats, const Positions& positions);

/// The format that a recipe computes in, whatever is requested; throws Error for an unknown name.
inline Format computes_in(std::string_view name, const ComputeFormats& formats) {
  return entry(name).computes_in.value_or(formats.compute);
}

/// Whether a recipe can produce a table of the storage format: it must not be wider than the
/// compute format.
inline bool possible(std::string_view name, const ComputeFormats& formats) {
  return formats.store.precision <= computes_in(name, formats).precision;
}

/// The assumptions about the library of a recipe that computes in a format, as text.
std::string hypothesis(const Format& compute, const Library& library);

}  // namespace sextant::recipe
