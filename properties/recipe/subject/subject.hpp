#pragma once

#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "sextant/encoding/bias/chart.hpp"
#include "sextant/encoding/position/position.hpp"
#include "sextant/recipe/bound/terms.hpp"
#include "sextant/recipe/rule/by_angle.hpp"

namespace sextant::recipe {

/// A recipe in a number type, applied to one encoding, with one interface for all types.  Values
/// are exact, so every property is stated once.
class Subject {
 public:
  virtual ~Subject() = default;
  virtual Rational value(std::uint64_t row, const Channel& channel) = 0;
  virtual Terms terms(std::uint64_t row, const Channel& channel, const Format& store) const = 0;
};

/// The factory of a subject.  There is one for every recipe in every number type.
struct Subjects {
  std::string_view recipe, type;
  bool sequential = false;
  Format compute;
  std::function<std::unique_ptr<Subject>(const Waves&, const Positions&,
                                         const IntermediateRoundings&)>
      make;

  bool hardware() const { return compute == kFloat32 || compute == kFloat64; }
  /// Its storage formats.
  std::vector<Format> stores() const;
};

const std::vector<Subjects>& all_subjects();
std::vector<Subjects> subjects_where(bool (*holds)(const Subjects&));
std::vector<Subjects> hardware_subjects();

/// `exp_log_float32`, for the names of tests.
std::string test_name(const Subjects& subjects);
inline std::ostream& operator<<(std::ostream& out, const Subjects& s) {
  return out << test_name(s);
}

/// An upper bound of |stored − truth|, with the value rounded to `store` first.  The slow oracle
/// encloses the true value; its radius is added.
struct Measured {
  Rational value;
  double error = 0;
};
Measured measure(Subject& subject, const Waves& waves, const Positions& positions,
                 std::uint64_t row, const Channel& channel, const Format& compute,
                 const Format& store);

}  // namespace sextant::recipe
