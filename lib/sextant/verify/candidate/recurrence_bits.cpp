#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "sextant/measure/entry/rows.hpp"
#include "sextant/verify/candidate/recurrence.hpp"
#include "sextant/verify/observation/estimate.hpp"
#include "sextant/verify/observation/recurrence_chart.hpp"

namespace sextant::verify {
namespace {

constexpr std::uint64_t kFewest = 8;  // rows; they have far more bits than the search has rotations
constexpr std::uint64_t kMostEntries = std::uint64_t{1} << 22;
constexpr int kOfSine = 32;       // rounding errors of the rotation's sine, in ulps
constexpr int kOfCosine = 2;      // ulps between a cosine and the square root from its sine
constexpr double kMostOpen = 32;  // numbers on each side that a missing half may be

/// How a program rounds a sum of two products.
enum class Fused : unsigned char { no, first, second };

template <class T>
T sum(T a, T b, T c, T d, Fused fused) {
  if (fused == Fused::first) return std::fma(a, b, c * d);
  return fused == Fused::second ? std::fma(c, d, a * b) : a * b + c * d;
}

/// Returns the numbers within `steps` ulps of √(1 − half²), with the given sign.
template <class T>
std::vector<T> other_halves(T half, double sign, double steps) {
  const double square =
      std::max(0.0, (1 - static_cast<double>(half)) * (1 + static_cast<double>(half)));
  std::vector<T> found = {static_cast<T>(std::copysign(std::sqrt(square), sign))};
  T below = found[0], above = found[0];
  for (int k = 0; k < steps; ++k) {
    found.push_back(below = std::nextafter(below, -std::numeric_limits<T>::infinity()));
    found.push_back(above = std::nextafter(above, std::numeric_limits<T>::infinity()));
  }
  return found;
}

/// The rows of a pair; a half that the table lacks is empty.
template <class T>
struct Rows {
  std::vector<T> sines, cosines;

  /// Returns whether a rotation by (sine, cosine) makes all rows from (s, c).
  bool follow(T s, T c, T sine, T cosine, Fused fused) const {
    for (std::size_t row = 0; row < std::max(sines.size(), cosines.size()); ++row) {
      if (!sines.empty() && s != sines[row]) return false;
      if (!cosines.empty() && c != cosines[row]) return false;
      const T next = sum(s, cosine, c, sine, fused);
      c = sum(c, cosine, -s, sine, fused);
      s = next;
    }
    return true;
  }

  /// Returns the values that a half of the first row may have: its own, or those that the other
  /// half allows within half an ulp.  Empty if these are too many.
  ///                                                                              verdict.md, (22a)
  static std::vector<T> starts(const std::vector<T>& own, const std::vector<T>& other,
                               double truth) {
    if (!own.empty()) return {own[0]};
    if (truth == 0) return {T(0)};
    const double half = std::abs(static_cast<double>(other[0]));
    const double left = std::sqrt(std::max(0.0, (1 - half) * (1 + half)));
    const double steps = (half / left + kOfCosine * left) / std::exp2(std::floor(std::log2(left)));
    return steps < kMostOpen ? other_halves(other[0], truth, steps) : std::vector<T>();
  }
};

/// Returns whether some rotation near the true one makes the rows of a pair.
template <class T>
bool some_rotation(const Rows<T>& rows, const std::vector<T>& sines, const std::vector<T>& cosines,
                   const exact::SineCosine& turn) {
  const double cosine = exact::near(turn.cosine).high;
  T sine = static_cast<T>(exact::near(turn.sine).high);
  for (int k = 0; k < kOfSine; ++k)
    sine = std::nextafter(sine, -std::numeric_limits<T>::infinity());
  for (int k = 0; k <= 2 * kOfSine; ++k) {
    for (const T c : other_halves(sine, cosine, kOfCosine)) {
      for (const T first_sine : sines) {
        for (const T first_cosine : cosines) {
          for (const Fused fused : {Fused::no, Fused::first, Fused::second})
            if (rows.follow(first_sine, first_cosine, sine, c, fused)) return true;
        }
      }
    }
    sine = std::nextafter(sine, std::numeric_limits<T>::infinity());
  }
  return false;
}

/// Returns whether rotations make the rows of every pair.  Pairs with too many possible first rows
/// are skipped; false if all are.
template <class T>
bool all_made(const Source& source, const exact::Oracle& truth, const Candidate& candidate) {
  const exact::Oracle rotation(both_halves(without_origin(candidate.truth), false));
  const Position step = source.positions[1] - source.positions[0];
  const RowWindow g = row_window(source, 0, source.rows);
  const auto repeated = [&](const std::vector<std::size_t>& channels) {
    return std::all_of(channels.begin(), channels.end(), [&](std::size_t j) {
      for (std::size_t row = 0; row < source.rows; ++row)
        if (g.at(row, j) != g.at(row, channels.front())) return false;
      return true;
    });
  };
  const auto column = [&](const std::vector<std::size_t>& channels) {
    std::vector<T> values;
    for (std::size_t row = 0; !channels.empty() && row < source.rows; ++row)
      values.push_back(static_cast<T>(g.at(row, channels.front())));
    return values;
  };
  bool asked = false;
  for (const PairChannels& pair : by_pair(truth.chart())) {
    if (!repeated(pair.sines) || !repeated(pair.cosines)) return false;
    const Rows<T> rows{column(pair.sines), column(pair.cosines)};
    const auto start = truth.pair(source.positions[0], pair.pair);
    const auto sines = Rows<T>::starts(rows.sines, rows.cosines, exact::near(start.sine).high);
    const auto cosines = Rows<T>::starts(rows.cosines, rows.sines, exact::near(start.cosine).high);
    if (sines.empty() || cosines.empty()) continue;
    if (!some_rotation(rows, sines, cosines, rotation.pair(step, pair.pair))) return false;
    asked = true;
  }
  return asked;
}

}  // namespace

bool recurrence_bit_for_bit(const Source& source, const exact::Oracle& truth,
                            const Candidate& candidate) {
  const Position first = source.positions[0], last = source.positions[source.rows - 1];
  const auto& blank = truth.waves().zero_row;
  const bool padded = blank && std::min(first, last) <= *blank && *blank <= std::max(first, last);
  if (!truth.waves().of_size_1() || padded || source.rows < kFewest ||
      source.rows * source.columns > kMostEntries || source.format != candidate.formats.compute ||
      !recurrence(source, truth, candidate, RecurrenceEvidence::none))
    return false;
  return source.format == kFloat64
             ? all_made<double>(source, truth, candidate)
             : source.format == kFloat32 && all_made<float>(source, truth, candidate);
}

}  // namespace sextant::verify
