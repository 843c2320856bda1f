#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <vector>

#include "sextant/encoding/position/position.hpp"

namespace sextant::measure {

/// A place, and the distance of the true value from a boundary.
struct HardPlace {
  std::uint64_t units = 0;  ///< of Distance, or any monotone in it
  Position position = 0;
  int channel = 0;

  auto operator<=>(const HardPlace&) const = default;
};

/// Keeps the `keep` nearest places; equal distances are ordered by position and channel.
class NearestPlaces {
 public:
  explicit NearestPlaces(std::size_t keep) : keep_(keep) {}

  /// The largest distance that is still kept; at first half an ulp of a Distance.
  std::uint64_t limit() const { return limit_; }

  void add(const HardPlace& place) {
    if (place.units > limit_) return;
    heap_.push_back(place);
    std::push_heap(heap_.begin(), heap_.end());
    if (heap_.size() > keep_) {
      std::pop_heap(heap_.begin(), heap_.end());
      heap_.pop_back();
    }
    if (heap_.size() == keep_) limit_ = heap_.front().units;
  }

  std::vector<HardPlace> sorted() const {
    std::vector<HardPlace> places = heap_;
    std::sort(places.begin(), places.end());
    return places;
  }

 private:
  std::size_t keep_;
  std::uint64_t limit_ = std::uint64_t{1} << 63;
  std::vector<HardPlace> heap_;
};

}  // namespace sextant::measure
