#include "sextant/exact/table/rotations.hpp"

#include <algorithm>

#include "sextant/exact/table/bounds.hpp"
#include "sextant/exact/table/environment.hpp"
#include "sextant/number/format.hpp"

namespace sextant::exact {
namespace {

constexpr std::uint64_t kFewRows = 8;  // rotations about an anchor do not pay

std::size_t half_of(std::uint64_t rows) {
  std::size_t half = kMostHalf;
  while (2 * half > rows) half /= 2;
  return half;
}

}  // namespace

Rotations::Rotations(const Oracle& oracle, const Positions& positions)
    : oracle_(oracle), positions_(positions), kernel_(kernel(kFloat32.precision)) {
  if (positions.listed || positions.count < kFewRows || kernel_.shape == nullptr) return;
  half_ = half_of(positions.count);
  half_steps_ = oracle.frequencies().turns(Rational(positions.step, 2));
  const Shape shape = kernel_.shape(Weave::apart);
  const std::size_t most = kMostTiles * shape.tile;
  for (std::size_t pair = 0; pair < half_steps_.size(); pair += most) {
    const std::size_t count = std::min(most, half_steps_.size() - pair);
    panels_.emplace_back(kernel_, shape, pair, std::span(half_steps_).subspan(pair, count), half_,
                         false);
  }
}

std::size_t Rotations::slots() const {
  return panels_.empty() ? 0 : panels_.back().first() + panels_.back().slots();
}

Rotations::Run::Run(const Rotations& rotations, std::uint64_t row)
    : rotations_(rotations), row_(row) {
  for (const Panel& panel : rotations.panels_) {
    anchors_.emplace_back(panel.slots());
    packed_.emplace_back(panel.doubles());
    place(anchors_.size() - 1, true);
  }
}

void Rotations::Run::place(std::size_t index, bool anew) {
  const Rotations& all = rotations_;
  const Panel& panel = all.panels_[index];
  Points& anchors = anchors_[index];
  if (anew) {
    for (std::size_t slot = 0; slot < panel.slots(); ++slot) {
      const std::size_t pair = panel.first() + panel.pair(slot);
      anchors.set(slot, all.oracle_.turn(all.positions_[row_], static_cast<int>(pair)) +
                            static_cast<Position>(2 * all.half_ - 1) * all.half_steps_[pair]);
    }
  } else {
    anchors.advance(all.kernel_, panel.block_turn());
  }
  anchors.pack(all.kernel_, packed_[index].data());
}

Angles Rotations::Run::angles(std::size_t panel) const {
  return rotations_.panels_[panel].angles(packed_[panel].data());
}

/// Anchors move from block to block.                                                  table.md, (8)
void Rotations::Run::advance() {
  row_ += rotations_.block();
  const bool anew = !rotations_.kernel_.fused || ++moved_ == kLongestRun;
  if (anew) moved_ = 0;
  for (std::size_t panel = 0; panel < anchors_.size(); ++panel) place(panel, anew);
}

}  // namespace sextant::exact
