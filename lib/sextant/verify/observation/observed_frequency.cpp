#include "sextant/verify/observation/observed_frequency.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "sextant/verify/observation/approximate.hpp"
#include "sextant/verify/observation/approximate_reference.hpp"
#include "sextant/verify/rows/index_ranges.hpp"
#include "sextant/verify/rows/median.hpp"

namespace sextant::verify {
namespace {

constexpr std::size_t kNearRows = 16;  // rows of the first window that are used
constexpr std::size_t kFarRows = 4;    // rows of every later window that are used
// Maximum number of ranges for an uncertain number of turns.
constexpr std::size_t kMostRanges = 2048;
constexpr double kTurn = 2 * std::numbers::pi;
constexpr double kVagueAngle = 0.5;  // radians; wider ranges of an angle are not used
// Radians over a window; minimum rotation for estimating an amplitude.
constexpr double kTurnsFar = std::numbers::pi;
// Relative difference below which the usual amplitude is taken.
constexpr double kSameAmplitude = 0x1p-6;
constexpr double kVague = 0.9;  // fraction of the searched range; wider results are left out
// Maximum error of a frequency, in roundings of the format computed in.
constexpr double kRoundings = 64;

using Range = ObservedFrequency::Range;

class Reader {
 public:
  Reader(const Source& source, const Chart& chart, const Format& compute)
      : compute_(compute),
        scale_(static_cast<double>(chart.waves.scale)),
        origin_(static_cast<double>(chart.waves.origin)),
        windows_(windows_of(of_waves(source, chart.waves))) {
    const std::size_t rows = windows_.front().positions.size();
    if (rows > 2)
      apart_ = static_cast<double>(windows_.front().positions[1] - windows_.front().positions[0]);
    for (const RowWindow& g : windows_) {
      for (const std::uint64_t n :
           evenly(g.positions.size(), &g == windows_.data() ? kNearRows : kFarRows)) {
        const auto row = static_cast<std::size_t>(n);
        rows_.push_back({&g, row, scale_ * (static_cast<double>(g.positions[row]) + origin_)});
      }
    }
    std::stable_sort(rows_.begin(), rows_.end(), [](const Row& a, const Row& b) {
      return std::abs(a.position) < std::abs(b.position);
    });
  }

  /// Returns the median amplitude of the pairs that rotate by at least kTurnsFar; its error is
  /// three standard errors.  nullopt if there is no such pair.
  std::optional<Estimate> amplitude(const std::vector<PairChannels>& pairs) const {
    const RowWindow& g = windows_.front();
    std::vector<double> found, off;
    for (const PairChannels& pair : pairs) {
      const auto turn = turn_of_rows(pair);
      const auto rows = static_cast<double>(g.positions.size());
      if (!turn || std::abs(turn->value) * rows < kTurnsFar) continue;
      if (const auto wave = wave_of(g, pair, turn->value / apart_, {0, 0}))
        found.push_back(wave->amplitude);
    }
    if (found.empty()) return std::nullopt;
    const double middle = median(found);
    for (const double x : found) off.push_back(std::abs(x - middle));
    // The standard deviation is 1.48 times the median absolute deviation.
    return Estimate{middle, 3 * 1.48 * median(off) / std::sqrt(static_cast<double>(found.size()))};
  }

  /// Returns the ranges that contain the frequency of a pair.  Empty if they are most of [0, most].
  std::vector<Range> frequency(const PairChannels& pair, double most, const Estimate& amplitude,
                               ShownBy by) const {
    std::vector<Range> ranges = {{0, most}};
    if (const auto turn = turn_of_rows(pair)) {
      const double step = std::abs(apart_ * scale_);
      const double value = turn->value / (apart_ * scale_) * step;
      const double off = kMargin * turn->error;
      const bool both = !pair.sines.empty() && !pair.cosines.empty();
      // The rotation from one function depends on an arc cosine: its error must be small.
      const bool alias = step * most / 2 > std::numbers::pi;
      if (!alias && off < kVagueAngle && (both || off < value / 8))
        ranges = {{std::max(0.0, (value - off) / step), (value + off) / step}};
    }
    if (by == ShownBy::positions)
      for (const Row& row : rows_) narrow(row, pair, amplitude, ranges);
    const double more = kRoundings * std::ldexp(1.0, -compute_.precision);
    double sum = 0;
    for (Range& r : ranges) {
      r = {r.least * (1 - more), r.most * (1 + more)};
      sum += r.most - r.least;
    }
    if (sum > kVague * most || ranges.back().most <= 0) return {};
    return ranges;
  }

 private:
  struct Row {
    const RowWindow* window;
    std::size_t row;
    double position;  ///< scale * (p + origin)
  };

  std::optional<Estimate> turn_of_rows(const PairChannels& pair) const {
    if (apart_ == 0) return std::nullopt;
    const auto turn = seen_turn(windows_.front(), pair, compute_);
    return turn && std::isfinite(turn->value) ? turn : std::nullopt;
  }

  /// Returns the ranges of the angle modulo a turn that a row's entries of a pair allow.  Empty if
  /// they are too wide.
  std::vector<Range> angles(const Row& row, const PairChannels& pair, const Estimate& amplitude,
                            double most) const {
    const Format& store = row.window->format;
    const double off = kMargin * noise(store, compute_, std::abs(row.position) * most).own +
                       amplitude.error / amplitude.value;
    const auto at = [&](const std::vector<std::size_t>& columns) {
      return row.window->at(row.row, columns.front()) / amplitude.value;
    };
    std::vector<Range> found;
    if (!pair.sines.empty() && !pair.cosines.empty()) {
      const double angle = std::atan2(at(pair.sines), at(pair.cosines));
      found = {{angle - off, angle + off}};
    } else {  // sin a = cos(a − π/2)
      const double x = at(pair.sines.empty() ? pair.cosines : pair.sines);
      const double quarter = pair.sines.empty() ? 0 : std::numbers::pi / 2;
      const Range r{std::acos(std::clamp(x + off, -1.0, 1.0)),
                    std::acos(std::clamp(x - off, -1.0, 1.0))};
      found = {{quarter + r.least, quarter + r.most}, {quarter - r.most, quarter - r.least}};
    }
    // Written so that NaN is left out.
    const bool says = found.front().most - found.front().least <= 2 * kVagueAngle;
    return says ? found : std::vector<Range>();
  }

  /// Restricts the ranges to what a row's entries allow.  Rows that allow nothing are damaged, and
  /// are ignored.
  void narrow(const Row& row, const PairChannels& pair, const Estimate& amplitude,
              std::vector<Range>& ranges) const {
    const double p = std::abs(row.position);
    if (p == 0) return;
    std::vector<Range> left;
    for (Range angle : angles(row, pair, amplitude, ranges.back().most)) {
      if (row.position < 0) angle = {-angle.most, -angle.least};
      for (const Range& range : ranges) {
        const double from = std::ceil((p * range.least - angle.most) / kTurn);
        const double to = std::floor((p * range.most - angle.least) / kTurn);
        if (to - from > static_cast<double>(kMostRanges - left.size())) return;
        for (double turns = from; turns <= to; ++turns) {
          left.push_back({std::max(range.least, (angle.least + kTurn * turns) / p),
                          std::min(range.most, (angle.most + kTurn * turns) / p)});
        }
        if (left.size() >= kMostRanges) return;
      }
    }
    if (left.empty()) return;
    std::sort(left.begin(), left.end(),
              [](const Range& a, const Range& b) { return a.least < b.least; });
    ranges.clear();
    for (const Range& r : left) {
      if (!ranges.empty() && r.least <= ranges.back().most)
        ranges.back().most = std::max(ranges.back().most, r.most);
      else
        ranges.push_back(r);
    }
  }

  Format compute_;
  double scale_, origin_;
  std::vector<RowWindow> windows_;
  double apart_ = 0;  ///< positions per row; 0 if there are too few rows
  std::vector<Row> rows_;
};

/// Returns the frequencies of a table of frequencies.
std::vector<ObservedFrequency> listed(const Source& source, const Chart& chart,
                                      const Format& compute) {
  const RowWindow g = row_window(source, 0, 1);
  const double off =
      std::ldexp(1.0, -source.format.precision) + kRoundings * std::ldexp(1.0, -compute.precision);
  const double least = std::ldexp(1.0, source.format.emin - source.format.precision);
  std::vector<ObservedFrequency> seen;
  for (std::size_t j = 0; j < chart.channels.size(); ++j) {
    const double x = g.at(0, j);
    if (x >= 0 && std::isfinite(x))
      seen.push_back({chart.channels[j].pair, {{x * (1 - off) - least, x * (1 + off) + least}}});
  }
  return seen;
}

}  // namespace

bool ObservedFrequency::allows(double frequency) const {
  return std::any_of(ranges.begin(), ranges.end(),
                     [&](const Range& r) { return r.least <= frequency && frequency <= r.most; });
}

ObservedWaves observed_waves(const Source& source, const Chart& chart, const Format& compute,
                             Base base, ShownBy by) {
  const Waves& waves = chart.waves;
  if (source.rows == 0 || chart.channels.empty() || !waves.phases.empty() || waves.scale == 0)
    return {};
  if (chart.channels.front().function == Function::frequency)
    return {listed(source, chart, compute), std::nullopt};
  const Reader reader(source, chart, compute);
  const auto pairs = by_pair(chart);
  ObservedWaves seen{{}, reader.amplitude(pairs)};
  const double claimed = std::abs(approximate(waves.amplitude));
  Estimate amplitude = seen.amplitude.value_or(Estimate{claimed, 0});
  for (const double usual : {claimed, 1.0})  // such an amplitude is exact
    if (std::abs(amplitude.value - usual) <= kSameAmplitude * usual) amplitude = {usual, 0};
  Waves plain = waves;
  for (Frequency& f : plain.frequencies) f.factor = 1;
  const std::vector<double> unscaled = approximate_frequencies(plain);
  for (const PairChannels& pair : pairs) {
    const double most = 2 * unscaled[static_cast<std::size_t>(base == Base::any ? 0 : pair.pair)];
    auto ranges = reader.frequency(pair, most, amplitude, by);
    if (!ranges.empty()) seen.frequencies.push_back({pair.pair, std::move(ranges)});
  }
  return seen;
}

}  // namespace sextant::verify
