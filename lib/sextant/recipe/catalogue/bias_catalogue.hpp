#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "sextant/recipe/catalogue/recipe.hpp"

namespace sextant::recipe {

/// The recipes for biases, slopes, buckets and indices, and for divisors and periods.
std::span<const Entry> bias_catalogue();

/// The recipes for the contents of such a chart.
std::span<const Entry> bias_catalogue(const Chart& chart);

/// Whether these recipes apply to a chart.
bool of_bias(const Chart& chart);

/// The recipe that makes a section of a table whose waves `name` makes: of columns of coordinates
/// their own, otherwise `name`.
std::string_view of_section(std::string_view name, const Chart& chart);

/// The entry with this name; null if there is none.
const Entry* bias_entry(std::string_view name);

/// Makes one of these recipes, which must suit the chart.
std::unique_ptr<Recipe> make_bias(std::string_view name, const Chart& chart,
                                  const ComputeFormats& formats, const Positions& positions);

}  // namespace sextant::recipe
