#include "sextant/verify/diagnosis/run_bits.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "sextant/exact/evaluate.hpp"
#include "sextant/measure/entry/rows.hpp"
#include "sextant/verify/diagnosis/estimate.hpp"
#include "sextant/verify/diagnosis/run_bounds.hpp"

namespace sextant::verify {
namespace {

constexpr std::uint64_t kFewest = 8;  // rows: they have far more bits than there are rotations
constexpr int kOfSine = 32;           // roundings that a frequency may have
constexpr int kOfCosine = 2;          // ulps between a cosine and what its sine leaves it
constexpr double kMostOpen = 64;      // halves that are tried
constexpr double kOfSums = 16;        // roundings of two steps

/// The numbers within so many steps of another.
template <class T>
std::vector<T> around(T middle, int steps) {
  std::vector<T> found = {middle};
  T below = middle, above = middle;
  for (int k = 0; k < steps; ++k) {
    found.push_back(below = std::nextafter(below, -std::numeric_limits<T>::infinity()));
    found.push_back(above = std::nextafter(above, std::numeric_limits<T>::infinity()));
  }
  return found;
}

/// How a program may round a sum of two products.
enum class Fused : unsigned char { no, first, second };

template <class T>
T sum(T a, T b, T c, T d, Fused fused) {
  if (fused == Fused::first) return std::fma(a, b, c * d);
  return fused == Fused::second ? std::fma(c, d, a * b) : a * b + c * d;
}

template <class T>
struct Column {
  std::vector<T> sines, cosines;  ///< row by row; empty where the table has none

  std::uint64_t rows() const { return std::max(sines.size(), cosines.size()); }

  /// Whether a rotation makes all rows of the first.
  bool follows(T s, T c, T sine, T cosine, Fused fused) const {
    for (std::uint64_t row = 1; row < rows(); ++row) {
      const T next = sum(s, cosine, c, sine, fused);
      c = sum(c, cosine, -s, sine, fused);
      s = next;
      if (!sines.empty() && s != sines[row]) return false;
      if (!cosines.empty() && c != cosines[row]) return false;
    }
    return true;
  }
};

/// What the half of a wave may be that a table does not have, the other being what it is; nothing
/// where that is too much.
template <class T>
std::vector<T> other_half(T half, double truth) {
  if (truth == 0) return {T(0)};
  const auto size = static_cast<double>(std::abs(half));
  const double other = std::sqrt(std::max(0.0, (1 - size) * (1 + size)));
  constexpr double kUlp = std::numeric_limits<T>::epsilon();
  const double open = size / other * kUlp + kOfCosine * other * kUlp;
  const double steps = open / (std::exp2(std::floor(std::log2(other))) * kUlp);
  if (!(steps < kMostOpen / 2)) return {};
  return around(static_cast<T>(std::copysign(other, truth)), static_cast<int>(std::ceil(steps)));
}

/// Whether some rotation near to that of the truth makes a pair's rows.
template <class T>
bool some_rotation(const Column<T>& column, const std::vector<T>& starting_sines,
                   const std::vector<T>& starting_cosines, double sine, double cosine) {
  for (const T of_sine : around(static_cast<T>(sine), kOfSine)) {
    const double left = std::sqrt(std::max(0.0, 1 - static_cast<double>(of_sine) * of_sine));
    for (const T of_cosine : around(static_cast<T>(std::copysign(left, cosine)), kOfCosine)) {
      for (const T s : starting_sines) {
        for (const T c : starting_cosines) {
          for (const Fused fused : {Fused::no, Fused::first, Fused::second})
            if (column.follows(s, c, of_sine, of_cosine, fused)) return true;
        }
      }
    }
  }
  return false;
}

/// Whether the rows of half a pair turn by an angle, wherever they start: those around each sum to
/// twice its cosine, but for their roundings and those of the frequency.     verdict.md, (22a)
template <class T>
bool turns(const std::vector<T>& half, double cosine, double step) {
  const double unit = std::numeric_limits<T>::epsilon() / 2;
  const double most = (2 * kOfSine * std::max(1.0, std::abs(step)) + kOfSums) * unit;
  for (std::size_t row = 2; row < half.size(); ++row) {
    const double around = static_cast<double>(half[row]) + static_cast<double>(half[row - 2]);
    if (!(std::abs(around - 2 * cosine * static_cast<double>(half[row - 1])) <= most)) return false;
  }
  return true;
}

/// Whether columns that should hold the same numbers do.
bool repeated(const Glance& g, const std::vector<std::size_t>& channels) {
  return std::all_of(channels.begin(), channels.end(), [&](std::size_t j) {
    for (std::size_t row = 0; row < g.positions.size(); ++row)
      if (g.at(row, j) != g.at(row, channels.front())) return false;
    return true;
  });
}

template <class T>
bool all_turned(const Source& source, const exact::Oracle& truth, const Suspect& suspect) {
  Chart still = suspect.truth;
  still.waves.origin = 0;
  still.waves.phases.clear();
  const exact::Oracle turning(of_pairs(still, false));
  const Position step = source.positions[1] - source.positions[0];
  const Glance g = glance(source, 0, source.rows);
  std::size_t asked = 0;
  for (const PairChannels& pair : by_pair(truth.chart())) {
    Column<T> column;
    if (!repeated(g, pair.sines) || !repeated(g, pair.cosines)) return false;
    const auto fill = [&](const std::vector<std::size_t>& channels, std::vector<T>& values) {
      for (std::uint64_t row = 0; !channels.empty() && row < g.positions.size(); ++row)
        values.push_back(static_cast<T>(g.at(row, channels.front())));
    };
    fill(pair.sines, column.sines);
    fill(pair.cosines, column.cosines);
    const auto start = truth.pair(source.positions[0], pair.pair);
    const auto turn = turning.pair(step, pair.pair);
    const auto sines = column.sines.empty()
                           ? other_half(column.cosines[0], exact::near(start.sine).high)
                           : std::vector{column.sines[0]};
    const auto cosines = column.cosines.empty()
                             ? other_half(column.sines[0], exact::near(start.cosine).high)
                             : std::vector{column.cosines[0]};
    if (sines.empty() || cosines.empty()) {
      const auto& half = column.sines.empty() ? column.cosines : column.sines;
      if (!turns(half, exact::near(turn.cosine).high, static_cast<double>(step))) return false;
      continue;
    }
    ++asked;
    if (!some_rotation(column, sines, cosines, exact::near(turn.sine).high,
                       exact::near(turn.cosine).high))
      return false;
  }
  return asked > 0;
}

/// Whether a row of zeros may be among the rows.
bool has_blank_row(const Source& source, const Waves& waves) {
  const Position first = source.positions[0], last = source.positions[source.rows - 1];
  return waves.zero_row && *waves.zero_row >= std::min(first, last) &&
         *waves.zero_row <= std::max(first, last);
}

}  // namespace

bool rotated_bit_for_bit(const Source& source, const exact::Oracle& truth, const Suspect& suspect) {
  constexpr std::uint64_t kMostEntries = std::uint64_t{1} << 22;
  const Waves& waves = truth.waves();
  const auto& channels = truth.chart().channels;
  const bool plain = waves.amplitude == 1 && !source.positions.listed &&
                     std::all_of(channels.begin(), channels.end(),
                                 [](const Channel& c) { return is_wave(c.function); });
  if (!plain || source.rows < kFewest || has_blank_row(source, waves) ||
      source.rows * source.columns > kMostEntries || source.format != suspect.formats.compute)
    return false;
  return source.format == kFloat64
             ? all_turned<double>(source, truth, suspect)
             : source.format == kFloat32 && all_turned<float>(source, truth, suspect);
}

}  // namespace sextant::verify
