#include "sextant/report/claims/alike_rows.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "sextant/exact/entries.hpp"
#include "sextant/measure/prefilter/sweep.hpp"
#include "sextant/report/claims/true_rows.hpp"

namespace sextant {
namespace {

constexpr std::uint64_t kBlock = 1 << 16;
constexpr std::uint64_t kPhaseError = 4;  ///< of 2⁻⁶⁴ turn, exact::Phase

/// The phases of sines, pair by pair, at offsets from 0.
std::vector<exact::Phase> phases(const exact::Oracle& oracle) {
  std::vector<exact::Phase> result;
  for (int pair = 0; pair < oracle.waves().pairs(); ++pair)
    result.push_back(oracle.phase({Function::sine, pair}));
  return result;
}

/// The distance of a phase from 0, in units of 2⁻⁶⁴ turn.
std::uint64_t magnitude_of(std::uint64_t phase) { return std::min(phase, 0 - phase); }

/// Offsets; merging is commutative up to their order.
struct Offsets {
  std::vector<Position> list;
  void merge(const Offsets& other) {
    list.insert(list.end(), other.list.begin(), other.list.end());
  }
};

/// The offsets at which every pair is so near to its start that rows may round alike.
std::vector<Position> candidates(const exact::Oracle& oracle, const Format& format, int bits) {
  const std::vector<exact::Phase> all = phases(oracle);
  const std::uint64_t most = (std::uint64_t{3} << (61 - format.precision)) + kPhaseError;
  Offsets found = measure::sweep<Offsets>(
      std::uint64_t{1} << bits, kBlock,
      [&](std::uint64_t first, std::uint64_t last, Offsets& offsets) {
        for (std::uint64_t k = std::max<std::uint64_t>(first, 1); k < last; ++k) {
          const auto near = [&](const exact::Phase& phase) {
            return magnitude_of(phase.at(static_cast<Position>(k))) <= most;
          };
          if (std::all_of(all.begin(), all.end(), near))
            offsets.list.push_back(static_cast<Position>(k));
        }
      });
  std::sort(found.list.begin(), found.list.end());
  return found.list;
}

bool alike(const exact::Entries& entries, Position p, Position q) {
  for (std::size_t j = 0; j < entries.oracle().chart().width(); ++j) {
    if (entries.nearest(p, j).value != entries.nearest(q, j).value) return false;
  }
  return true;
}

/// The least positions: a commutative monoid.
struct Earliest {
  Position position = std::numeric_limits<Position>::max();
  void merge(const Earliest& other) { position = std::min(position, other.position); }
};

/// A lower bound of D(k); stops if it exceeds `enough`.                              claims.md, (4)
double from_below(const std::vector<exact::Phase>& all, Position k, double enough) {
  double sum = 0;
  for (const exact::Phase& phase : all) {
    const std::uint64_t size = magnitude_of(phase.at(k));
    const double t = std::ldexp(static_cast<double>(size - std::min(size, kPhaseError)), -64);
    sum += 16 * t * t;
    if (sum > enough) break;
  }
  return sum * (1 - 0x1p-40);
}

}  // namespace

std::optional<Alike> first_alike(int dim, const Format& format, int bits) {
  const exact::Entries entries(exact::Oracle(chart(Sinusoidal{.dim = dim})), format);
  const Position end = Position{1} << bits;
  std::optional<Alike> found;
  for (const Position k : candidates(entries.oracle(), format, bits)) {
    const Position last = found ? found->later : end;
    for (Position p = 0; p + k < last; ++p) {
      if (!alike(entries, p, p + k)) continue;
      found = Alike{p, p + k};
      break;
    }
  }
  return found;
}

bool neighbours_are_nearest(int dim, int bits) {
  const exact::Oracle oracle(chart(Sinusoidal{.dim = dim}));
  const TrueRows truth(Sinusoidal{.dim = dim});
  const std::vector<exact::Phase> all = phases(oracle);
  const ClaimInterval nearest = truth.squared_distance(1);
  const double least_far =
      to_double(round(kFloat64, to_rational(upper_end(nearest)), Rounding::up));
  const auto first = measure::sweep<Earliest>(
      std::uint64_t{1} << bits, kBlock,
      [&](std::uint64_t begin, std::uint64_t last, Earliest& result) {
        for (auto k = static_cast<Position>(std::max<std::uint64_t>(begin, 2));
             k < static_cast<Position>(last); ++k) {
          if (from_below(all, k, least_far * (1 + 0x1p-30)) > least_far) continue;
          if (!less(nearest, truth.squared_distance(k))) result.merge({k});
        }
      });
  return first.position == std::numeric_limits<Position>::max();
}

}  // namespace sextant
