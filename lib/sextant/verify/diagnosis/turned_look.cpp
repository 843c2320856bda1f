#include "sextant/verify/diagnosis/turned_look.hpp"

#include <algorithm>
#include <cmath>
#include <complex>

#include "sextant/number/round.hpp"
#include "sextant/verify/diagnosis/approximate.hpp"
#include "sextant/verify/diagnosis/rough_truth.hpp"
#include "sextant/verify/diagnosis/suspect_positions.hpp"

namespace sextant::verify {
namespace {

using Complex = std::complex<double>;

constexpr std::uint64_t kPlaces = 32, kLeads = 4;

/// Roundings of products and sums: at most 2.8 units of a pair's length.       rotation.md, (15)
double roundings(const RotatedSource& source) {
  return std::ldexp(4.0, -std::min(source.given.precision, source.format.precision));
}

/// Seven of eight numbers, or more.
struct Tally {
  std::size_t asked = 0, differ = 0;

  void add(bool differs) {
    ++asked;
    differ += differs ? 1 : 0;
  }
  bool mostly() const { return 8 * differ <= asked; }
};

Complex pair_of(std::span<const double> row, const Pairs& pairs, std::size_t i) {
  return {row[pairs.u(i)], row[pairs.v(i)]};
}

bool finite(const Complex& z) { return std::isfinite(z.real()) && std::isfinite(z.imag()); }

/// All numbers of a source in memory.
Tile numbers_of(const RotatedSource& source) {
  Tile all;
  all.leads = source.leads, all.places = source.places(), all.columns = source.columns;
  const std::size_t lead = source.places() * source.columns;
  all.before.resize(source.leads * lead);
  all.after.resize(all.before.size());
  for (std::uint64_t k = 0; k < source.leads; ++k) {
    source.read(k, 0, source.places(), std::span(all.before).subspan(k * lead, lead),
                std::span(all.after).subspan(k * lead, lead));
  }
  return all;
}

/// What a suspect makes of vectors, in doubles.
class Prediction {
 public:
  Prediction(const RotatedSource& source, const TurnSuspect& suspect)
      : source_(source), suspect_(suspect), waves_(suspect.tables.truth.waves) {
    const double times = suspect.twice ? 2 : 1;
    scale_ = static_cast<double>(waves_.scale) * times;
    size_ = std::pow(std::abs(approximate(waves_.amplitude)), times);
    least_ = roundings(source) * times;
    frequencies_ = approximate_frequencies(waves_);
  }

  /// Calls visit(lead, place, column, whether the number is far off) for the numbers of a tile of
  /// which something can be said.
  template <class Visit>
  void compare(const Tile& tile, const Visit& visit) const {
    for (std::uint64_t p = 0; p < tile.places; ++p) {
      const Position position = source_.positions[tile.place + p];
      if (waves_.zero_row == position) continue;
      const std::vector<Turned> turned = turns(position);
      for (std::uint64_t k = 0; k < tile.leads; ++k) {
        const double* before = tile.row(tile.before, k, p).data();
        const double* after = tile.row(tile.after, k, p).data();
        for (std::size_t j = 0; j < tile.columns; ++j) {
          const RotatedColumn& c = suspect_.columns[j];
          const Turned by =
              c.passes() ? Turned{1, least_} : turned[static_cast<std::size_t>(c.pair)];
          const double x = c.x(before);
          const double y = c.passes() ? 0 : c.y(before);
          if (by.within < 0 || !std::isfinite(after[j]) || !std::isfinite(x) || !std::isfinite(y))
            continue;
          const double want = x * by.turn.real() + y * by.turn.imag();
          visit(tile.lead + k, tile.place + p, j,
                std::abs(after[j] - want) > by.within * std::hypot(x, y));
        }
      }
    }
  }

 private:
  struct Turned {
    Complex turn;
    double within = -1;  ///< negative: roundings leave nothing to say
  };

  std::vector<Turned> turns(Position position) const {
    std::vector<Turned> result(frequencies_.size());
    const double counted = static_cast<double>(position) + static_cast<double>(waves_.origin);
    for (std::size_t i = 0; i < result.size(); ++i) {
      const double angle = scale_ * counted * frequencies_[i] +
                           static_cast<double>(waves_.phase(static_cast<int>(i)));
      const auto allowed = allowance(source_.format, suspect_.tables.formats.compute, angle);
      if (allowed) result[i] = {std::polar(size_, angle), (*allowed + least_) * size_};
    }
    return result;
  }

  const RotatedSource& source_;
  const TurnSuspect& suspect_;
  const Waves& waves_;
  double scale_ = 1, size_ = 1, least_ = 0;
  std::vector<double> frequencies_;
};

}  // namespace

std::optional<RotatedSource> rotated_by(RotatedSource source, const TurnSuspect& suspect) {
  if (suspect.axis) source = along(std::move(source), *suspect.axis, suspect.counted);
  auto positions = shifted(source.positions, suspect.tables.shift);
  if (positions) positions = rounded(*positions, suspect.tables);
  if (!positions) return std::nullopt;
  source.positions = *std::move(positions);
  return source;
}

TurnedLook::TurnedLook(const RotatedSource& source)
    : whole_(source),
      some_(sample(source, kPlaces, kLeads)),
      numbers_(numbers_of(some_)),
      changed_(source.columns) {
  for (std::size_t k = 0; k < numbers_.before.size(); ++k) {
    const double x = numbers_.before[k];
    const double y = numbers_.after[k];
    if (std::isfinite(x) && y != round_to(source.format, x)) changed_[k % source.columns] = true;
  }
}

std::optional<RotatedSource> TurnedLook::rows_of(const TurnSuspect& suspect) const {
  if (!suspect.axis) return rotated_by(some_, suspect);
  const auto rows = rotated_by(whole_, suspect);
  return rows ? std::optional(sample(*rows, kPlaces, kLeads)) : std::nullopt;
}

bool TurnedLook::could_be(const TurnSuspect& suspect) const {
  if (suspect.tables.formats.intermediate.angle || !suspect.tables.recipe.empty()) return true;
  const auto rows = rows_of(suspect);
  if (!rows) return false;
  const Prediction prediction(*rows, suspect);
  Tally tally;
  prediction.compare(suspect.axis ? numbers_of(*rows) : numbers_,
                     [&](std::uint64_t, std::uint64_t, std::size_t j, bool off) {
                       if (!suspect.columns[j].passes() || changed_[j]) tally.add(off);
                     });
  return tally.mostly();
}

std::optional<double> TurnedLook::stretch(const Pairs& before, const Pairs& after) const {
  std::vector<double> factors;
  for (std::uint64_t k = 0; k < numbers_.leads * numbers_.places; ++k) {
    for (std::size_t i = 0; i < before.count; ++i) {
      const double x = std::abs(pair_of(numbers_.row(numbers_.before, 0, k), before, i));
      const double y = std::abs(pair_of(numbers_.row(numbers_.after, 0, k), after, i));
      if (x > 0 && std::isfinite(x) && std::isfinite(y)) factors.push_back(y / x);
    }
  }
  if (factors.empty()) return std::nullopt;
  const auto middle = factors.begin() + static_cast<std::ptrdiff_t>(factors.size() / 2);
  std::nth_element(factors.begin(), middle, factors.end());
  const double factor = *middle;
  Tally tally;
  for (const double f : factors) tally.add(std::abs(f - factor) > factor * roundings(some_));
  return tally.mostly() ? std::optional(factor) : std::nullopt;
}

bool TurnedLook::turns_back(const Pairs& before, const Pairs& after, const Waves& claimed) const {
  const std::vector<double> frequencies = approximate_frequencies(claimed);
  double forward = 0;
  for (std::uint64_t p = 0; p + 1 < numbers_.places; ++p) {
    const double moved = static_cast<double>(some_.positions[p + 1] - some_.positions[p]);
    for (std::size_t i = 0; i < before.count; ++i) {
      const double step = static_cast<double>(claimed.scale) * moved * frequencies[i];
      if (std::abs(step) > 1.5) continue;  // below half a turn, whose direction would be lost
      for (std::uint64_t k = 0; k < numbers_.leads; ++k) {
        const auto turn = [&](std::uint64_t place) {
          return pair_of(numbers_.row(numbers_.after, k, place), after, i) /
                 pair_of(numbers_.row(numbers_.before, k, place), before, i);
        };
        const Complex step_seen = turn(p + 1) / turn(p);
        if (finite(step_seen)) forward += step_seen.imag() / std::abs(step_seen) * step;
      }
    }
  }
  return forward < 0;
}

std::optional<bool> TurnedLook::turn_alike(const Pairs& before, const Pairs& after) const {
  constexpr double kAlike = 1.0 / 64;  // of the squares: numbers at random leave more than half
  if (numbers_.leads < 2) return std::nullopt;
  Tally tally;
  for (std::uint64_t p = 0; p < numbers_.places; ++p) {
    for (std::size_t i = 0; i < before.count; ++i) {
      Complex product = 0;
      double squares = 0, turned = 0;
      for (std::uint64_t k = 0; k < numbers_.leads; ++k) {
        const Complex x = pair_of(numbers_.row(numbers_.before, k, p), before, i);
        const Complex y = pair_of(numbers_.row(numbers_.after, k, p), after, i);
        if (!finite(x) || !finite(y)) continue;
        product += std::conj(x) * y;
        squares += std::norm(x), turned += std::norm(y);
      }
      if (!(squares * turned > 0) || std::norm(product - squares) < kAlike * squares * squares)
        continue;  // as they were
      tally.add(std::norm(product) < (1 - kAlike) * squares * turned);
    }
  }
  return tally.asked > 0 && tally.mostly();
}

}  // namespace sextant::verify
