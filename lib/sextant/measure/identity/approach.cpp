#include "sextant/measure/identity/approach.hpp"

#include <algorithm>
#include <array>
#include <random>
#include <set>

#include "sextant/exact/angle/ball.hpp"
#include "sextant/measure/identity/circle.hpp"
#include "sextant/measure/identity/composition.hpp"
#include "sextant/measure/identity/difference.hpp"
#include "sextant/measure/identity/dot.hpp"
#include "sextant/recipe/bound/arithmetic.hpp"

namespace sextant::measure {
namespace {

constexpr std::array<Position, 3> kOffsets = {1, 16, 256};
constexpr int kSequentialBits = 10;
constexpr std::uint64_t kLongest = 1024;  // compositions

std::vector<Position> positions_of(const Attempt& attempt, bool sequential) {
  std::mt19937_64 random(attempt.seed);
  const int bits = sequential ? std::min(attempt.bits, kSequentialBits) : attempt.bits;
  std::set<Position> found = {1, 2, 3};
  for (int i = 0; i < attempt.count; ++i) {
    const auto width = static_cast<int>(random() % static_cast<std::uint64_t>(bits));
    const std::uint64_t top = std::uint64_t{1} << width;
    found.insert(static_cast<Position>(top | (random() & (top - 1))));
  }
  return {found.begin(), found.end()};
}

/// The positions, those at every offset before and after them, and the offsets.
std::vector<Position> with_offsets(const std::vector<Position>& positions) {
  std::set<Position> found(kOffsets.begin(), kOffsets.end());
  for (const Position p : positions) {
    found.insert(p);
    for (const Position k : kOffsets) {
      found.insert(p + k);
      if (p >= k) found.insert(p - k);
    }
  }
  return {found.begin(), found.end()};
}

/// The formats in which programs add numbers stored in `store`.
std::vector<Format> arithmetics(const Format& store) {
  if (store.storage_bits == 16) return {store, kFloat32};
  return {store};
}

class Search {
 public:
  Search(const exact::Oracle& oracle, const std::string& recipe,
         const recipe::ComputeFormats& formats, const Attempt& attempt)
      : oracle_(oracle),
        pairs_(by_pair(oracle.chart())),
        positions_(positions_of(attempt, recipe::entry(recipe).sequential)),
        fixture_(oracle, recipe, formats, with_offsets(positions_)),
        store_(formats.store),
        narrows_(formats.store != recipe::computes_in(recipe, formats)),
        of_library_(recipe::entry(recipe).of_library) {
    std::erase_if(pairs_, [](const PairChannels& pair) {
      return pair.sines.empty() || pair.cosines.empty();
    });
    const Rational& scale = oracle.waves().scale;
    for (const PairChannels& pair : pairs_) {
      const auto omega = exact::near(oracle.ball(0, {Function::frequency, pair.pair}));
      steps_.push_back((static_cast<long double>(omega.high) + omega.low) *
                       recipe::to<long double>(scale));
    }
  }

  std::vector<Approach> run() {
    for (position_ = 0; const Position p : positions_) {
      position_ = p, offset_ = 0;
      for (const PairChannels& pair : pairs_) bounded(pair), circle(pair);
      for (const Position k : kOffsets) {
        offset_ = k;
        for (const Format& format : arithmetics(store_)) {
          shift(format);
          for (std::size_t i = 0; i < pairs_.size(); ++i) {
            addition(pairs_[i], format);
            if (fixture_.has(p - k)) derivative(i, format);
          }
        }
      }
    }
    for (const Format& format : arithmetics(store_)) {
      for (const PairChannels& pair : pairs_) composition(pair, format);
    }
    return std::move(found_);
  }

 private:
  void see(std::string_view property, std::string_view term, int equation, std::string arithmetic,
           const DefectPart& part, int pair = -1) {
    const auto same = [&](const Approach& a) {
      return a.property == property && a.term == term && a.arithmetic == arithmetic;
    };
    auto at = std::find_if(found_.begin(), found_.end(), same);
    if (at == found_.end()) {
      found_.push_back({property, term, equation, std::move(arithmetic), {-1, 1}, 0, 0, -1});
      at = found_.end() - 1;
    }
    if (!(part.ratio() > at->part.ratio()) && at->part.value >= 0) return;
    at->part = part, at->position = position_, at->offset = offset_, at->pair = pair;
  }

  /// Whether products and differences of stored numbers are exact, except for subnormal ones.
  bool wider(const Format& format) const { return format.precision >= 2 * store_.precision; }

  void bounded(const PairChannels& pair) {
    const FixtureRow& row = fixture_[position_];
    for (const std::size_t j : {pair.sines.front(), pair.cosines.front()}) {
      // A library with an error of at most an ulp returns nothing above 1.
      const double own = of_library_ ? 0 : row.own[j];
      see("bounded", "size", 6, "", size(row.values[j], own, store_), pair.pair);
      if (own > 0) see("bounded", "excess", 7, "", excess(row.values[j], own, store_), pair.pair);
    }
  }

  void circle(const PairChannels& pair) {
    const FixtureRow& row = fixture_[position_];
    const std::size_t s = pair.sines.front(), c = pair.cosines.front();
    see("norm", "computed", 4, "",
        off_the_circle(row.computed[s], row.computed[c], row.own[s], row.own[c]), pair.pair);
    if (!narrows_) return;
    see("norm", "stored", 5, "",
        storing(row.computed[s], row.computed[c], row.values[s], row.values[c], row.storage[s],
                row.storage[c]),
        pair.pair);
  }

  void shift(const Format& format) {
    const FixtureRow &a = fixture_[position_], &b = fixture_[position_ + offset_],
                     &turn = fixture_[offset_];
    std::vector<double> x, y, ex, ey;
    long double truth = 0;
    for (const PairChannels& pair : pairs_) {
      for (const std::size_t j : {pair.sines.front(), pair.cosines.front()}) {
        x.push_back(a.values[j]), ex.push_back(a.errors[j]);
        y.push_back(b.values[j]), ey.push_back(b.errors[j]);
      }
      truth += turn.truths[pair.cosines.front()];
    }
    const DefectPart of_entries = entries(x, y, ex, ey, truth);
    see("shift", "entries", 8, "", of_entries);
    for (const Summation how : {Summation::naive, Summation::pairwise, Summation::fused}) {
      if (how == Summation::fused && format.storage_bits == 16) continue;
      const Dot got = dot(x, y, format, how);
      const auto arithmetic =
          format.name() + ", " + std::string(kSummations[static_cast<std::size_t>(how)]);
      // The products are the same in every order.
      if (how == Summation::naive && !wider(format))
        see("shift", "products", 9, format.name(), got.products);
      see("shift", "sums", 10, arithmetic, got.sums);
      see("shift", "whole", 11, arithmetic,
          {static_cast<double>(std::abs(got.value - truth)),
           total(of_entries, got.products, got.sums)});
    }
  }

  /// Sine and cosine of p + k are dot products of two terms.               invariance.md, §Addition
  void addition(const PairChannels& pair, const Format& format) {
    const FixtureRow &a = fixture_[position_], &turn = fixture_[offset_];
    const std::size_t s = pair.sines.front(), c = pair.cosines.front();
    const std::array<double, 2> by = {turn.values[c], turn.values[s]};
    const std::array<double, 2> e_by = {turn.errors[c], turn.errors[s]};
    for (const bool sine : {true, false}) {
      const std::size_t first = sine ? s : c, second = sine ? c : s;
      const std::array<double, 2> x = {a.values[first], (sine ? 1 : -1) * a.values[second]};
      const std::array<double, 2> ex = {a.errors[first], a.errors[second]};
      const long double truth = fixture_[position_ + offset_].truths[first];
      const DefectPart of_entries = entries(x, by, ex, e_by, truth);
      see("addition", "entries", 8, "", of_entries, pair.pair);
      const Dot got = dot(x, by, format, Summation::naive);
      if (!wider(format)) see("addition", "products", 9, format.name(), got.products, pair.pair);
      see("addition", "sums", 10, format.name(), got.sums, pair.pair);
      see("addition", "whole", 11, format.name(),
          {static_cast<double>(std::abs(got.value - truth)),
           total(of_entries, got.products, got.sums)},
          pair.pair);
    }
  }

  void derivative(std::size_t i, const Format& format) {
    const FixtureRow &ahead = fixture_[position_ + offset_],
                     &behind = fixture_[position_ - offset_], &here = fixture_[position_];
    const std::size_t s = pairs_[i].sines.front(), c = pairs_[i].cosines.front();
    const long double reach = steps_[i] * static_cast<long double>(offset_);
    for (const bool sine : {true, false}) {
      const std::size_t j = sine ? s : c;
      const long double partner = sine ? here.truths[c] : -here.truths[s];
      const auto got = difference({ahead.values[j], ahead.errors[j], ahead.truths[j]},
                                  {behind.values[j], behind.errors[j], behind.truths[j]}, reach,
                                  partner, format);
      see("derivative", "entries", 14, "", got.entries, pairs_[i].pair);
      if (!wider(format))
        see("derivative", "subtraction", 15, format.name(), got.subtraction, pairs_[i].pair);
      see("derivative", "truncation", 16, "", got.truncation, pairs_[i].pair);
      see("derivative", "whole", 17, format.name(), got.whole, pairs_[i].pair);
    }
  }

  void composition(const PairChannels& pair, const Format& format) {
    const std::size_t s = pair.sines.front(), c = pair.cosines.front();
    const FixtureRow& step = fixture_[1];
    Composition turn(step.values[s], step.values[c], step.errors[s], step.errors[c], format);
    offset_ = 1;
    while (turn.count() < kLongest) {
      turn.advance();
      const std::uint64_t n = turn.count();
      if ((n & (n - 1)) != 0 && n > 8) continue;
      const auto truth = oracle_.pair(static_cast<Position>(n), pair.pair);
      const auto sine = exact::near(truth.sine), cosine = exact::near(truth.cosine);
      position_ = static_cast<Position>(n);
      see("composition", "entries", 12, "",
          turn.entries(static_cast<long double>(sine.high) + sine.low,
                       static_cast<long double>(cosine.high) + cosine.low),
          pair.pair);
      see("composition", "roundings", 13, format.name(), turn.roundings(), pair.pair);
    }
  }

  const exact::Oracle& oracle_;
  std::vector<PairChannels> pairs_;
  std::vector<Position> positions_;
  IdentityFixture fixture_;
  Format store_;
  bool narrows_, of_library_;
  std::vector<long double> steps_;
  std::vector<Approach> found_;
  Position position_ = 0, offset_ = 0;
};

}  // namespace

std::vector<Approach> approaches(const exact::Oracle& oracle, const std::string& recipe,
                                 const recipe::ComputeFormats& formats, const Attempt& attempt) {
  return Search(oracle, recipe, formats, attempt).run();
}

}  // namespace sextant::measure
