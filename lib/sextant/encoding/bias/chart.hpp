#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "sextant/encoding/bias/formula.hpp"
#include "sextant/encoding/frequency/context.hpp"
#include "sextant/encoding/frequency/frequency.hpp"
#include "sextant/encoding/position/coordinate_steps.hpp"
#include "sextant/encoding/position/position.hpp"

namespace sextant {

/// The function of a channel, with the angle of its pair:
///
///   sine, cosine  amplitude · sin(angle), amplitude · cos(angle)
///   negated_sine  −amplitude · sin(angle), of matrices that turn a pair
///   zero          0
///   frequency     ω
///   slope         ω, if it is the factor of positions in a bias
///   divisor       the number that divides an angle of the geometric frequencies: base^(−2i/d)/ω
///   period        1/ω
///   proportional  the angle, scale·(p + origin)·ω
///   distance      scale·|p + origin|·ω
///   coordinate    scale·(p + origin), of columns that hold a coordinate itself; ω is 1
///   formula       the value of `Waves::formula` at p + origin and column `pair`;
///                 scale multiplies relative positions
enum class Function : unsigned char {
  sine,
  cosine,
  negated_sine,
  zero,
  frequency,
  slope,
  divisor,
  period,
  proportional,
  distance,
  coordinate,
  formula
};

constexpr bool is_wave(Function f) { return f == Function::sine || f == Function::cosine; }
constexpr bool is_reciprocal(Function f) { return f == Function::divisor || f == Function::period; }
constexpr bool is_frequency(Function f) {
  return f == Function::frequency || is_reciprocal(f) || f == Function::slope;
}

struct Channel {
  Function function = Function::zero;
  int pair = 0;

  bool operator==(const Channel&) const = default;
};

/// The angles of an encoding.  Values are multiplied by `amplitude`; the angle of pair i is
///
///   angle(p, i) = scale·(p + origin)·ω_i + phase_i
///
/// With xPos, sines and cosines are also multiplied by its scale at p + origin − centre.
struct Waves {
  GeometricFrequencies geometric;      ///< how programs form the frequencies
  Context context = {};                ///< how programs scale them
  std::vector<Frequency> frequencies;  ///< the exact frequencies, one for each pair
  Rational origin = 0;
  Rational scale = 1;
  CoordinateSteps coordinate = {};  ///< how programs compute scale·(p + origin), with factors of π
  Expression amplitude = 1;
  std::vector<Rational> phases = {};                ///< radians, one for each pair; empty: all 0
  std::optional<Formula> formula = std::nullopt;    ///< for channels that have no frequency
  std::optional<XposForm> xpos = std::nullopt;      ///< the scale of xPos; nullopt: none
  std::optional<Position> zero_row = std::nullopt;  ///< the position whose row is all zeros
  /// Positions count units of 1/parts.  `origin`, `scale` and `zero_row` are already in these
  /// units, so that the formula of the angle above is exact.
  std::uint64_t parts = 1;

  bool operator==(const Waves&) const = default;
  int pairs() const { return static_cast<int>(frequencies.size()); }
  /// Whether sines and cosines are multiplied by nothing.
  bool of_size_1() const { return amplitude == 1 && !xpos; }
  Rational phase(int pair) const {
    return phases.empty() ? Rational(0) : phases[static_cast<std::size_t>(pair)];
  }
};

/// The layout of a row: which function of the position each channel holds.
struct Chart {
  Waves waves;
  std::vector<Channel> channels;

  bool operator==(const Chart&) const = default;
  std::size_t width() const { return channels.size(); }
  /// Whether every value is an integer.
  bool integral() const { return waves.formula && is_integral(*waves.formula); }
};

/// The value of a channel of divisors or periods.  10³⁰, as in GGUF files, if the frequency is 0.
Expression reciprocal(const Waves& waves, const Channel& channel);
/// Whether it is that of a frequency 0.  Programs then store 10³⁰ or infinity.
bool is_unbounded(const Waves& waves, const Channel& channel);

/// The factor of a pair's sines and cosines at a position: the amplitude, times the scale of xPos.
/// Throws Error if the scale is beyond every format.
Expression amplitude_at(const Waves& waves, const Rational& position, int pair);
/// The scale of xPos at a position alone, as waves of one column a channel.  There must be one.
Chart xpos_scales(const Chart& chart);
/// The waves of a rotation that is applied twice: twice the angle, and the squared amplitude.
Waves applied_twice(Waves waves);

/// The chart of a formula in `columns` columns; in one column if `columns` is 0.  Throws Error if
/// it is negative.
Chart chart_of(Formula formula, int columns);

/// Whether a channel holds 0 for every angle: the column or the row is all zeros.
inline bool is_blank(const Channel& channel, const std::optional<Position>& zero_row,
                     Position position) {
  return channel.function == Function::zero ||
         (!is_frequency(channel.function) && zero_row == position);
}

/// The same chart for positions that count units of 1/parts.  With D = parts this is exact:
///
///   scale·(n/D + o) = scale/D·(n + o·D)
///
/// A chart in these units is returned unchanged.  Throws Error for biases and indices, which need
/// integer positions.
Chart in_parts(Chart chart, std::uint64_t parts);

/// The columns of negated sines, and the same chart with sines in their place: negation is exact in
/// every format.
std::vector<std::size_t> negated_columns(const Chart& chart);
Chart without_signs(Chart chart);

/// The channels of one pair.  One evaluation gives the sine and the cosine of a pair.
struct PairChannels {
  int pair = 0;
  std::vector<std::size_t> sines, cosines;
};
std::vector<PairChannels> by_pair(const Chart& chart);

}  // namespace sextant
