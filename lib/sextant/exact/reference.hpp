#pragma once

#include <optional>
#include <string>
#include <type_traits>

#include "sextant/encoding/bias/chart.hpp"
#include "sextant/exact/truth.hpp"
#include "sextant/number/format.hpp"

namespace sextant::exact {

/// The slow oracle: one value at a time, from the definition, in interval arithmetic.
///
/// Termination of correct rounding.  Ziv's loop increases the precision until both ends of the
/// enclosure round to the same number.  It ends unless the value is representable or a tie.  Those
/// cases are detected first:
///
///   (a) angle 0, and every other value that rational_value() recognises: exact arithmetic;
///   (b) the angle is a non-zero algebraic number: its sine and cosine, also times an algebraic
///       amplitude, are transcendental (Lindemann–Weierstrass), hence neither representable nor a
///       tie;
///   (c) the angle is π times an algebraic number: Niven's values 0, ±½, ±1 are in (a), the other
///       rational multiples give irrational values, the irrational ones transcendental values
///       (Gelfond–Schneider);
///   (d) the remaining cases (another power of π in the angle, the blended bands of Llama 3, YaRN
///       without truncation, a sine times a logarithm): at most 4319 bits, then *undecided*.
///
/// Frequencies, their multiples and formulas are decided likewise, if they are known to be
/// irrational.  All of ALiBi's and KERPLE's are either that or rational.  Waves must be settled
/// (evaluate.hpp), as those of an Oracle are.  In (b) and (c) the loop stops at 368 771 bits; the
/// value is then undecided, too.                                 reports/derivations/termination.md

/// The true value if algebra shows that it is rational; otherwise nullopt.
std::optional<Rational> rational_value(const Waves& waves, const Rational& position,
                                       const Channel& channel);

/// Whether the value of a channel is in case (d).
bool may_be_rational(const Waves& waves, const Rational& position, const Channel& channel);

/// An enclosure at a level of precision (number/precision_levels.hpp): level 1 has 332 bits.
Enclosure enclosure(const Waves& waves, const Rational& position, const Channel& channel,
                    int level);

/// The number of `format` nearest to the true value, ties to even: −0 for a negative value that
/// rounds to zero.
NearestNumber nearest(const Format& format, const Waves& waves, const Rational& position,
                      const Channel& channel);

/// The true value to `digits` significant decimal digits (at most 100 000), rounded to nearest.
/// Throws Error if it cannot be decided.
std::string decimal(const Waves& waves, const Rational& position, const Channel& channel,
                    int digits);

/// The true value of a channel at a Position or a Rational.  Waves and channel must outlive it.
template <class Place>
class ChannelTruth final : public Truth {
 public:
  ChannelTruth(const Waves& waves, const Place& place, const Channel& channel)
      : waves_(waves), place_(place), channel_(channel) {}

  std::optional<Rational> rational() const override {
    return rational_value(waves_, place(), channel_);
  }
  bool may_be_rational() const override {
    return exact::may_be_rational(waves_, place(), channel_);
  }
  Enclosure enclosure(int level) const override {
    return exact::enclosure(waves_, place(), channel_, level);
  }

 private:
  Rational place() const {
    if constexpr (std::is_same_v<Place, Rational>)
      return place_;
    else
      return to_rational(place_);
  }

  const Waves& waves_;
  Place place_;
  const Channel& channel_;
};

}  // namespace sextant::exact
