#pragma once

#include <cstddef>
#include <vector>

#include "sextant/encoding/context.hpp"
#include "sextant/encoding/frequency.hpp"

namespace sextant {

/// What a channel holds of its pair: amplitude · sin(angle), amplitude · cos(angle), nothing, or
/// the frequency itself.
enum class Function : unsigned char { sine, cosine, zero, frequency };

struct Channel {
  Function function = Function::zero;
  int pair = 0;

  bool operator==(const Channel&) const = default;
};

/// The angles of an encoding: angle(p, i) = scale·(p + origin)·ω_i, values times `amplitude`.
struct Waves {
  Ladder ladder;                       ///< how programs form the frequencies
  Context context = {};                ///< and what they do to them then
  std::vector<Frequency> frequencies;  ///< what they are, one a pair
  Rational origin = 0;
  Rational scale = 1;
  Expression amplitude = 1;

  bool operator==(const Waves&) const = default;
  int pairs() const { return static_cast<int>(frequencies.size()); }
};

/// An encoding laid out: which function of the position every channel of a row holds.
struct Chart {
  Waves waves;
  std::vector<Channel> channels;

  bool operator==(const Chart&) const = default;
  std::size_t width() const { return channels.size(); }
};

/// The channels of a chart by pair: sines and cosines of a pair come from one evaluation.
struct PairChannels {
  int pair = 0;
  std::vector<std::size_t> sines, cosines;
};
std::vector<PairChannels> by_pair(const Chart& chart);

}  // namespace sextant
