#pragma once

#include <algorithm>
#include <iostream>
#include <memory>
#include <sstream>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "draw/gen.hpp"
#include "engine/property.hpp"
#include "recipe/subject/at.hpp"
#include "recipe/subject/programs.hpp"

namespace sextant::recipe {

/// Whether a property holds for all values that it draws; if not, the message is the
/// counterexample.
template <class Property>
testing::AssertionResult for_all(Property property) {
  std::ostringstream said;
  std::streambuf* const before = std::cerr.rdbuf(said.rdbuf());
  const bool held = properties::holds(std::move(property));
  std::cerr.rdbuf(before);
  return held ? testing::AssertionSuccess() : testing::AssertionFailure() << said.str();
}

/// A case for mathematical statements: no origin and no amplitude, so that rows are rotations.
class Trial {
 public:
  explicit Trial(const Subjects& subjects) : subjects_(subjects) {
    for (const Sinusoidal& e :
         {Sinusoidal{.dim = 16}, Sinusoidal{.dim = 6, .base = 500000},
          Sinusoidal{.dim = 10, .base = Rational(7, 3), .law = Law::half_minus_shift},
          Sinusoidal{.dim = 12, .base = Rational(10001, 10000), .scale = Rational(1, 3)}}) {
      encodings_.push_back(std::make_unique<At>(subjects, e));
    }
  }

  const std::vector<std::unique_ptr<At>>& encodings() const { return encodings_; }

  const At& draw_encoding() const {
    return *encodings_[static_cast<std::size_t>(
        *draw::full(draw::in_range(0, static_cast<int>(encodings_.size()))).as("encoding"))];
  }

  /// A position of the domain, small enough for a sum of two.  Sequential recipes start at 0 and
  /// are kept short.
  Position draw_position(const char* what) const {
    if (subjects_.sequential) return Position{*draw::log_uniform(kQuickSteps).as(what)};
    return *draw::positions(61).as(what);
  }

  /// A position at which balls are small compared with the circle, so that they can be disjoint: at
  /// most 2^(p − 10), where angle errors are below 2⁻⁴ in every recipe.    properties.md, §Rotation
  Position draw_near_position(const char* what) const {
    if (subjects_.sequential) return draw_position(what);
    // 54 bits: a phase of 64 bits has an error of half a unit per position.
    const int bits = std::min(subjects_.compute.precision - 10, 54);
    return *draw::one_of(draw::positions(bits), draw::positions_of_width(bits)).as(what);
  }

  static int draw_pair(const At& at) {
    return *draw::full(draw::in_range(0, at.pairs())).as("pair");
  }

 private:
  static constexpr int kQuickSteps = 8;

  const Subjects& subjects_;
  std::vector<std::unique_ptr<At>> encodings_;
};

}  // namespace sextant::recipe
