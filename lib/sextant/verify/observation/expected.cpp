#include "sextant/verify/observation/expected.hpp"

#include "sextant/exact/evaluate.hpp"
#include "sextant/number/round.hpp"
#include "sextant/verify/observation/approximate.hpp"
#include "sextant/verify/observation/approximate_reference.hpp"
#include "sextant/verify/observation/estimate.hpp"
#include "sextant/verify/rows/approximate_scale.hpp"

namespace sextant::verify {
namespace {

// As a fraction of the amplitude; larger tolerances are uninformative.
constexpr double kNoDigit = 0.25;
// In roundings of storage: one, and half of one more for storage via float32.
constexpr double kStored = 1.5;

}  // namespace

// Errors other than storage may be four times the usual estimate.  Sines of 4 ulp and powers of 16
// ulp are the largest errors of an accepted library.
//                                                                                  verdict.md, (13)
Expected::Expected(const Chart& chart, const recipe::ComputeFormats& formats)
    : waves_(chart.waves),
      channels_(chart.channels),
      formats_(formats),
      pairs_(by_pair(chart)),
      scale_(static_cast<double>(waves_.scale)),
      origin_(static_cast<double>(waves_.origin)),
      amplitude_(approximate(waves_.amplitude)) {
  if (!pairs_.empty()) frequencies_ = approximate_frequencies(waves_);
  for (int pair = 0; pair < waves_.pairs(); ++pair)
    phases_.push_back(static_cast<double>(waves_.phase(pair)));
  for (std::size_t j = 0; j < channels_.size(); ++j)
    if (!is_wave(channels_[j].function)) others_.push_back(j);
  if (!others_.empty()) oracle_ = std::make_unique<const exact::Oracle>(chart);
  const auto computed = [&](double angle) {
    const Noise blur = noise(formats.store, formats.compute, angle);
    return kMargin * (blur.own + blur.shared - std::ldexp(1.0, -formats.store.precision));
  };
  fixed_ = kStored * std::ldexp(1.0, -formats.store.precision) + computed(0);
  growing_ = computed(1) - computed(0);
  most_ = std::abs(amplitude_) * (1 + kNoDigit);
  least_ = std::ldexp(1.0, formats.store.emin - formats.store.precision + 1);
}

void Expected::row(Position position, std::span<double> want, std::span<double> within) const {
  const double p = static_cast<double>(position) + origin_;
  const double size = std::abs(amplitude_);
  const double limit = std::ldexp(32.0, -formats_.compute.precision);
  for (const PairChannels& pair : pairs_) {
    const auto i = static_cast<std::size_t>(pair.pair);
    double angle = scale_ * p * frequencies_[i];
    double more = 0;  // additional tolerance if rounding errors decide the rounded angle
    if (const auto& format = formats_.intermediate.angle) {
      const double exactly = angle;
      angle = round_to(*format, exactly, formats_.intermediate.rounding);
      const double off = std::abs(exactly) * limit;
      more = std::abs(round_to(*format, exactly + off, formats_.intermediate.rounding) -
                      round_to(*format, exactly - off, formats_.intermediate.rounding));
    }
    angle += phases_[i];
    const double scale = approximate_scale(waves_, position, pair.pair);
    const double allowed = part(angle) + more;
    const bool informative = allowed <= kNoDigit;
    const auto fill = [&](std::size_t j, double wave) {
      const bool blank = is_blank(channels_[j], waves_.zero_row, position);
      want[j] = informative && !blank ? amplitude_ * scale * wave : 0;
      within[j] = scale * (blank ? size * fixed_ : informative ? size * allowed : -most_);
    };
    for (const std::size_t j : pair.sines) fill(j, std::sin(angle));
    for (const std::size_t j : pair.cosines) fill(j, std::cos(angle));
  }
  const bool integral = oracle_ && oracle_->chart().integral();
  for (const std::size_t j : others_) {
    const Channel& c = channels_[j];
    if (is_blank(c, waves_.zero_row, position)) {
      want[j] = within[j] = 0;
      continue;
    }
    want[j] = integral ? oracle_->nearest(formats_.store, position, c).value
                       : exact::near(oracle_->ball(position, c)).high;
    within[j] = integral ? 0 : std::abs(want[j]) * part(1) + least_;
  }
}

std::vector<std::uint64_t> spread(std::uint64_t all, std::uint64_t most) {
  constexpr double kGolden = 0.6180339887498949;  // its multiples modulo 1 are spread most evenly
  std::vector<std::uint64_t> rows;
  for (std::uint64_t k = 0; k < std::min(all, most); ++k) {
    const double part = std::fmod(static_cast<double>(k + 1) * kGolden, 1.0);
    rows.push_back(all <= most ? k : static_cast<std::uint64_t>(part * static_cast<double>(all)));
  }
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return rows;
}

bool disagrees(double got, double want, double within, const Format& store) {
  if (std::isfinite(got)) return !(std::abs(got - want) <= std::abs(within));
  // An infinity is right if the expected value, within its tolerance, overflows the format.
  return !std::isinf(got) || std::signbit(got) != std::signbit(want) ||
         std::isfinite(round_to(store, want + std::copysign(std::abs(within), want)));
}

ComparedRows compared(const Source& source, const Expected& expected) {
  ComparedRows rows{source.rows, source.columns, source.format, {}};
  rows.read = [&source, &expected](std::uint64_t first, std::uint64_t count, std::span<double> got,
                                   std::span<double> want, std::span<double> within) {
    source.read(first, count, got);
    for (std::uint64_t row = 0; row < count; ++row) {
      const std::size_t at = row * source.columns;
      expected.row(source.positions[first + row], want.subspan(at, source.columns),
                   within.subspan(at, source.columns));
    }
  };
  return rows;
}

}  // namespace sextant::verify
