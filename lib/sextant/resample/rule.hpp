#pragma once

#include <span>
#include <string>
#include <string_view>

#include "sextant/encoding/real/rational.hpp"

namespace sextant::resample {

/// The weight of a source cell as a function of its distance: 1 for the cell that contains the
/// coordinate (with half pixels; otherwise the cell at or before it), a triangle of radius 1, or
/// Keys's cubic of radius 2.     resampling.md, (3) and (4)
enum class Filter : unsigned char { nearest, linear, cubic };

/// The coordinate of cell i in the source, from the scale s = from/to.      resampling.md, (1)
///
///   half_pixel     s·(i + 1/2) − 1/2
///   align_corners  s·i, where s is (from − 1)/(to − 1), or 0 if to is 1; with antialiasing
///                  s·(i + 1/2) − 1/2, as PyTorch has it
///   asymmetric     s·i
enum class Coordinates : unsigned char { half_pixel, align_corners, asymmetric };

/// The cells beyond the source: the first or last cell is used instead, or they are left out and
/// the other weights divided by their sum.
enum class Edge : unsigned char { clamped, dropped };

/// One axis of an interpolation.
struct Rule {
  Filter kernel = Filter::linear;
  Rational a = 0;  ///< coefficient of the cubic kernel, in [−1, 0]
  Coordinates coordinates = Coordinates::half_pixel;
  bool antialias = false;  ///< the kernel is widened by the scale if that exceeds 1
  Edge edge = Edge::clamped;

  bool operator==(const Rule&) const = default;
};

/// A rule by name, and the programs that use it.
struct Mode {
  std::string_view name;
  Rule rule;
  std::string_view programs;
};

std::span<const Mode> modes();

/// The rule of a mode.  Throws Error for an unknown name.
const Rule& rule_of(std::string_view mode);

/// The name of the mode with this rule, or a description of it.
std::string words(const Rule& rule);

}  // namespace sextant::resample
