#include "sextant/verify/diagnosis/seen_frequency.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "sextant/verify/diagnosis/approximate.hpp"
#include "sextant/verify/diagnosis/estimate.hpp"
#include "sextant/verify/diagnosis/rough_truth.hpp"

namespace sextant::verify {
namespace {

constexpr std::uint64_t kWindowRows = 64;
constexpr std::size_t kRowsAsked = 16;     // of the first window
constexpr std::size_t kFarRowsAsked = 4;   // of every later one
constexpr std::size_t kMostRanges = 2048;  // of a frequency whose turns are in doubt
constexpr double kTurn = 2 * std::numbers::pi;
constexpr double kVagueAngle = 0.5;             // radians: a reading of a wider angle says nothing
constexpr double kTurnsFar = std::numbers::pi;  // radians over a window that show an amplitude
constexpr double kSameAmplitude = 0x1p-6;       // of one that is seen
constexpr double kVague = 0.9;     // a range this part of the one searched says nothing
constexpr double kRoundings = 64;  // of a frequency in the format computed in, at most

using Range = FrequencySeen::Range;

/// One row of the table.
struct Row {
  double position = 0;  ///< scale * (p + origin)
  std::vector<double> values;
};

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

class Reader {
 public:
  Reader(const Source& all, const Chart& chart, const Format& compute)
      : source_(of_waves(all, chart.waves)),
        compute_(compute),
        scale_(static_cast<double>(chart.waves.scale)),
        origin_(static_cast<double>(chart.waves.origin)),
        first_(glance(source_, 0, kWindowRows)) {
    choose_rows();
  }

  /// The median over pairs that turn by kTurnsFar or more, and three times its standard error.
  std::optional<Estimate> amplitude(const std::vector<PairChannels>& pairs) const {
    std::vector<double> found;
    for (const PairChannels& pair : pairs) {
      const auto turn = turn_of_rows(pair);
      const auto rows = static_cast<double>(first_.positions.size());
      if (!turn || std::abs(turn->value) * rows < kTurnsFar) continue;
      const double step = turn->value / apart();
      if (const auto wave = wave_of(first_, pair, step, {0, 0})) found.push_back(wave->amplitude);
    }
    if (found.empty()) return std::nullopt;
    const double middle = median(found);
    std::vector<double> off;
    for (const double x : found) off.push_back(std::abs(x - middle));
    // The standard deviation is 1.48 times the median deviation.
    return Estimate{middle, 3 * 1.48 * median(off) / std::sqrt(static_cast<double>(found.size()))};
  }

  /// The ranges that a pair's frequency is in.  Empty if they are most of 0 to `most`.
  std::vector<Range> frequency(const PairChannels& pair, double most,
                               const Estimate& amplitude) const {
    std::vector<Range> ranges = {{0, most}};
    if (const auto turn = turn_of_rows(pair)) {
      const double step = std::abs(apart() * scale_);
      const double value = turn->value / (apart() * scale_) * step;
      const double off = kMargin * turn->error;
      const bool both = !pair.sines.empty() && !pair.cosines.empty();
      // The turn of one function is read off a curve: it must be far larger than its error.
      const bool alias = step * most / 2 > std::numbers::pi;
      if (!alias && off < kVagueAngle && (both || off < value / 8))
        ranges = {{std::max(0.0, (value - off) / step), (value + off) / step}};
    }
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
  double apart() const { return static_cast<double>(first_.positions[1] - first_.positions[0]); }

  std::optional<Estimate> turn_of_rows(const PairChannels& pair) const {
    if (first_.positions.size() < 3) return std::nullopt;
    const auto with = [&](double angle) {
      return turn_of(first_, pair, noise(source_.format, compute_, angle).own);
    };
    const auto coarse = with(0);
    if (!coarse || !std::isfinite(coarse->value)) return std::nullopt;
    return with(static_cast<double>(first_.positions[0]) / apart() * coarse->value);
  }

  void choose_rows() {
    const auto take = [&](const Glance& g, std::size_t most) {
      const std::size_t rows = g.positions.size();
      const std::size_t wanted = std::min(rows, most);
      for (std::size_t k = 0; k < wanted; ++k) {
        const std::size_t row = wanted > 1 ? k * (rows - 1) / (wanted - 1) : 0;
        const auto begin = g.values.begin() + static_cast<std::ptrdiff_t>(row * g.columns);
        rows_.push_back({scale_ * (static_cast<double>(g.positions[row]) + origin_),
                         {begin, begin + static_cast<std::ptrdiff_t>(g.columns)}});
      }
    };
    take(first_, kRowsAsked);
    for (std::uint64_t first = kWindowRows; first < source_.rows; first *= 4)
      take(glance(source_, first, kWindowRows), kFarRowsAsked);
    if (source_.rows > kWindowRows)
      take(glance(source_, source_.rows - kWindowRows, kWindowRows), kFarRowsAsked);
    std::stable_sort(rows_.begin(), rows_.end(), [](const Row& a, const Row& b) {
      return std::abs(a.position) < std::abs(b.position);
    });
  }

  /// The angles, but for turns, that a row's entries of a pair may have.  Empty if they say
  /// nothing.
  std::vector<Range> angles(const Row& row, const PairChannels& pair, const Estimate& amplitude,
                            double most) const {
    const double off =
        kMargin * noise(source_.format, compute_, std::abs(row.position) * most).own +
        amplitude.error / amplitude.value;
    const auto at = [&](const std::vector<std::size_t>& columns) {
      return row.values[columns.front()] / amplitude.value;
    };
    const auto clamped = [](double x) { return std::clamp(x, -1.0, 1.0); };
    std::vector<Range> found;
    if (!pair.sines.empty() && !pair.cosines.empty()) {
      const double angle = std::atan2(at(pair.sines), at(pair.cosines));
      found = {{angle - off, angle + off}};
    } else if (!pair.cosines.empty()) {
      const double x = at(pair.cosines);
      const Range r{std::acos(clamped(x + off)), std::acos(clamped(x - off))};
      found = {r, {-r.most, -r.least}};
    } else {
      const double x = at(pair.sines);
      const Range r{std::asin(clamped(x - off)), std::asin(clamped(x + off))};
      found = {r, {std::numbers::pi - r.most, std::numbers::pi - r.least}};
    }
    const bool vague = std::any_of(found.begin(), found.end(), [](const Range& r) {
      return !(r.most - r.least <= 2 * kVagueAngle);  // or no number
    });
    return vague ? std::vector<Range>() : found;
  }

  /// Leaves of the ranges what a row's entries allow.  A row that allows none is damaged: it says
  /// nothing.
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

  Source source_;
  Format compute_;
  double scale_, origin_;
  Glance first_;
  std::vector<Row> rows_;
};

/// The frequencies of a table that holds them.
std::vector<FrequencySeen> listed(const Source& source, const Chart& chart, const Format& compute) {
  const Glance g = glance(source, 0, 1);
  const double off =
      std::ldexp(1.0, -source.format.precision) + kRoundings * std::ldexp(1.0, -compute.precision);
  const double least = std::ldexp(1.0, source.format.emin - source.format.precision);
  std::vector<FrequencySeen> seen;
  for (std::size_t j = 0; j < chart.channels.size(); ++j) {
    const double x = g.at(0, j);
    if (x >= 0 && std::isfinite(x))
      seen.push_back({chart.channels[j].pair, {{x * (1 - off) - least, x * (1 + off) + least}}});
  }
  return seen;
}

}  // namespace

bool FrequencySeen::allows(double frequency) const {
  return std::any_of(ranges.begin(), ranges.end(),
                     [&](const Range& r) { return r.least <= frequency && frequency <= r.most; });
}

WavesSeen seen_waves(const Source& source, const Chart& chart, const Format& compute) {
  const Waves& waves = chart.waves;
  if (source.rows == 0 || chart.channels.empty() || !waves.phases.empty() || waves.scale == 0)
    return {};
  if (chart.channels.front().function == Function::frequency)
    return {listed(source, chart, compute), std::nullopt};
  const Reader reader(source, chart, compute);
  const auto pairs = by_pair(chart);
  const auto seen_amplitude = reader.amplitude(pairs);
  WavesSeen seen{{}, seen_amplitude};
  const double claimed = std::abs(approximate(waves.amplitude));
  Estimate amplitude = seen_amplitude.value_or(Estimate{claimed, 0});
  for (const double usual : {claimed, 1.0})  // which is exact, then
    if (std::abs(amplitude.value - usual) <= kSameAmplitude * usual) amplitude = {usual, 0};
  Waves plain = waves;
  for (int pair = 0; pair < plain.pairs(); ++pair)
    plain.frequencies[static_cast<std::size_t>(pair)].factor = 1;
  const std::vector<double> unscaled = approximate_frequencies(plain);
  for (const PairChannels& pair : pairs) {
    if (pair.sines.empty() && pair.cosines.empty()) continue;
    const double most = 2 * unscaled[static_cast<std::size_t>(pair.pair)];
    auto ranges = reader.frequency(pair, most, amplitude);
    if (!ranges.empty()) seen.frequencies.push_back({pair.pair, std::move(ranges)});
  }
  return seen;
}

}  // namespace sextant::verify
