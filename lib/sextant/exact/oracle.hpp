#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "sextant/encoding/bias/chart.hpp"
#include "sextant/encoding/position/position.hpp"
#include "sextant/exact/angle/fixed_sine.hpp"
#include "sextant/exact/angle/quick.hpp"
#include "sextant/exact/angle/sine_cosine.hpp"
#include "sextant/exact/angle/turn.hpp"
#include "sextant/exact/frequencies.hpp"
#include "sextant/exact/reference.hpp"

namespace sextant::exact {

/// The upper 64 bits of a sine's turn at a position, with an error of at most three units: two
/// products and the start are truncated.                          reports/derivations/turn.md, (16)
struct Phase {
  std::uint64_t high = 0, middle = 0, start = 0;

  bool operator==(const Phase&) const = default;
  std::uint64_t at(Position position) const {
    const auto low = static_cast<std::uint64_t>(position);
    const std::uint64_t below = position < 0 ? middle : 0;  // position = low − 2⁶⁴
    return low * high + static_cast<std::uint64_t>((Bits{low} * middle) >> 64) - below + start;
  }
};

/// The upper 128 bits of a sine's turn at a position, with an error of at most three units.
struct FinePhase {
  std::uint64_t high = 0, middle = 0, low = 0;
  Bits start = 0;

  Bits at(Position position) const {
    const auto p = static_cast<std::uint64_t>(position);
    const Bits below = position < 0 ? Bits{middle} << 64 | low : 0;  // position = p − 2⁶⁴
    return (Bits{p * high} << 64) + Bits{p} * middle + ((Bits{p} * low) >> 64) - below + start;
  }
};

/// The prepared oracle.  Frequencies are kept as fractions of a turn, so that a value costs some
/// integer multiplications.  If the fast enclosure does not decide a rounding, the slow oracle
/// does.  The oracle is immutable, and thus thread-safe.
class Oracle {
 public:
  explicit Oracle(Chart chart);

  const Chart& chart() const { return *chart_; }
  const Waves& waves() const { return chart_->waves; }
  const Frequencies& frequencies() const { return *enclosed_; }

  /// The constant factor of sines and cosines, without the scale of xPos.
  /// nullopt if it is 1, or 0.
  const std::optional<Factor>& amplitude() const { return amplitude_; }

  /// A pair's angle.  Its radius is 0 if the angle is exactly 0.
  Turn turn(Position position, int pair) const;

  /// Sine and cosine of a pair's angle, multiplied by the amplitude and the scale of xPos.
  SineCosine pair(Position position, int pair) const;

  /// The phase of a channel's sine; of a cosine, the phase of the same sine a quarter turn later.
  /// All 0 if it holds another function, or with an amplitude, xPos, a row of zeros, or scale 0:
  /// `Quick` and `FixedSine` are then never certain.
  Phase phase(const Channel& channel) const;
  FinePhase fine_phase(const Channel& channel) const;

  /// An enclosure of a channel's value.
  Ball ball(Position position, const Channel& channel) const;

  /// The number of `format` (no wider than float64) nearest to the true value.  `decided` is false
  /// only if the largest precision of reference.hpp is too small; this may happen in its case (d).
  struct Rounded {
    double value = 0;
    bool decided = true;
  };
  Rounded nearest(const Format& format, Position position, const Channel& channel) const;
  /// The same, from a ball that encloses the value.
  Rounded nearest(const Format& format, Position position, const Channel& channel,
                  const Ball& ball) const;
  /// As above.  Not inlined, so that the fast path saves no registers for it.
  [[gnu::noinline]] Rounded from_ball(const Format& format, Position position,
                                      const Channel& channel) const;

 private:
  void prepare_multiples();
  Ball multiple(Position position, const Channel& channel) const;
  Ball formula(Position position, const Channel& channel) const;
  Factor xpos_scale(Position position, int pair) const;

  std::shared_ptr<const Chart> chart_;
  std::shared_ptr<const Frequencies> enclosed_;
  std::vector<Turn> steps_;   ///< per position, one a pair
  std::vector<Turn> starts_;  ///< at position 0; empty if all phases are 0
  bool silent_ =
      false;  ///< amplitude 0: tested once, because comparing rationals costs more than a sine
  bool frozen_ = false;            ///< scale 0
  std::optional<Position> still_;  ///< position at which every angle is exactly 0
  bool plain_ = false;             ///< sines and cosines only: no amplitude, no row of zeros
  const Quick* quick_;
  std::vector<Ball> frequencies_;                ///< ω
  std::vector<std::optional<Rational>> slopes_;  ///< ω of the pairs whose multiples are needed
  std::optional<Factor> amplitude_;              ///< nullopt: 1
  struct XposLogarithms;                         ///< of the bases of the scale of xPos
  std::shared_ptr<const XposLogarithms> xpos_logarithms_;  ///< nullptr without xPos
};

/// The number of a format nearest to a true value: from a ball that contains the value, if the ball
/// decides.  The format must be no wider than float64.
Oracle::Rounded nearest(const Format& format, const Truth& truth, const Ball& ball);

}  // namespace sextant::exact
