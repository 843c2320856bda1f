#pragma once

#include "recipe/subject/subject.hpp"
#include "sextant/recipe/bound/exactly.hpp"
#include "sextant/recipe/rule/angle_recurrence.hpp"
#include "sextant/recipe/rule/by_angle.hpp"
#include "sextant/recipe/rule/exp_log.hpp"
#include "sextant/recipe/rule/fast_trigonometry.hpp"
#include "sextant/recipe/rule/float64_angle.hpp"
#include "sextant/recipe/rule/frequency_recurrence.hpp"
#include "sextant/recipe/rule/log_timescale.hpp"
#include "sextant/recipe/rule/narrowed_angle.hpp"
#include "sextant/recipe/rule/pow_divide.hpp"
#include "sextant/recipe/rule/pow_linspace.hpp"
#include "sextant/recipe/rule/pow_multiply.hpp"
#include "sextant/recipe/rule/pow_of_ratio.hpp"
#include "sextant/recipe/rule/pow_reciprocal.hpp"
#include "sextant/recipe/rule/quarter_turn_cosine.hpp"
#include "sextant/recipe/rule/rotation_recurrence.hpp"
#include "sextant/recipe/rule/turns.hpp"

namespace sextant::recipe {

template <class R>
class DirectSubject final : public Subject {
 public:
  DirectSubject(R recipe, Positions positions)
      : recipe_(std::move(recipe)), positions_(std::move(positions)) {}
  Rational value(std::uint64_t row, const Channel& c) override {
    return exactly(recipe_(positions_[row], c));
  }
  Terms terms(std::uint64_t row, const Channel& c, const Format& store) const override {
    return recipe_.terms(positions_[row], c, store);
  }

 private:
  R recipe_;
  Positions positions_;
};

template <class T>
class SequentialSubject final : public Subject {
 public:
  SequentialSubject(const Waves& waves, const Positions& positions)
      : fresh_(waves, positions.first, positions.step), run_(fresh_) {}
  Rational value(std::uint64_t row, const Channel& c) override {
    if (row < run_.steps_taken()) run_ = fresh_;
    while (run_.steps_taken() < row) run_.advance();
    return exactly(run_(c));
  }
  Terms terms(std::uint64_t row, const Channel& c, const Format& store) const override {
    return run_.terms(row, c, store);
  }

 private:
  RotationRecurrence<T> fresh_, run_;
};

template <class R>
std::unique_ptr<Subject> direct_subject(const Waves& waves, const Positions& positions,
                                        const IntermediateRoundings& intermediate) {
  if constexpr (std::is_constructible_v<R, const Waves&, const IntermediateRoundings&>)
    return std::make_unique<DirectSubject<R>>(R(waves, intermediate), positions);
  else
    return std::make_unique<DirectSubject<R>>(R(waves), positions);
}

template <class T>
std::unique_ptr<Subject> sequential_subject(const Waves& waves, const Positions& positions,
                                            const IntermediateRoundings& /*detours*/) {
  return std::make_unique<SequentialSubject<T>>(waves, positions);
}

/// Every recipe in T. Float64Angle exists only in double, FastTrigonometry and NarrowedAngle only
/// with results in float.
template <class T>
std::vector<Subjects> subjects_in() {
  const std::string_view type = Arithmetic<T>::name;
  const Format format = Arithmetic<T>::format;
  std::vector<Subjects> all = {
      {"pow-divide", type, false, format, direct_subject<ByAngle<T, PowDivide>>},
      {"pow-multiply", type, false, format, direct_subject<ByAngle<T, PowMultiply>>},
      {"exp-log", type, false, format, direct_subject<ByAngle<T, ExpLog>>},
      {"log-timescale", type, false, format, direct_subject<ByAngle<T, LogTimescale>>},
      {"exp-of-quotient", type, false, format, direct_subject<ByAngle<T, ExpOfQuotient>>},
      {"frequency-recurrence", type, false, format,
       direct_subject<ByAngle<T, FrequencyRecurrence>>},
      {"rotation-recurrence", type, true, format, sequential_subject<T>},
      {"quarter-turn-cosine", type, false, format, direct_subject<QuarterTurnCosine<T>>},
      {"turns", type, false, format, direct_subject<Turns<T>>},
      {"pow-reciprocal", type, false, format, direct_subject<ByAngle<T, PowReciprocal>>},
      {"angle-recurrence", type, false, format, direct_subject<ByAngle<T, AngleRecurrence>>},
      {"pow-of-ratio", type, false, format, direct_subject<ByAngle<T, PowOfRatio>>},
      {"pow-linspace", type, false, format, direct_subject<ByAngle<T, PowLinspace>>}};
  if constexpr (std::is_same_v<T, double>)
    all.push_back({"float64-angle", type, false, format, direct_subject<Float64Angle>});
  if constexpr (std::is_same_v<T, float>) {
    all.push_back({"fast-trigonometry", type, false, format, direct_subject<FastTrigonometry>});
    all.push_back({"narrowed-angle", type, false, format, direct_subject<NarrowedAngle>});
  }
  return all;
}

}  // namespace sextant::recipe
