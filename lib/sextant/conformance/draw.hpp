#pragma once

#include <cstdint>

#include "sextant/number/number.hpp"

namespace sextant::conformance {

/// Maps neighbouring numbers to unlike ones: the last step of SplitMix64 (Steele, Lea & Flood
/// 2014).
constexpr std::uint64_t scattered(std::uint64_t z) {
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

/// The k-th number of a seed, the same on every machine.  It is computed from k, so no state is
/// kept.
constexpr std::uint64_t drawn(std::uint64_t seed, std::uint64_t k) {
  return scattered(scattered(seed + 0x9e3779b97f4a7c15) + k * 0x9e3779b97f4a7c15);
}

/// Maps a drawn number to 0 … count − 1.
constexpr std::uint64_t below(std::uint64_t count, std::uint64_t number) {
  return static_cast<std::uint64_t>((Bits{number} * count) >> 64);
}

}  // namespace sextant::conformance
