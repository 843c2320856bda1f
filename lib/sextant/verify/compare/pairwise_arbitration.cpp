#include "sextant/verify/compare/pairwise_arbitration.hpp"

#include <cmath>
#include <tuple>

namespace sextant::verify {
namespace {

/// What is true of the channels of one row, each pair evaluated once and only where it is asked.
class TrueRow {
 public:
  explicit TrueRow(const exact::Oracle& oracle)
      : oracle_(oracle), pairs_(static_cast<std::size_t>(oracle.waves().pairs())) {}

  void begin(Position position) {
    position_ = position;
    for (auto& pair : pairs_) pair.reset();
  }

  exact::ChannelTruth<Position> truth(std::size_t channel) const {
    return {oracle_.waves(), position_, oracle_.chart().channels[channel]};
  }
  exact::Near near(std::size_t channel) {
    const Channel& c = oracle_.chart().channels[channel];
    if (!is_wave(c.function)) return measure::near(truth(channel), oracle_.ball(position_, c));
    auto& pair = pairs_[static_cast<std::size_t>(c.pair)];
    if (!pair) pair = oracle_.pair(position_, c.pair);
    return measure::near(truth(channel), c.function == Function::sine ? pair->sine : pair->cosine);
  }

 private:
  const exact::Oracle& oracle_;
  Position position_ = 0;
  std::vector<std::optional<exact::SineCosine>> pairs_;
};

void keep_most(std::optional<Use>& kept, const Use& use) {
  const double known = kept ? kept->fraction() : -1;
  const bool before =
      kept && std::tie(use.at.row, use.at.channel) < std::tie(kept->at.row, kept->at.channel);
  if (use.fraction() > known || (use.fraction() == known && before)) kept = use;
}

/// Sees rows of two tables side by side.
class Arbiter {
 public:
  Arbiter(const exact::Oracle& oracle, const Positions& positions,
          const AcceptedTolerances* allowed)
      : oracle_(oracle), positions_(positions), allowed_(allowed) {}

  void see(const PairedRows& rows, PairwiseArbitration& result) const {
    const std::vector<double> least = leasts(rows);
    TrueRow truth(oracle_);
    for (std::uint64_t row = rows.first; row < rows.last; ++row) {
      truth.begin(positions_[row]);
      for (std::size_t j = 0; j < rows.columns; ++j) {
        const double his = rows.reference[rows.at(row, j)];
        const double my = rows.mine[rows.at(row, j)];
        if (same_number(his, my)) continue;
        const EntryDifference at{row, positions_[row], j, his, my};
        result.diff.differ(at);
        if (std::isfinite(his) && std::isfinite(my)) compare(at, truth, least, result);
      }
    }
    result.diff.entries += rows.reference.size();
  }

 private:
  /// What both together are allowed at least, by channel; 0 where that is not known.
  std::vector<double> leasts(const PairedRows& rows) const {
    std::vector<double> sums(rows.columns);
    for (std::size_t j = 0; allowed_ != nullptr && j < rows.columns; ++j) {
      const auto his = allowed_->reference.least(rows.first, rows.last, j);
      const auto my = allowed_->mine.least(rows.first, rows.last, j);
      if (his && my) sums[j] = *his + *my;
    }
    return sums;
  }

  void compare(const EntryDifference& at, TrueRow& truth, std::span<const double> least,
               PairwiseArbitration& result) const {
    const exact::Near x = truth.near(at.channel);
    switch (measure::nearer(truth.truth(at.channel), x, at.reference, at.mine)) {
      case measure::Nearer::first:
        ++result.reference_nearer;
        break;
      case measure::Nearer::second:
        ++result.mine_nearer;
        break;
      case measure::Nearer::tie:
        ++result.ties;
        break;
      case measure::Nearer::undecided:
        ++result.undecided;
    }
    if (allowed_ == nullptr) return;
    const double most = result.most ? result.most->fraction() : 0;
    if (std::abs(at.difference()) < most * least[at.channel] * (1 - 0x1p-40)) {
      ++result.bounded;  // and not the largest fraction                        two_sided.md, (9)
      return;
    }
    const auto his = allowed_->reference.at(at.row, at.channel, x);
    const auto my = allowed_->mine.at(at.row, at.channel, x);
    ++(his && my ? result.bounded : result.unbounded);
    if (his && my) keep_most(result.most, {at, *his, *my});
  }

  const exact::Oracle& oracle_;
  const Positions& positions_;
  const AcceptedTolerances* allowed_;
};

}  // namespace

double Use::fraction() const {
  const double allowed = reference + mine;
  return allowed > 0 ? std::abs(at.difference()) / allowed : at.difference() == 0 ? 0.0 : 2.0;
}

void PairwiseArbitration::merge(const PairwiseArbitration& other) {
  diff.merge(other.diff);
  reference_nearer += other.reference_nearer;
  mine_nearer += other.mine_nearer;
  ties += other.ties;
  undecided += other.undecided;
  bounded += other.bounded;
  unbounded += other.unbounded;
  if (other.most) keep_most(most, *other.most);
}

PairwiseArbitration pairwise_arbitration(const Source& reference, const Source& mine,
                                         const exact::Oracle& oracle,
                                         const AcceptedTolerances* allowed,
                                         const Progress& progress) {
  const Arbiter arbiter(oracle, mine.positions, allowed);
  return pairwise<PairwiseArbitration>(
      reference, mine, false,
      [&](const PairedRows& rows, PairwiseArbitration& result) { arbiter.see(rows, result); },
      progress);
}

measure::ErrorSplit split(const EntryDifference& at, const exact::Oracle& oracle) {
  TrueRow row(oracle);
  row.begin(at.position);
  return measure::split(row.near(at.channel), at.reference, at.mine);
}

}  // namespace sextant::verify
