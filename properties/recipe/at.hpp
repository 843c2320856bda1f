#pragma once

#include <memory>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "recipe/programs.hpp"
#include "recipe/subject.hpp"

namespace sextant::recipe {

/// A real number known within a radius.  What is true of encodings must be possible for the balls
/// that a recipe's values and bounds make: enclosures of equal numbers overlap.
///                                                      reports/derivations/properties.md, (1), (2)
struct Known {
  Rational mid = 0, radius = 0;
};

inline Known operator+(const Known& a, const Known& b) {
  return {a.mid + b.mid, a.radius + b.radius};
}
inline Known operator-(const Known& a, const Known& b) {
  return {a.mid - b.mid, a.radius + b.radius};
}
inline Known operator*(const Known& a, const Known& b) {
  return {a.mid * b.mid, abs(a.mid) * b.radius + abs(b.mid) * a.radius + a.radius * b.radius};
}
inline bool overlap(const Known& a, const Known& b) {
  return abs(Rational(a.mid - b.mid)) <= a.radius + b.radius;
}
inline std::string show(const Known& x) {
  std::ostringstream text;
  text << static_cast<double>(x.mid) << " ± " << static_cast<double>(x.radius);
  return text.str();
}

/// A recipe's values at any position of its domain, with what the bound leaves open.
class At {
 public:
  At(const Subjects& subjects, const Sinusoidal& e)
      : subjects_(subjects),
        waves_(sextant::chart(e).waves),
        positions_{subjects.sequential ? 0 : -kLargestPosition, ~std::uint64_t{0}, 1},
        subject_(subjects.make(waves_, positions_, {})) {}

  int pairs() const { return waves_.pairs(); }
  const Waves& waves() const { return waves_; }
  const Subjects& subjects() const { return subjects_; }

  Rational value(Position p, Function f, int pair) const {
    return subject_->value(row(p), {f, pair});
  }
  Terms terms(Position p, Function f, int pair) const {
    return subject_->terms(row(p), {f, pair}, subjects_.compute);
  }
  Known sine(Position p, int pair) const { return known(p, Function::sine, pair); }
  Known cosine(Position p, int pair) const { return known(p, Function::cosine, pair); }
  Known known(Position p, Function f, int pair) const {
    return {value(p, f, pair), exact(terms(p, f, pair).total())};
  }
  static Rational exact(double x) { return to_rational(from_double(x)); }

 private:
  std::uint64_t row(Position p) const { return static_cast<std::uint64_t>(p - positions_.first); }

  Subjects subjects_;
  Waves waves_;
  Positions positions_;
  std::unique_ptr<Subject> subject_;
};

/// What the mathematics is tried on: no origin and no amplitude, so that rows are rotations.
class Mathematics : public testing::TestWithParam<Subjects> {
 protected:
  const At& draw_encoding() {
    const auto& all = encodings();
    return *all[static_cast<std::size_t>(
        *draw::full(rc::gen::inRange(0, static_cast<int>(all.size()))).as("encoding"))];
  }

  /// A position of the domain, small enough for a sum of two.  A run has no past, and is short
  /// here.
  Position draw_position(const char* what) const {
    if (GetParam().sequential) return Position{*draw::log_uniform(kQuickSteps).as(what)};
    return *draw::positions(61).as(what);
  }

  /// One where balls are narrow beside the circle, so that they can miss each other: at most
  /// 2^(p − 10), where angles are off by less than 2⁻⁴ in every recipe.  properties.md, §Rotation
  Position draw_near_position(const char* what) const {
    if (GetParam().sequential) return draw_position(what);
    // 54 bits: a phase of 64 bits is off by half a position of its units.
    return *draw::positions(std::min(GetParam().compute.precision - 10, 54)).as(what);
  }

  const std::vector<std::unique_ptr<At>>& encodings() {
    if (encodings_.empty()) {
      for (const Sinusoidal& e :
           {Sinusoidal{.dim = 16}, Sinusoidal{.dim = 6, .base = 500000},
            Sinusoidal{.dim = 10, .base = Rational(7, 3), .law = Law::half_minus_shift},
            Sinusoidal{.dim = 12, .base = Rational(10001, 10000), .scale = Rational(1, 3)}}) {
        encodings_.push_back(std::make_unique<At>(GetParam(), e));
      }
    }
    return encodings_;
  }

  static int draw_pair(const At& at) {
    return *draw::full(rc::gen::inRange(0, at.pairs())).as("pair");
  }

  static constexpr int kQuickSteps = 8;

 private:
  std::vector<std::unique_ptr<At>> encodings_;
};

}  // namespace sextant::recipe
