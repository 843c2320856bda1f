#include "sextant/exact/table/rotations.hpp"

#include <algorithm>

#include "sextant/exact/table/environment.hpp"

namespace sextant::exact {
namespace {

constexpr std::uint64_t kFewRows = 8;  // with fewer rows, rotations about an anchor are slower
constexpr int kFactorBits = 127;       // a factor's mantissa is below 2¹²⁷
constexpr int kLeastPower = 64;

std::size_t half_of(std::uint64_t rows) {
  std::size_t half = kMostHalf;
  while (2 * half > rows) half /= 2;
  return half;
}

}  // namespace

Rotations::Rotations(const Oracle& oracle, const Positions& positions, const Kernel& kernel,
                     ColumnPattern pattern, std::size_t pairs)
    : kernel_(kernel), part_(oracle.amplitude()) {
  if (positions.listed || positions.float32 || positions.count < kFewRows ||
      kernel_.shape == nullptr)
    return;
  if (oracle.waves().amplitude == 0 || oracle.waves().xpos) return;
  if (part_) {
    const int power = part_->exponent + kFactorBits;  // |A| < 2^power
    if (power > kMostScale || power < -kLeastPower) return;
    scale_ = std::max(power, 0);
    part_->exponent -= scale_;
  }
  half_ = half_of(positions.count);
  half_steps_ = oracle.frequencies().turns(Rational(positions.step, 2));
  half_steps_.resize(pairs);
  const Shape shape = kernel_.shape(pattern);
  const std::size_t most = kMostTiles * shape.tile;
  for (std::size_t pair = 0; pair < half_steps_.size(); pair += most) {
    const std::size_t count = std::min(most, half_steps_.size() - pair);
    panels_.emplace_back(kernel_, shape, pair, std::span(half_steps_).subspan(pair, count), half_,
                         positions.count > run(), scale_);
  }
}

void Rotations::place(const Oracle& oracle, Position first, const Panel& panel,
                      Points& anchors) const {
  const Environment environment;
  std::vector<Turn> turns(panel.slots());
  for (std::size_t slot = 0; slot < turns.size(); ++slot) {
    const std::size_t pair = panel.first() + panel.pair(slot);
    turns[slot] = oracle.turn(first, static_cast<int>(pair)) +
                  static_cast<Position>(2 * half_ - 1) * half_steps_[pair];
  }
  anchors.set(kernel_, turns, part_);
}

void Rotations::advance(const Oracle& oracle, Position first, const Panel& panel,
                        Points& anchors) const {
  const Environment environment;
  if (kernel_.fused) {
    anchors.advance(kernel_, panel.block_turn());
  } else {
    place(oracle, first, panel, anchors);
  }
}

Sequence::Sequence(const Rotations& rotations, const Oracle& oracle, const Positions& positions,
                   std::uint64_t row)
    : rotations_(rotations), oracle_(oracle), positions_(positions), row_(row) {
  for (const Panel& panel : rotations.panels()) {
    anchors_.emplace_back(panel.slots());
    packed_.emplace_back(panel.doubles());
    place(anchors_.size() - 1);
  }
}

void Sequence::place(std::size_t index) {
  const Panel& panel = rotations_.panels()[index];
  Points& anchors = anchors_[index];
  if (moved_ == 0) {
    rotations_.place(oracle_, positions_[row_], panel, anchors);
  } else {
    rotations_.advance(oracle_, positions_[row_], panel, anchors);
  }
  anchors.pack(rotations_.kernel(), 0, packed_[index].data());
}

Angles Sequence::angles(std::size_t panel) const {
  return rotations_.panels()[panel].angles(packed_[panel].data());
}

void Sequence::advance() {
  row_ += rotations_.block();
  moved_ = (moved_ + 1) % kLongestRun;
  for (std::size_t panel = 0; panel < anchors_.size(); ++panel) place(panel);
}

}  // namespace sextant::exact
