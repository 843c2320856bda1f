#pragma once

#include <memory>
#include <sstream>
#include <string>
#include <utility>

#include "recipe/subject/subject.hpp"
#include "sextant/encoding/encoding.hpp"

namespace sextant::recipe {

/// A real number known within a radius.  Statements about encodings must be possible for the balls
/// of a recipe's values and bounds: enclosures of equal numbers overlap.
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

/// A recipe's values at any position of its domain, with their error bounds.
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

}  // namespace sextant::recipe
