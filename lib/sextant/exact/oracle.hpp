#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "sextant/encoding/bias/chart.hpp"
#include "sextant/encoding/position/position.hpp"
#include "sextant/exact/angle/quick.hpp"
#include "sextant/exact/angle/sine_cosine.hpp"
#include "sextant/exact/angle/turn.hpp"
#include "sextant/exact/frequencies.hpp"
#include "sextant/exact/reference.hpp"

namespace sextant::exact {

/// The upper 64 bits of a sine's turn by position, off by three units at most: the rests of two
/// products and of the start are cut.                        reports/derivations/turn.md, (16)
struct Phase {
  std::uint64_t high = 0, middle = 0, start = 0;

  bool operator==(const Phase&) const = default;
  std::uint64_t at(Position position) const {
    const auto low = static_cast<std::uint64_t>(position);
    const std::uint64_t below = position < 0 ? middle : 0;  // position = low − 2⁶⁴
    return low * high + static_cast<std::uint64_t>((Bits{low} * middle) >> 64) - below + start;
  }
};

/// The prepared oracle: frequencies kept as fractions of a turn, so that a value costs some integer
/// multiplications.  Where the fast enclosure does not settle a rounding, the slow one is asked.
/// It holds no state that changes: any number of threads may ask one oracle.
class Oracle {
 public:
  explicit Oracle(Chart chart);

  const Chart& chart() const { return *chart_; }
  const Waves& waves() const { return chart_->waves; }
  const Frequencies& frequencies() const { return *enclosed_; }

  /// A pair's angle.  Its radius is 0 where it is exactly 0.
  Turn turn(Position position, int pair) const;

  /// Sine and cosine of a pair's angle, times the amplitude.
  SineCosine pair(Position position, int pair) const;

  /// A channel's sine, or its cosine as the sine of a quarter more; all 0 where it holds something
  /// else, or there is an amplitude, a row of zeros, or no scale: then `Quick` is never sure.
  Phase phase(const Channel& channel) const;

  /// What a channel holds: an enclosure.
  Ball ball(Position position, const Channel& channel) const;

  /// The number of `format` (no wider than float64) nearest to the true value; `decided` is false
  /// in case (d) of reference.hpp only.
  struct Rounded {
    double value = 0;
    bool decided = true;
  };
  Rounded nearest(const Format& format, Position position, const Channel& channel) const;
  /// The same from a ball that is at hand already.
  Rounded nearest(const Format& format, Position position, const Channel& channel,
                  const Ball& ball) const;
  /// The same from its ball.  Out of line, so that the usual way keeps no registers for it.
  [[gnu::noinline]] Rounded from_ball(const Format& format, Position position,
                                      const Channel& channel) const;

 private:
  void prepare_multiples();
  Ball multiple(Position position, const Channel& channel) const;
  Ball formula(Position position, const Channel& channel) const;

  std::shared_ptr<const Chart> chart_;
  std::shared_ptr<const Frequencies> enclosed_;
  std::vector<Turn> steps_;        ///< per position, one a pair
  std::vector<Turn> starts_;       ///< at position 0; empty where that is phase 0
  bool silent_ = false;            ///< amplitude 0: comparing rationals takes longer than a sine
  bool frozen_ = false;            ///< scale 0
  std::optional<Position> still_;  ///< where every angle is 0, exactly
  bool plain_ = false;             ///< sines and cosines alone: no amplitude, no row of zeros
  const Quick* quick_;
  std::vector<Ball> frequencies_;                ///< ω
  std::vector<std::optional<Rational>> slopes_;  ///< ω where its multiples are asked for, by pair
  std::optional<Factor> amplitude_;              ///< nothing: 1
};

/// The number of a format nearest to a true value: from a ball that holds it, where that settles
/// it; of no format wider than float64.
Oracle::Rounded nearest(const Format& format, const Truth& truth, const Ball& ball);

}  // namespace sextant::exact
