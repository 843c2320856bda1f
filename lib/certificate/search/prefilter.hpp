#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "certificate/arithmetic/number.hpp"
#include "certificate/arithmetic/turns.hpp"

namespace sextant::certificate {

/// Shows for most offsets, with integers only, that D exceeds a threshold.  An offset that it does
/// not rule out may still exceed it.                    reports/derivations/checking.md, (2) to (5)
class Prefilter {
 public:
  Prefilter(Turns& turns, const Fraction& threshold);

  std::size_t pairs() const { return frequencies_.size(); }

  /// Whether D(k) certainly exceeds the threshold; k below 2⁶³.
  bool rules_out(std::uint64_t k) const;

  /// By pair, the largest change of the phase within `half` of a middle offset, in 2⁻⁶⁴ turns: (4)
  /// without the error of the middle's phase.
  std::vector<std::uint64_t> strays(std::uint64_t half) const;

  /// Whether the pairs from `start` on show that D exceeds the threshold at every offset to which
  /// `strays` applies; middle below 2⁶³.
  bool rules_out(std::uint64_t middle, const std::vector<std::uint64_t>& strays,
                 std::size_t start) const;

 private:
  __extension__ typedef unsigned __int128 Wide;
  static constexpr int kCells = 12;  ///< number of bits of u that choose a cell

  /// A lower bound of sin²(πu/2⁶⁴), u ≤ 2⁶³, in units of the sum.                               (3)
  std::uint64_t square_of_sine(std::uint64_t u) const {
    const auto square = static_cast<std::uint64_t>(static_cast<Wide>(u) * u >> 64);
    return static_cast<std::uint64_t>(static_cast<Wide>(square) * ratios_[u >> (63 - kCells)] >>
                                      64);
  }

  std::array<std::uint64_t, (1 << kCells) + 1> ratios_ = {};
  std::vector<std::uint64_t> frequencies_;  ///< 2⁻⁶⁴ turns per position, from the nearest integer
  std::vector<Wide> fine_;                  ///< 2⁻¹²⁸ turns per position, modulo one turn
  std::uint64_t enough_ = 0;                ///< a sum above it exceeds the threshold
};

}  // namespace sextant::certificate
