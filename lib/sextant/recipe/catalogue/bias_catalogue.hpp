#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "sextant/recipe/catalogue/recipe.hpp"

namespace sextant::recipe {

/// The recipes for biases, slopes, buckets and indices.
std::span<const Entry> bias_catalogue();

/// Those that make what a chart holds, which is of biases.
std::span<const Entry> bias_catalogue(const Chart& chart);

/// Whether they are what makes a chart.
bool of_bias(const Chart& chart);

/// Their entry of a name; null where there is none.
const Entry* bias_entry(std::string_view name);

/// One of them, which must suit the chart.
std::unique_ptr<Recipe> make_bias(std::string_view name, const Chart& chart,
                                  const ComputeFormats& formats, const Positions& positions);

}  // namespace sextant::recipe
