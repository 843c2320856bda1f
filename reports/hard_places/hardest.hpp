#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "hard_places/boundary.hpp"
#include "sextant/encoding/position.hpp"

namespace sextant::hard_places {

inline constexpr std::array kFormats = {kFloat16, kBfloat16, kFloat32, kFloat64};

struct Place {
  std::uint64_t units = 0;  ///< of Distance
  Position position = 0;
  int channel = 0;

  auto operator<=>(const Place&) const = default;
};

/// The `keep` nearest places of one format and kind, ties by position and channel.
class Nearest {
 public:
  explicit Nearest(std::size_t keep) : keep_(keep) {}

  /// No place further away than this is wanted: at most half an ulp.
  std::uint64_t limit() const { return limit_; }

  void add(const Place& place) {
    if (place.units > limit_) return;
    heap_.push_back(place);
    std::push_heap(heap_.begin(), heap_.end());
    if (heap_.size() > keep_) {
      std::pop_heap(heap_.begin(), heap_.end());
      heap_.pop_back();
    }
    if (heap_.size() == keep_) limit_ = heap_.front().units;
  }

  std::vector<Place> sorted() const {
    std::vector<Place> places = heap_;
    std::sort(places.begin(), places.end());
    return places;
  }

 private:
  std::size_t keep_;
  std::uint64_t limit_ = std::uint64_t{1} << 63;
  std::vector<Place> heap_;
};

/// Those of every format and kind.
struct Hardest {
  std::vector<Nearest> lists;
  /// Of the midpoints and numbers of a format, the larger one.
  std::array<std::uint64_t, kFormats.size()> limits;

  explicit Hardest(std::size_t keep) : lists(kFormats.size() * kKinds, Nearest(keep)) {
    limits.fill(lists[0].limit());
  }
  Nearest& of(std::size_t format, Kind kind) {
    return lists[format * kKinds + static_cast<std::size_t>(kind)];
  }
  void add(std::size_t format, Kind kind, const Place& place) {
    of(format, kind).add(place);
    limits[format] = std::max(of(format, Kind::midpoint).limit(), of(format, Kind::number).limit());
  }
  void add(const Hardest& other) {
    for (std::size_t i = 0; i < lists.size(); ++i) {
      for (const Place& place : other.lists[i].sorted())
        add(i / kKinds, static_cast<Kind>(i % kKinds), place);
    }
  }
};

}  // namespace sextant::hard_places
