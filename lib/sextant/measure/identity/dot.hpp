#pragma once

#include <array>
#include <span>
#include <string_view>

#include "sextant/measure/identity/part.hpp"

namespace sextant::measure {

/// How the terms of a dot product are added: in sequence, by halves, or in sequence with fused
/// multiply-add (float32 and float64 only).
enum class Summation : unsigned char { naive, pairwise, fused };
inline constexpr std::array<std::string_view, 3> kSummations = {"naive", "pairwise", "fused"};

/// Σ x_j·y_j in the arithmetic of one format, and the error of its roundings.  Doubles and the
/// format must hold the numbers.                                           invariance.md, (9), (10)
struct Dot {
  double value = 0;
  DefectPart products, sums;
};
Dot dot(std::span<const double> x, std::span<const double> y, const Format& format, Summation how);

/// The error of the exact Σ x_j·y_j against `truth`, if the errors of the entries are at most e_x,
/// e_y.                                                                          invariance.md, (8)
DefectPart entries(std::span<const double> x, std::span<const double> y, std::span<const double> ex,
                   std::span<const double> ey, long double truth);

}  // namespace sextant::measure
