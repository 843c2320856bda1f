#include "sextant/verify/compare/pairwise_arbitration.hpp"

#include <atomic>
#include <cmath>
#include <memory>
#include <tuple>

#include "sextant/measure/prefilter/sweep.hpp"
#include "sextant/number/ulp.hpp"
#include "sextant/verify/accept/acceptance_criterion.hpp"

namespace sextant::verify {
namespace {

/// The true values of one row.  Each pair is evaluated at most once, when its value is first
/// needed.
class TrueRow {
 public:
  TrueRow(const exact::Oracle& oracle, Position position)
      : oracle_(oracle),
        position_(position),
        pairs_(static_cast<std::size_t>(oracle.waves().pairs())) {}

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
  Position position_;
  std::vector<std::optional<exact::SineCosine>> pairs_;
};

/// Replaces `kept` if `next` has a smaller key.
template <class T, class Key>
void keep(std::optional<T>& kept, const T& next, const Key& key) {
  if (!kept || key(next) < key(*kept)) kept = next;
}

auto by_place(const EntryDifference& at) { return std::tuple(at.row, at.channel); }
auto by_size(const EntryDifference& at) {
  return std::tuple(-std::abs(at.difference()), at.position, at.channel, at.row);
}
auto by_fraction(const Use& use) { return std::tuple(-use.fraction(), by_place(use.at)); }

/// Counts an entry that differs.  Without `row`, the truth is not used.
void differ(const EntryDifference& at, TrueRow* row, const Arbiter& by,
            PairwiseArbitration& result) {
  ++result.differing;
  keep(result.first, at, by_place);
  if (!std::isfinite(at.reference) || !std::isfinite(at.mine)) {
    ++result.not_finite;
    return;
  }
  keep(result.largest, at, by_size);
  if (row == nullptr) return;
  const exact::Near x = row->near(at.channel);
  const auto nearer = measure::nearer(row->truth(at.channel), x, at.reference, at.mine);
  ++(nearer == measure::Nearer::first    ? result.reference_nearer
     : nearer == measure::Nearer::second ? result.mine_nearer
     : nearer == measure::Nearer::tie    ? result.ties
                                         : result.undecided);
  if (by.reference == nullptr || by.mine == nullptr) return;
  const auto his = by.reference->at(at.row, at.channel, x);
  const auto my = by.mine->at(at.row, at.channel, x);
  ++(his && my ? result.bounded : result.unbounded);
  if (his && my) keep(result.most, Use{at, *his, *my}, by_fraction);
}

}  // namespace

double Use::fraction() const {
  const double allowed = reference + mine;
  return allowed > 0 ? std::abs(at.difference()) / allowed : at.difference() == 0 ? 0.0 : 2.0;
}

void PairwiseArbitration::merge(const PairwiseArbitration& other) {
  for (const auto count : {&PairwiseArbitration::entries, &PairwiseArbitration::differing,
                           &PairwiseArbitration::not_finite, &PairwiseArbitration::reference_nearer,
                           &PairwiseArbitration::mine_nearer, &PairwiseArbitration::ties,
                           &PairwiseArbitration::undecided, &PairwiseArbitration::bounded,
                           &PairwiseArbitration::unbounded})
    this->*count += other.*count;
  if (other.largest) keep(largest, *other.largest, by_size);
  if (other.first) keep(first, *other.first, by_place);
  if (other.most) keep(most, *other.most, by_fraction);
}

AcceptedTolerance accepted_tolerance(const Verdict& verdict, const exact::Oracle& oracle,
                                     const Positions& positions) {
  const Format format = verdict.format;
  if (!verdict.accepted_by) {
    const bool correct = verdict.grade == Grade::correctly_rounded;
    const double ulps = correct ? 0.5 : 1;
    return {(correct ? "half an ulp of " : "an ulp of ") + format.name(),
            [=](std::uint64_t, std::size_t, const exact::Near& x) {
              // An upper bound of |x|. It has the same ulp, except just below a power of two.
              const double size =
                  std::nextafter(std::abs(x.high) + std::abs(x.low) + x.radius, HUGE_VAL);
              return std::ldexp(ulps, ulp_exponent(format, size));
            }};
  }
  const Acceptance& by = *verdict.accepted_by;
  const recipe::ComputeFormats formats{
      .compute = by.computed_in, .store = format, .library = &recipe::library(by.library)};
  std::shared_ptr<recipe::Recipe> recipe =
      recipe::make(by.recipe, oracle.chart(), formats, positions);
  return {by.recipe + " computed in " + by.computed_in.name() + " with " + std::string(by.library) +
              (format != by.computed_in ? ", stored in " + format.name() : ""),
          [recipe = std::move(recipe), measures = measures_of(oracle), &oracle, positions](
              std::uint64_t row, std::size_t channel, const exact::Near&) -> std::optional<double> {
            const double bound = recipe->bound(row, channel);
            const auto criterion =
                acceptance_criterion(oracle.chart().channels[channel].function, bound,
                                     size_at(measures[channel], oracle, channel, positions[row]));
            return criterion == AcceptanceCriterion::bound ? std::optional(bound) : std::nullopt;
          }};
}

PairwiseArbitration pairwise_arbitration(const Source& reference, const Source& mine,
                                         const Arbiter& by, const Progress& progress,
                                         bool in_order) {
  std::atomic<std::uint64_t> done = 0;
  const auto block = [&](std::uint64_t first, std::uint64_t last, PairwiseArbitration& result) {
    std::vector<double> his((last - first) * reference.columns), my(his.size());
    reference.read(first, last - first, his);
    mine.read(first, last - first, my);
    result.entries += my.size();
    std::optional<TrueRow> truth;
    for (std::size_t k = 0; k < my.size(); ++k) {
      const std::uint64_t row = first + k / mine.columns;
      if (k % mine.columns == 0) truth.reset();
      if (same_number(his[k], my[k])) continue;
      const Position position = mine.positions[row];
      if (!truth && by.oracle != nullptr) truth.emplace(*by.oracle, position);
      differ({row, position, k % mine.columns, his[k], my[k]}, truth ? &*truth : nullptr, by,
             result);
    }
    done += last - first;
    report(progress, done, mine.rows);
  };
  if (!in_order) return measure::sweep<PairwiseArbitration>(mine.rows, mine.block(), block);
  PairwiseArbitration result;
  for (std::uint64_t first = 0; first < mine.rows; first += mine.block())
    block(first, std::min(first + mine.block(), mine.rows), result);
  return result;
}

measure::ErrorSplit split(const EntryDifference& at, const exact::Oracle& oracle) {
  return measure::split(TrueRow(oracle, at.position).near(at.channel), at.reference, at.mine);
}

}  // namespace sextant::verify
