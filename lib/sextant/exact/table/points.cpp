#include "sextant/exact/table/points.hpp"

#include <cmath>

#include "sextant/exact/angle/arc.hpp"
#include "sextant/exact/angle/fine.hpp"

namespace sextant::exact {
namespace {

/// The midpoints of balls, of magnitude at most about 1, as two doubles each.  Each double is the
/// nearest to the remainder; the error is at most 2⁻¹⁰⁷.                             table.md, (14)
Points::Point nearest_two(const SineCosine& values) {
  Points::Point point{};
  std::size_t i = 0;
  for (const Ball& ball : {values.sine, values.cosine}) {
    const auto high = static_cast<double>(ball.mid);
    const auto low = static_cast<double>(ball.mid - static_cast<Ordinal>(high));
    point[i++] = std::ldexp(high, ball.exponent);
    point[i++] = std::ldexp(low, ball.exponent);
  }
  return point;
}

std::array<Points::Point, kPoints> nearest_points() {
  const PointTable& table = PointTable::instance();
  std::array<Points::Point, kPoints> points;
  for (std::size_t k = 0; k < kPoints; ++k)
    points[k] = nearest_two({{table.sine(k), 0, -126}, {table.cosine(k), 0, -126}});
  return points;
}

}  // namespace

void Points::put(std::size_t slot, const Point& point) {
  for (std::size_t run = 0; run < point.size(); ++run) runs_[run * slots_ + slot] = point[run];
}

void Points::set(const Kernel& kernel, std::span<const Turn> turns,
                 const std::optional<Factor>& factor) {
  if (!kernel.fused) {
    for (std::size_t slot = 0; slot < slots_; ++slot) {
      SineCosine values = fine_sine_cosine(turns[slot]);
      if (factor) values = {values.sine * *factor, values.cosine * *factor};
      put(slot, nearest_two(values));
    }
    return;
  }
  // The nearest point of the table, rotated by the rest of the turn.                 table.md, (13)
  static const std::array<Point, kPoints> nearest = nearest_points();
  constexpr int shift = 64 - kIndexBits;
  Points rotation(slots_);
  for (std::size_t slot = 0; slot < slots_; ++slot) {
    const Turn& turn = turns[slot];
    const std::uint64_t index = (turn.high + (std::uint64_t{1} << (shift - 1))) >> shift;
    put(slot, nearest[index % kPoints]);
    const auto rest = static_cast<std::int64_t>(turn.high - (index << shift));
    const auto below = static_cast<std::int64_t>(turn.middle >> 11);  // 53 bits: exact
    rotation.runs_[slot] = static_cast<double>(rest);
    rotation.runs_[slots_ + slot] = static_cast<double>(below) * 0x1p-53;
  }
  kernel.arcs(rotation.runs_.data(), slots_);
  advance(kernel, rotation);
  if (!factor) return;
  const Point by = nearest_two({{}, Ball{Ordinal{1} << 126, 0, -126} * *factor});
  for (std::size_t slot = 0; slot < slots_; ++slot) rotation.put(slot, by);
  advance(kernel, rotation);
}

void Points::advance(const Kernel& kernel, const Points& by) {
  kernel.advance(runs_.data(), by.runs_.data(), slots_);
}

void Points::pack(const Kernel& kernel, int scale, double* packed) const {
  kernel.pack(runs_.data(), slots_, scale, packed);
}

}  // namespace sextant::exact
