#include "sextant/verify/observation/observations.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "sextant/verify/accept/acceptance_criterion.hpp"
#include "sextant/verify/observation/estimate.hpp"
#include "sextant/verify/observation/expected.hpp"
#include "sextant/verify/rows/index_ranges.hpp"

namespace sextant::verify {
namespace {

constexpr std::size_t kMostSaid = 2;  // pairs that are described in words
constexpr double kShown = 5e-4;       // a relative difference that four digits show
constexpr double kClear = 0.125;      // maximum error of an estimate, as a fraction of it
constexpr double kRoundings = 16;     // maximum error that a wave leaves, in roundings

/// Observes the pairs of some consecutive rows.
class Observer {
 public:
  Observer(RowWindow rows, const Source& source, const Claim& claim, const exact::Oracle& oracle)
      : window_(std::move(rows)), oracle_(oracle), fits_(window_.columns, true) {
    const Expected expected(claim.chart, claim.formats);
    std::vector<double> want(window_.columns), within(window_.columns);
    for (std::size_t row = 0; row < window_.positions.size(); ++row) {
      expected.row(window_.positions[row], want, within);
      for (std::size_t j = 0; j < want.size(); ++j)
        if (is_informative(within[j]) &&
            disagrees(window_.at(row, j), want[j], within[j], source.format))
          fits_[j] = false;
    }
  }

  ObservedPair operator()(const PairChannels& pair, double step, double blur) const {
    ObservedPair seen;
    seen.pair = pair.pair;
    seen.columns = pair.sines;
    seen.columns.insert(seen.columns.end(), pair.cosines.begin(), pair.cosines.end());
    std::sort(seen.columns.begin(), seen.columns.end());
    seen.claimed = step;
    for (const std::size_t column : seen.columns) seen.fits &= fits_[column];
    if (seen.fits) return seen;
    seen.constant = constant(seen.columns);
    if (!seen.constant) estimate(pair, blur, seen);
    return seen;
  }

 private:
  /// Returns the number that all entries of some columns equal; nullopt if they differ.
  std::optional<double> constant(const std::vector<std::size_t>& columns) const {
    const double first = window_.at(0, columns.front());
    for (std::size_t row = 0; row < window_.positions.size(); ++row) {
      for (const std::size_t column : columns)
        if (!(window_.at(row, column) == first)) return std::nullopt;
    }
    return first;
  }

  /// Estimates the frequency first, then amplitude and phase for it.
  ///                                                                               verdict.md, (16)
  void estimate(const PairChannels& pair, double blur, ObservedPair& seen) const {
    const auto turn = turn_of(window_, pair, blur);
    if (!turn || turn->error > kClear * std::abs(turn->value)) return;
    const auto apart = static_cast<double>(window_.positions[1] - window_.positions[0]);
    const double frequency = turn->value / apart;
    const auto wave = wave_of(window_, pair, frequency, {blur, 0});
    if (!wave || left(pair, frequency, *wave) > kRoundings * blur * std::max(1.0, wave->amplitude))
      return;
    seen.frequency = frequency;
    seen.frequency_error = turn->error / std::abs(apart);
    if (wave->phase.error > kClear) return;
    seen.amplitude = wave->amplitude;
    const auto truth = oracle_.pair(window_.positions.front(), pair.pair);
    seen.phase = wrapped(wave->phase.value -
                         std::atan2(exact::near(truth.sine).high, exact::near(truth.cosine).high));
  }

  /// Returns the root mean square of the differences between a wave and its columns.
  double left(const PairChannels& pair, double frequency, const ObservedWave& wave) const {
    double sum = 0;
    std::size_t count = 0;
    for (std::size_t row = 0; row < window_.positions.size(); ++row) {
      const auto apart = static_cast<double>(window_.positions[row] - window_.positions[0]);
      const double angle = wave.phase.value + apart * frequency;
      for (const bool sine : {true, false}) {
        const auto& columns = sine ? pair.sines : pair.cosines;
        if (columns.empty() || !std::isfinite(window_.at(row, columns.front()))) continue;
        const double meant = wave.amplitude * (sine ? std::sin(angle) : std::cos(angle));
        sum += std::pow(window_.at(row, columns.front()) - meant, 2);
        ++count;
      }
    }
    return count > 0 ? std::sqrt(sum / static_cast<double>(count)) : INFINITY;
  }

  RowWindow window_;
  const exact::Oracle& oracle_;
  std::vector<bool> fits_;  ///< by column
};

std::string words(const ObservedPair& pair, std::uint64_t rows) {
  std::string text = fmt::format("            pair {} (columns {}): ", pair.pair,
                                 IndexRanges::of(pair.columns).text("-"));
  if (pair.constant)
    return text + fmt::format("{:.4g} in the first {} rows\n", *pair.constant, rows);
  text += fmt::format("frequency {:.4g} where {:.4g} is meant", *pair.frequency, pair.claimed);
  if (pair.amplitude)
    text += fmt::format(", amplitude {:.3g}, phase off by {:.3g} rad at the first row",
                        *pair.amplitude, *pair.phase);
  return text + "\n";
}

}  // namespace

std::optional<Observations> observe(const Source& source, const Claim& claim,
                                    const exact::Oracle& oracle, std::uint64_t first,
                                    std::uint64_t rows) {
  const auto pairs = by_pair(claim.chart);
  Observations seen;
  seen.rows = std::min({source.rows - first, rows, kRowsSeen});
  if (pairs.empty() || seen.rows < 2 || claim.chart.waves.xpos) return std::nullopt;
  const Observer inspector(row_window(source, first, seen.rows), source, claim, oracle);
  const std::vector<double> steps = steps_of(oracle);
  for (const PairChannels& pair : pairs) {
    const double step = steps[static_cast<std::size_t>(pair.pair)];
    const double angle = static_cast<double>(source.positions[first]) * step;
    const Noise blur = noise(source.format, claim.formats.compute, angle);
    seen.pairs.push_back(inspector(pair, step, blur.own));
  }
  return seen;
}

std::vector<std::size_t> Observations::columns(bool fitting) const {
  std::vector<std::size_t> found;
  for (const ObservedPair& pair : pairs) {
    if (pair.fits == fitting) found.insert(found.end(), pair.columns.begin(), pair.columns.end());
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::optional<std::string> common_words(const Observations& seen) {
  std::vector<const ObservedPair*> off;
  std::size_t wrong = 0;
  for (const ObservedPair& pair : seen.pairs) {
    wrong += pair.fits ? 0 : 1;
    if (!pair.fits && pair.frequency && pair.claimed != 0) off.push_back(&pair);
  }
  if (off.size() < 2 || 2 * off.size() < wrong) return std::nullopt;
  std::string whose;  // the pairs of the last test
  const auto nearly_all = [&](const auto& as_said) {
    const auto right = static_cast<std::size_t>(std::count_if(off.begin(), off.end(), as_said));
    const std::size_t all = seen.pairs.size();
    whose =
        right == all ? fmt::format("all {} pairs", all) : fmt::format("{} of {} pairs", right, all);
    return 8 * right >= 7 * off.size();
  };
  const auto relative = [](const ObservedPair* p) {
    return p->frequency_error / std::abs(p->claimed);
  };
  const auto ratio = [](const ObservedPair* p) { return *p->frequency / p->claimed; };
  const ObservedPair& best = **std::min_element(
      off.begin(), off.end(), [&](auto* a, auto* b) { return relative(a) < relative(b); });
  const double factor = ratio(&best);
  const auto is_about = [&](const ObservedPair* p, double frequency) {
    const double off_by = std::abs(*p->frequency - frequency);
    return off_by <= kClear * kClear * std::abs(frequency) &&
           off_by <= 4 * (p->frequency_error + relative(&best) * std::abs(frequency));
  };
  // Pairs whose observed frequency certainly differs from the claimed one: the others, most of them
  // slow, agree with any factor near 1.
  std::vector<double> certain;
  bool alike = true;
  for (const ObservedPair* p : off) {
    if (std::abs(ratio(p) - 1) <= std::max(4 * relative(p), kShown)) continue;
    certain.push_back(ratio(p));
    alike &= std::abs(ratio(p) - factor) <= 4 * (relative(p) + relative(&best));
  }
  const auto phase = [](const ObservedPair* p) { return p->phase.value_or(0); };
  const auto in_phase = [&](const ObservedPair* p) {
    return std::abs(wrapped(phase(p) - phase(&best))) < 1e-3;
  };
  const auto in_proportion = [&](const ObservedPair* p) {
    return is_about(p, factor * p->claimed);
  };
  std::string phase_words;
  if (std::abs(phase(&best)) >= kClear * kClear &&
      nearly_all([&](auto* p) { return in_phase(p) && in_proportion(p); }))
    phase_words = fmt::format("phase off by {:.4g} rad", phase(&best));
  if (!phase_words.empty() || nearly_all(in_proportion)) {
    if (certain.empty())
      return phase_words.empty() ? std::nullopt : std::optional(whose + ": " + phase_words);
    const auto [least, most] = std::minmax_element(certain.begin(), certain.end());
    if (!alike)
      return fmt::format("{} of {} pairs: frequency {:.4g} to {:.4g} times what is meant",
                         certain.size(), seen.pairs.size(), *least, *most);
    return fmt::format("{}: frequency {:.6g} times what is meant{}{}", whose, factor,
                       phase_words.empty() ? "" : ", ",
                       phase_words.empty() ? "" : phase_words + " at the first row");
  }
  const auto pairs = static_cast<std::ptrdiff_t>(seen.pairs.size());
  for (std::ptrdiff_t by = 1; by < pairs; ++by) {
    for (const std::ptrdiff_t shift : {by, -by}) {
      if (nearly_all([&](auto* p) {
            const std::ptrdiff_t other = p->pair + shift;
            return other >= 0 && other < pairs &&
                   is_about(p, seen.pairs[static_cast<std::size_t>(other)].claimed);
          }))
        return fmt::format("{}: the frequency of the pair {} {}", whose, by,
                           shift > 0 ? "later" : "earlier");
    }
  }
  return std::nullopt;
}

std::string observation_words(const Observations& seen) {
  std::string text;
  std::size_t said = 0;
  for (const ObservedPair& pair : seen.pairs) {
    if (!pair.fits && (pair.frequency || pair.constant) && said++ < kMostSaid)
      text += words(pair, seen.rows);
  }
  return text;
}

}  // namespace sextant::verify
