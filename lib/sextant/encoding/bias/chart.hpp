#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "sextant/encoding/bias/formula.hpp"
#include "sextant/encoding/frequency/context.hpp"
#include "sextant/encoding/frequency/frequency.hpp"
#include "sextant/encoding/position/position.hpp"

namespace sextant {

/// What a channel holds of its pair:
///
///   sine, cosine  amplitude · sin(angle), amplitude · cos(angle)
///   zero          nothing
///   frequency     ω itself
///   slope         ω too, where it is what a bias multiplies positions by
///   proportional  the angle, scale·(p + origin)·ω
///   distance      the same of a magnitude, scale·|p + origin|·ω
///   formula       the value of `Waves::formula` at p + origin and the column `pair`, relative
///                 positions times scale
enum class Function : unsigned char {
  sine,
  cosine,
  zero,
  frequency,
  slope,
  proportional,
  distance,
  formula
};

constexpr bool is_wave(Function f) { return f == Function::sine || f == Function::cosine; }
constexpr bool is_frequency(Function f) { return f == Function::frequency || f == Function::slope; }

struct Channel {
  Function function = Function::zero;
  int pair = 0;

  bool operator==(const Channel&) const = default;
};

/// The angles of an encoding: angle(p, i) = scale·(p + origin)·ω_i + phase_i, values times
/// `amplitude`.
struct Waves {
  GeometricFrequencies geometric;      ///< how programs form the frequencies
  Context context = {};                ///< and what they do to them then
  std::vector<Frequency> frequencies;  ///< what they are, one a pair
  Rational origin = 0;
  Rational scale = 1;
  Expression amplitude = 1;
  std::vector<Rational> phases = {};  ///< radians, one a pair; empty: none, as encodings have it
  std::optional<Formula> formula = std::nullopt;    ///< for channels that have no frequency
  std::optional<Position> zero_row = std::nullopt;  ///< the position whose row is all zeros
  /// Positions count parts of 1/parts of one: `origin`, `scale` and `zero_row` have that in them
  /// already, so that the angle is what it says above, exactly.
  std::uint64_t parts = 1;

  bool operator==(const Waves&) const = default;
  int pairs() const { return static_cast<int>(frequencies.size()); }
  Rational phase(int pair) const {
    return phases.empty() ? Rational(0) : phases[static_cast<std::size_t>(pair)];
  }
};

/// An encoding laid out: which function of the position every channel of a row holds.
struct Chart {
  Waves waves;
  std::vector<Channel> channels;

  bool operator==(const Chart&) const = default;
  std::size_t width() const { return channels.size(); }
  /// Whether every value is an integer.
  bool integral() const { return waves.formula && is_integral(*waves.formula); }
};

/// A formula in `columns` columns, and in one where that is 0.  Throws Error for negative ones.
Chart chart_of(Formula formula, int columns);

/// Whether a channel holds 0 whatever the angle: the column is all zeros, or the row is.
inline bool is_blank(const Channel& channel, const std::optional<Position>& zero_row,
                     Position position) {
  return channel.function == Function::zero ||
         (!is_frequency(channel.function) && zero_row == position);
}

/// The same chart where positions count parts of 1/parts of one: scale·(n/D + o) is
/// scale/D·(n + o·D), exactly.  A chart already counted so stays as it is.  Throws Error
/// for biases and indices, which are of integers.
Chart in_parts(Chart chart, std::uint64_t parts);

/// The channels of a chart by pair: sines and cosines of a pair come from one evaluation.
struct PairChannels {
  int pair = 0;
  std::vector<std::size_t> sines, cosines;
};
std::vector<PairChannels> by_pair(const Chart& chart);

}  // namespace sextant
