#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "sextant/measure/entry/boundary.hpp"
#include "sextant/measure/entry/nearest_places.hpp"

namespace sextant::hard_places {

using measure::Boundary;
using measure::HardPlace;
using measure::kBoundaries;
using measure::NearestPlaces;

inline constexpr std::array kFormats = {kFloat16, kBfloat16, kFloat32, kFloat64};

/// Those of every format and kind.
struct Hardest {
  std::vector<NearestPlaces> lists;
  /// Of the midpoints and numbers of a format, the larger one.
  std::array<std::uint64_t, kFormats.size()> limits;

  explicit Hardest(std::size_t keep) : lists(kFormats.size() * kBoundaries, NearestPlaces(keep)) {
    limits.fill(lists[0].limit());
  }
  NearestPlaces& of(std::size_t format, Boundary kind) {
    return lists[format * kBoundaries + static_cast<std::size_t>(kind)];
  }
  void add(std::size_t format, Boundary kind, const HardPlace& place) {
    of(format, kind).add(place);
    limits[format] =
        std::max(of(format, Boundary::midpoint).limit(), of(format, Boundary::number).limit());
  }
  void add(const Hardest& other) {
    for (std::size_t i = 0; i < lists.size(); ++i) {
      for (const HardPlace& place : other.lists[i].sorted())
        add(i / kBoundaries, static_cast<Boundary>(i % kBoundaries), place);
    }
  }
};

}  // namespace sextant::hard_places
