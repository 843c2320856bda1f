#pragma once

#include "benchmark/maker.hpp"

namespace sextant::bench {

/// Registers table/…, setup/… and from-nothing benchmarks of all makers.
void register_tables(const std::vector<Maker>& makers);

/// Registers value/…: one value at a place drawn beforehand.
void register_values();

/// Registers recipe/NAME/FORMAT for every recipe of the catalogue: an entry of a row.
void register_recipes();

/// Registers rows/float32/NAME for some recipes, and sweep/float32/NAME: the same rows, every entry
/// measured.
void register_sweeps();

}  // namespace sextant::bench
