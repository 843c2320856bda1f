#include "sextant/conformance/hard_cases.hpp"

#include <bit>
#include <cmath>
#include <set>
#include <utility>

#include "sextant/conformance/draw.hpp"
#include "sextant/measure/entry/boundary.hpp"
#include "sextant/measure/entry/nearest_places.hpp"
#include "sextant/measure/prefilter/sweep.hpp"

namespace sextant::conformance {
namespace {

using measure::HardPlace;
using measure::NearestPlaces;

constexpr std::size_t kTies = 256, kNumbers = 64, kZeros = 64;
constexpr std::uint64_t kEntriesAtOnce = 4096;

struct Found {
  NearestPlaces ties{kTies}, numbers{kNumbers}, zeros{kZeros};

  void merge(const Found& other) {
    const auto add = [](const NearestPlaces& from, NearestPlaces& to) {
      for (const HardPlace& place : from.sorted()) to.add(place);
    };
    add(other.ties, ties), add(other.numbers, numbers), add(other.zeros, zeros);
  }
};

/// Entries of a chart by number: the searched ones, or all.
class Search {
 public:
  Search(const TestRequest& request, const exact::Oracle& oracle, std::uint64_t searched)
      : request_(request), oracle_(oracle) {
    const std::uint64_t rows = request.positions.count;
    all_ = rows <= searched / width();
    entries_ = all_ ? rows * width() : searched;
  }

  Found run() const {
    return measure::sweep<Found>(entries_, kEntriesAtOnce,
                                 [&](std::uint64_t first, std::uint64_t last, Found& found) {
                                   for (std::uint64_t k = first; k < last; ++k) visit(k, found);
                                 });
  }

 private:
  std::size_t width() const { return oracle_.chart().width(); }

  void visit(std::uint64_t k, Found& found) const {
    const std::uint64_t row =
        all_ ? k / width() : below(request_.positions.count, drawn(request_.seed, 2 * k));
    const std::uint64_t j = all_ ? k % width() : below(width(), drawn(request_.seed, 2 * k + 1));
    const Position position = request_.positions[row];
    const Channel& channel = oracle_.chart().channels[j];
    const exact::Ball ball = oracle_.ball(position, channel);
    const auto at = [&](std::uint64_t units) {
      return HardPlace{units, position, static_cast<int>(j)};
    };
    const bool plain = is_wave(channel.function) && oracle_.waves().of_size_1();
    const auto x = plain ? measure::Leading::of_wave(ball) : measure::Leading::of(ball);
    if (!x) return;                 // known by algebra, or 0
    if (is_wave(channel.function))  // magnitudes are ordered as their patterns
      found.zeros.add(at(std::bit_cast<std::uint64_t>(std::abs(exact::near(ball).high))));
    const auto distance = measure::Distance::of(*x, request_.format);
    if (!distance) return;
    if (distance->kind == measure::Boundary::midpoint) found.ties.add(at(distance->units));
    if (distance->kind == measure::Boundary::number) found.numbers.add(at(distance->units));
  }

  const TestRequest& request_;
  const exact::Oracle& oracle_;
  bool all_ = false;
  std::uint64_t entries_ = 0;
};

/// Distinct cases in the order of their addition.
class Collection {
 public:
  explicit Collection(const Positions& positions) : positions_(positions) {}

  void add(std::uint64_t row, std::size_t channel) {
    if (seen_.emplace(row, channel).second) cases_.push_back({row, positions_[row], channel});
  }
  void add(const NearestPlaces& found) {
    for (const HardPlace& place : found.sorted()) {
      if (const auto row = row_of(place.position))
        add(*row, static_cast<std::size_t>(place.channel));
    }
  }
  /// The row of a position; nullopt if there is none.
  std::optional<std::uint64_t> row_of(Position position) const {
    const Position ahead = position - positions_.first;
    if (ahead % positions_.step != 0 || ahead / positions_.step < 0) return std::nullopt;
    if (ahead / positions_.step >= static_cast<Position>(positions_.count)) return std::nullopt;
    return static_cast<std::uint64_t>(ahead / positions_.step);
  }

  std::vector<Case> take() { return std::move(cases_); }

 private:
  const Positions& positions_;
  std::set<std::pair<std::uint64_t, std::size_t>> seen_;
  std::vector<Case> cases_;
};

/// The first and last rows, in the first, middle and last channels.
void add_ends(const Positions& positions, std::size_t width, Collection& cases) {
  constexpr std::uint64_t kEnds = 3;
  std::set<std::size_t> channels;
  for (const std::size_t j :
       {std::size_t{0}, std::size_t{1}, width / 2 - 1, width / 2, width - 2, width - 1}) {
    if (j < width) channels.insert(j);
  }
  for (std::uint64_t k = 0; k < std::min(kEnds, positions.count); ++k) {
    for (const std::size_t j : channels) cases.add(k, j), cases.add(positions.count - 1 - k, j);
  }
}

/// Next to powers of two, in the first and last channels and in one between.
void add_powers(const TestRequest& request, std::size_t width, Collection& cases) {
  const auto whole = static_cast<Position>(request.positions.parts);
  for (int exponent = 0; exponent <= 63; ++exponent) {
    for (const Position p : {-(Position{1} << exponent), Position{1} << exponent}) {
      for (const int aside : {-1, 0, 1}) {
        const auto row = cases.row_of((p + aside) * whole);
        if (!row) continue;
        const std::uint64_t between = drawn(request.seed ^ *row, 0);
        for (const std::size_t j : {std::size_t{0}, width - 1, below(width, between)})
          cases.add(*row, j);
      }
    }
  }
}

}  // namespace

std::vector<Case> hard_cases(const TestRequest& request, const exact::Oracle& oracle,
                             std::uint64_t searched) {
  const Found found = Search(request, oracle, searched).run();
  Collection cases(request.positions);
  cases.add(found.ties);
  cases.add(found.numbers);
  cases.add(found.zeros);
  add_ends(request.positions, oracle.chart().width(), cases);
  add_powers(request, oracle.chart().width(), cases);
  return cases.take();
}

}  // namespace sextant::conformance
