#pragma once

#include "sextant/recipe/catalogue/catalogue.hpp"

namespace sextant::recipe {

/// The recipes for biases, slopes, buckets and indices.
std::span<const Entry> bias_catalogue();

/// Whether they are what makes a chart.
bool of_bias(const Chart& chart);

/// Their entry of a name; null where there is none.
const Entry* bias_entry(std::string_view name);

/// The entry of a name among those that make what a chart holds; throws Error for another.
const Entry& suiting(std::string_view name, const Chart& chart);

/// One of them, which must suit the chart.
std::unique_ptr<Recipe> make_bias(std::string_view name, const Chart& chart, const Chain& chain,
                                  const Positions& positions);

}  // namespace sextant::recipe
