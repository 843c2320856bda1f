#pragma once

#include <type_traits>

#include "sextant/exact/oracle.hpp"
#include "sextant/exact/reference.hpp"

namespace sextant::exact {

/// A true value, whatever defines it, as the slow oracle asks about it: reference.hpp has the cases
/// in which its questions end.
class Truth {
 public:
  virtual ~Truth() = default;
  /// The value where it is rational and this is known by algebra.
  virtual std::optional<Rational> rational() const = 0;
  /// Case (d): nothing is known that forbids a rational value.
  virtual bool may_be_rational() const = 0;
  virtual Enclosure enclosure(int rung) const = 0;
};

/// The number of `format` nearest to a true value, ties to even.
NearestNumber nearest(const Format& format, const Truth& truth);
/// The same from a ball that holds it, where that settles it; of no format wider than float64.
Oracle::Rounded nearest(const Format& format, const Truth& truth, const Ball& ball);

/// A true value to `digits` significant decimal digits, rounded to nearest.  Throws Error if it
/// cannot be decided.
std::string decimal(const Truth& truth, int digits);

/// Case (d) of what a channel holds.
bool may_be_rational(const Waves& waves, const Rational& position, const Channel& channel);

/// What a channel holds at a place: a Position, or any Rational.  Waves and channel outlive it.
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
  Enclosure enclosure(int rung) const override {
    return exact::enclosure(waves_, place(), channel_, rung);
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
