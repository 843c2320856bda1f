#pragma once

#include <array>
#include <span>
#include <string_view>

#include "sextant/measure/identity/part.hpp"

namespace sextant::measure {

/// How the terms of a dot product are added: one after the other; by halves; or one after the
/// other, each product and sum rounded once, which float32 and float64 alone have.
enum class Summation : unsigned char { naive, pairwise, fused };
inline constexpr std::array<std::string_view, 3> kSummations = {"naive", "pairwise", "fused"};

/// Σ x_j·y_j in the arithmetic of one format, and what its roundings are: of numbers that doubles
/// and the format hold.                                                  invariance.md, (9), (10)
struct Dot {
  double value = 0;
  DefectPart products, sums;
};
Dot dot(std::span<const double> x, std::span<const double> y, const Format& format, Summation how);

/// What the exact Σ x_j·y_j is off by from `truth`, the entries being off by e_x, e_y at most.
///                                                                              invariance.md, (8)
DefectPart entries(std::span<const double> x, std::span<const double> y, std::span<const double> ex,
                   std::span<const double> ey, long double truth);

}  // namespace sextant::measure
