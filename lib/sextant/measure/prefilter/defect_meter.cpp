#include "sextant/measure/prefilter/defect_meter.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "sextant/exact/oracle.hpp"

namespace sextant::measure {
namespace {

/// Twice the largest error of the prefilter in doubles, relative to the sum of the magnitudes of
/// its terms; and the least square of a difference that it always detects.  measures.md, (27), (28)
constexpr double kPrefilter = 0x1p-50;
constexpr double kTiny = 0x1p-500;

long double value(const exact::Ball& ball) {
  const exact::Near near = exact::near(ball);
  return static_cast<long double>(near.high) + near.low;
}

bool finite(std::initializer_list<double> values) {
  return std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
}

/// The same waves without origin, phases and rows of zeros, so that angles add.
Chart plain(Chart chart) {
  chart.waves.origin = 0;
  chart.waves.phases.clear();
  chart.waves.zero_row.reset();
  return chart;
}

}  // namespace

void MaxDefect::merge(const MaxDefect& other) {
  const auto before = [](const MaxDefect& a, const MaxDefect& b) {
    if (a.position != b.position) return a.position < b.position;
    return a.channel != b.channel ? a.channel < b.channel : a.row < b.row;
  };
  if (other.empty()) return;
  if (other.value > value || (other.value == value && before(other, *this))) *this = other;
}

void Defects::merge(const Defects& other) {
  norm.merge(other.norm);
  shift.merge(other.shift);
  rotation.merge(other.rotation);
}

DefectMeter::DefectMeter(const Chart& chart, Position apart)
    : apart_(apart), zero_row_(chart.waves.zero_row) {
  const exact::Oracle oracle(plain(chart));
  for (const PairChannels& pair : by_pair(chart)) {
    if (pair.sines.empty() || pair.cosines.empty()) continue;
    sines_.push_back(pair.sines.front());
    cosines_.push_back(pair.cosines.front());
    const long double amplitude = value(oracle.pair(0, pair.pair).cosine);
    const exact::SineCosine turn = oracle.pair(apart, pair.pair);
    square_ = amplitude * amplitude;
    turn_sines_.push_back(value(turn.sine) / amplitude);
    turn_cosines_.push_back(value(turn.cosine) / amplitude);
    near_sines_.push_back(static_cast<double>(turn_sines_.back()));
    near_cosines_.push_back(static_cast<double>(turn_cosines_.back()));
    product_ += square_ * turn_cosines_.back();
  }
}

void DefectMeter::split(std::span<const double> values, SplitRow& row) const {
  row.sines.resize(sines_.size());
  row.cosines.resize(sines_.size());
  row.finite = true;
  for (std::size_t i = 0; i < sines_.size(); ++i) {
    row.sines[i] = values[sines_[i]];
    row.cosines[i] = values[cosines_[i]];
    row.finite = row.finite && std::isfinite(row.sines[i]) && std::isfinite(row.cosines[i]);
  }
}

void DefectMeter::norm(std::uint64_t row, Position position, const SplitRow& x,
                       Defects& found) const {
  if (position == zero_row_) return;
  const auto square = static_cast<double>(square_);
  for (std::size_t i = 0; i < sines_.size(); ++i) {
    const double ss = x.sines[i] * x.sines[i];
    const double cc = x.cosines[i] * x.cosines[i];
    // (27): most pairs end here.  Non-finite pairs do not.
    if (std::abs(ss + cc - square) + kPrefilter * (ss + cc + square) < found.norm.value) continue;
    if (!finite({x.sines[i], x.cosines[i]})) continue;
    const long double s = x.sines[i];
    const long double c = x.cosines[i];
    found.norm.merge(
        {static_cast<double>(std::abs(s * s + c * c - square_)), row, position, sines_[i]});
  }
}

void DefectMeter::step(std::uint64_t row, Position position, const SplitRow& x, const SplitRow& y,
                       Defects& found) const {
  if (position == zero_row_ || position + apart_ == zero_row_) return;
  const MaxDefect place{0, row, position, 0};
  rotation(place, x, y, found.rotation);
  if (x.finite && y.finite) shift(place, x, y, found.shift);
}

void DefectMeter::rotation(const MaxDefect& place, const SplitRow& x, const SplitRow& y,
                           MaxDefect& max_defect) const {
  for (std::size_t i = 0; i < sines_.size(); ++i) {
    const double s = x.sines[i], c = x.cosines[i], s2 = y.sines[i], c2 = y.cosines[i];
    const double ds = s * near_cosines_[i] + c * near_sines_[i] - s2;
    const double dc = c * near_cosines_[i] - s * near_sines_[i] - c2;
    const double blur =
        kPrefilter * (std::abs(s) + std::abs(c) + std::abs(s2) + std::abs(c2)) + kTiny;
    const double rest = max_defect.value - blur;  // (28)
    if (rest > blur && (ds * ds + dc * dc) * (1 + 0x1p-40) < rest * rest) continue;
    if (!finite({s, c, s2, c2})) continue;
    const long double es = s * turn_cosines_[i] + c * turn_sines_[i] - s2;
    const long double ec = c * turn_cosines_[i] - s * turn_sines_[i] - c2;
    MaxDefect one = place;
    one.value = static_cast<double>(std::sqrt(es * es + ec * ec));
    one.channel = sines_[i];
    max_defect.merge(one);
  }
}

void DefectMeter::shift(const MaxDefect& place, const SplitRow& x, const SplitRow& y,
                        MaxDefect& max_defect) const {
  double sum = 0;
  double sizes = 0;
  for (std::size_t i = 0; i < sines_.size(); ++i) {
    const double ss = x.sines[i] * y.sines[i];
    const double cc = x.cosines[i] * y.cosines[i];
    sum += ss + cc;
    sizes += std::abs(ss) + std::abs(cc) + static_cast<double>(square_);
  }
  const auto terms = static_cast<double>(2 * sines_.size() + 2);
  const double off = std::abs(sum - static_cast<double>(product_));
  if (off + terms * kPrefilter * sizes < max_defect.value) return;  // (27)
  long double exact = 0;
  for (std::size_t i = 0; i < sines_.size(); ++i) {
    exact += static_cast<long double>(x.sines[i]) * y.sines[i];
    exact += static_cast<long double>(x.cosines[i]) * y.cosines[i];
  }
  MaxDefect one = place;
  one.value = static_cast<double>(std::abs(exact - product_));
  max_defect.merge(one);
}

}  // namespace sextant::measure
