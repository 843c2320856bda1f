#include "sextant/vectors/places.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "sextant/exact/oracle.hpp"
#include "sextant/verify/accept/acceptance_criterion.hpp"
#include "sextant/verify/accept/bounds_check.hpp"

namespace sextant::vectors {
namespace {

/// The number of channels of a landmark, and its first two; the channels, and the frequencies, in
/// which a candidate is searched.
constexpr std::size_t kChannels = 2, kFirst = 8, kGrid = 32, kFrequencies = 32;

/// Places without duplicates: a place chosen twice has the flags of both.
class Choice {
 public:
  void add(TestPlace place) {
    auto [at, fresh] = places_.try_emplace({place.position, place.channel}, place);
    if (fresh) return;
    TestPlace& known = at->second;
    if (known.comment.find(place.comment) == std::string::npos)
      known.comment += "; " + place.comment;
    known.flags.insert(known.flags.end(), place.flags.begin(), place.flags.end());
    if (place.tie) known.tie = place.tie;
  }
  std::vector<TestPlace> take() {
    std::vector<TestPlace> all;
    for (auto& [where, place] : places_) all.push_back(std::move(place));
    return all;
  }

 private:
  std::map<std::pair<Position, std::size_t>, TestPlace> places_;
};

/// `count` channels from the first to the last at nearly even steps.  Their parities alternate, so
/// that sines and cosines of interleaved columns take turns.
std::vector<std::size_t> spread(std::size_t width, std::size_t count) {
  std::set<std::size_t> channels;
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t at = (width - 1) * k / (count - 1);
    channels.insert(std::min(width - 1, at ^ (k & 1)));
  }
  return {channels.begin(), channels.end()};
}

/// 2^24 + 1 for a number next to a power of two; else the number.
std::string spelled(Position p) {
  for (int k = 3; k < 63; ++k) {
    const Position power = Position{1} << k;
    if (p == power) return "2^" + std::to_string(k);
    if (p == power - 1) return "2^" + std::to_string(k) + " - 1";
    if (p == power + 1) return "2^" + std::to_string(k) + " + 1";
  }
  return to_text(p);
}

void add_landmarks(const Subject& subject, const Chart& chart, Choice& choice) {
  const std::vector<std::size_t> columns = spread(chart.width(), 2 * kFirst);
  const std::vector<Position> positions = landmarks(subject);
  for (std::size_t k = 0; k < positions.size(); ++k) {
    const std::size_t count = std::min(positions[k] <= 1 ? kFirst : kChannels, columns.size());
    const std::size_t step = columns.size() / count;
    for (std::size_t i = 0; i < count; ++i) {
      choice.add({positions[k],
                  columns[(k + i * step) % columns.size()],
                  "position " + spelled(positions[k]),
                  {},
                  {}});
    }
  }
}

/// Among the places where a candidate gives another number: the one with the largest error, and
/// the first position where the error exceeds every bound.
void add_candidate(const FaultCandidate& candidate, const exact::Oracle& truth,
                   const std::vector<Position>& grid, Choice& choice) {
  const auto& channels = truth.chart().channels;
  std::optional<TestPlace> most, first;
  double furthest = 0;
  for (const Position p : grid) {
    for (const std::size_t j : spread(channels.size(), kGrid)) {
      const auto wrong = candidate.about(p, j);
      const double right = exact::near(truth.ball(p, channels[j])).high;
      const double off = wrong ? std::abs(*wrong - right) : 0;
      if (off > furthest) most = TestPlace{p, j, candidate.flag + " is furthest off", {}, {}};
      furthest = std::max(furthest, off);
      if (!first && off > verify::kVacuous)
        first = TestPlace{p, j, candidate.flag + " shows early", {}, {}};
    }
  }
  if (most) choice.add(*most);
  if (first) choice.add(*first);
}

}  // namespace

std::vector<Position> landmarks(const Subject& subject) {
  std::set<Position> all = {0, 1, 2, 3, 1000000};
  for (const int k : {8, 11, 12, 16, 17, 20, 24, 31}) {
    for (const int beside : {-1, 0, 1}) all.insert((Position{1} << k) + beside);
  }
  const auto* rotary = std::get_if<Rotary>(&subject.encoding);
  const Rational trained = rotary != nullptr ? rotary->context.original : Rational(0);
  for (const Position end : {subject.positions, is_integer(trained) ? to_position(trained) : 0}) {
    for (const int beside : {-1, 0, 1})
      if (end > 0) all.insert(end + beside);
  }
  return {all.begin(), all.end()};
}

std::vector<TestPlace> places(const Subject& subject, const Chart& chart,
                              const FaultCandidates& fault_candidates, std::uint64_t searched) {
  Choice choice;
  if (one_row(subject.part)) {
    const std::size_t step = std::max<std::size_t>(1, chart.width() / kFrequencies);
    for (std::size_t j = 0; j < chart.width(); j += step)
      choice.add({0, j, "of pair " + std::to_string(j), {}, {}});
    return choice.take();
  }
  add_landmarks(subject, chart, choice);
  if (is_wave(chart.channels.front().function)) {
    for (TestPlace& place : near_ties(chart, searched)) choice.add(std::move(place));
  }
  const exact::Oracle truth(chart);
  for (const auto& candidate : fault_candidates)
    add_candidate(*candidate, truth, landmarks(subject), choice);
  return choice.take();
}

}  // namespace sextant::vectors
