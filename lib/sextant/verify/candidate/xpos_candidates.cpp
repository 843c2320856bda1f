#include <cmath>
#include <string>

#include "sextant/verify/candidate/candidate_lists.hpp"
#include "sextant/verify/observation/approximate.hpp"
#include "sextant/verify/observation/estimate.hpp"
#include "sextant/verify/rows/approximate_scale.hpp"
#include "sextant/verify/rows/written_digits.hpp"

namespace sextant::verify {
namespace {

constexpr double kFarthest = 0x1p40;    // larger centres are not tried
constexpr int kLargestPower = 1 << 15;  // larger exponents are beyond all formats

/// The scale of pair 0 that a row shows.
struct Seen {
  double place = 0;      ///< the position after the origin and the centre
  double logarithm = 0;  ///< of the scale
};

/// Returns the scales that some rows of sines and cosines show.  Of one function alone, only rows
/// in which it is large.
std::vector<Seen> seen_scales(const Source& source, const Claim& claim, const Rational& origin) {
  constexpr std::uint64_t kRows = 64;
  constexpr double kLarge = 0.7;
  const Waves& waves = claim.chart.waves;
  const auto pairs = by_pair(claim.chart);
  if (pairs.empty()) return {};
  const PairChannels& first = pairs.front();
  const double amplitude = std::abs(approximate(waves.amplitude));
  const double step = static_cast<double>(waves.scale) * FrequenciesAsAsked(waves)[first.pair];
  const RowWindow window = sampled_rows(source, kRows);
  std::vector<Seen> found;
  for (std::size_t row = 0; row < window.positions.size(); ++row) {
    const auto place = static_cast<double>(window.positions[row]);
    const double angle = (place + static_cast<double>(waves.origin)) * step;
    double size = 0;
    if (!first.sines.empty() && !first.cosines.empty()) {
      size = std::hypot(window.at(row, first.sines[0]), window.at(row, first.cosines[0]));
    } else {
      const bool sine = !first.sines.empty();
      const double wave = sine ? std::sin(angle) : std::cos(angle);
      if (std::abs(wave) < kLarge) continue;
      size = window.at(row, sine ? first.sines[0] : first.cosines[0]) / wave;
    }
    const double logarithm = std::log(size / amplitude);
    if (size > 0 && std::isfinite(logarithm))
      found.push_back({place + static_cast<double>(origin), logarithm});
  }
  return found;
}

/// Builds the list of candidates.  Each is the claim, or its inverse, with one change.
class XposCandidates {
 public:
  XposCandidates(const Source& source, const Claim& claim, const XposForm& form)
      : claim_(claim),
        form_(form),
        alone_(!claim.chart.waves.xpos),
        origin_(claim.chart.waves.origin - (alone_ ? Rational(0) : form.of.centre)) {
    std::uint64_t farthest = 0;
    for (std::uint64_t row = 0; row < source.rows; ++row) {
      const Rational place = to_rational(source.positions[row]) + origin_;
      if (row > 0 && abs(place) <= abs(place_)) continue;
      place_ = place;
      farthest = row;
    }
    precision_ = source.format.precision;
    if (!alone_) {
      seen_ = seen_scales(source, claim, origin_);
      return;
    }
    const std::vector<double> values = source.row(farthest);
    if (values.front() > 0 && std::isfinite(values.front()))
      seen_ = {{static_cast<double>(place_), std::log(values.front())}};
  }

  std::vector<Candidate> list() && {
    XposForm inverse = form_;
    inverse.of.of = form_.of.of == Xpos::Of::keys ? Xpos::Of::queries : Xpos::Of::keys;
    const char* other = inverse.of.of == Xpos::Of::keys ? "keys" : "queries";
    add(inverse, {{"form", other}});
    if (!alone_) {
      candidates_.push_back(as_claimed(claim_, "xpos-parameters", {{"scale", "missing"}}));
      Candidate& missing = candidates_.back();
      missing.truth.waves.xpos = std::nullopt;
    }
    layouts();
    for (const char* format : {"bfloat16", "float16"}) {
      if (!alone_) break;
      candidates_.push_back(as_claimed(claim_, "computed-in-half", {{"format", format}}));
      candidates_.back().recipe = std::string("xpos-") + format;
    }
    changed(form_, {});
    changed(inverse, {{"form", other}});
    return std::move(candidates_);
  }

 private:
  Chart& add(const XposForm& form, Parameters parameters, double digits = 0,
             const Rational& offset = 0) {
    Candidate c = as_claimed(claim_, "xpos-parameters", std::move(parameters));
    Waves& waves = c.truth.waves;
    if (alone_) {
      waves.formula = form;
      waves.origin += offset;
    } else {
      waves.xpos = form;
      waves.xpos->of.centre -= offset;
    }
    c.digits = digits;
    candidates_.push_back(std::move(c));
    return candidates_.back().truth;
  }

  /// The columns of a row with a column for each channel, in the other order.
  void layouts() {
    if (!alone_ || form_.of.layout == XposColumns::pairs || form_.of.dim < 4) return;
    const bool split = form_.of.layout == XposColumns::half_split;
    const int pairs = form_.of.dim / 2;
    Candidate c = as_claimed(claim_, "layout", {{"layout", split ? "interleaved" : "half-split"}});
    for (int j = 0; j < form_.of.dim; ++j)
      c.truth.channels[static_cast<std::size_t>(j)].pair = split ? j / 2 : j % pairs;
    candidates_.push_back(std::move(c));
  }

  static Parameters with(Parameters parameters, const char* name, const std::string& value) {
    parameters[name] = value;
    return parameters;
  }

  /// The changes of one number, estimated from pair 0, whose scale is the farthest from 1.
  void changed(const XposForm& form, const Parameters& said) {
    XposForm other = form;
    other.floors = !form.floors;
    if (!form.floors) add(other, with(said, "exponent", "rounded down"));
    other = form;
    other.by_index = !form.by_index;
    if (!form.by_index) add(other, with(said, "index", "i/dim"));
    if (seen_.empty()) return;
    const double sign = form.of.of == Xpos::Of::keys ? -1 : 1;
    const double slack = std::ldexp(4.0, -precision_);
    const double zeta = std::log(static_cast<double>(sextant::zeta(form, 0)));
    const auto base = static_cast<double>(form.of.scale_base);
    // place/scale_base·ln ζ₀ is the logarithm, up to the sign.
    double moved = 0, products = 0, squares = 0;
    for (const Seen& one : seen_) {
      moved += sign * one.logarithm / zeta * base - one.place;
      products += sign * one.logarithm * one.place;
      squares += one.place * one.place;
    }
    moved /= static_cast<double>(seen_.size());
    centres(form, said, moved);
    if (products == 0 || place_ == 0) return;
    const double seen = products / squares * static_cast<double>(place_);
    const auto place = static_cast<double>(place_);
    for (const Rational& found :
         near(place * zeta / seen, slack * std::abs(place * zeta / (seen * seen)))) {
      if (found <= 0 || found == form.of.scale_base || abs(place_) > kLargestPower * found)
        continue;
      other = form;
      other.of.scale_base = found;
      add(other, with(said, "scale-base", to_text(found)), written_digits(found));
    }
    const double ratio = std::exp(seen * base / place);
    const double gamma = ratio / (1 - ratio);
    if (!(ratio > 0 && ratio < 1)) return;
    const double within = slack * std::abs(base / place) * ratio / ((1 - ratio) * (1 - ratio));
    for (const Rational& found : near(gamma, within)) {
      if (found <= 0 || found == form.of.gamma) continue;
      other = form;
      other.of.gamma = found;
      add(other, with(said, "gamma", to_text(found)), written_digits(found));
    }
  }

  /// Another centre, or no centre.  `moved` is the number of positions by which the centre seems to
  /// be earlier.
  void centres(const XposForm& form, const Parameters& said, double moved) {
    const Rational centre = (alone_ ? form.of.origin : claim_.chart.waves.origin) - origin_;
    const Rational parts(Integer(claim_.chart.waves.parts));
    std::vector<Rational> found = {0, Rational(centre + parts), Rational(centre - parts)};
    const double estimated = (static_cast<double>(centre) - moved) / static_cast<double>(parts);
    if (std::abs(estimated) < kFarthest)
      found.emplace_back(Rational(std::round(estimated)) * parts);
    for (const Rational& one : found) {
      if (one == centre) continue;
      add(form, with(said, "centre", to_text(Rational(one / parts))), 0, centre - one);
    }
  }

  /// Numbers of few digits, in binary or decimal, near an estimate.
  static std::vector<Rational> near(double value, double slack) {
    if (!std::isfinite(value) || !std::isfinite(slack)) return {};
    std::vector<Rational> found = decimals_within(value, slack);
    if (value > slack && slack > 0)
      found.insert(found.begin(), fewest_bits(value - slack, value + slack));
    return found;
  }

  const Claim& claim_;
  const XposForm& form_;
  bool alone_;       ///< the table holds the scale alone
  Rational origin_;  ///< less the centre
  Rational place_;   ///< of the row that is farthest from the claimed centre
  std::vector<Seen> seen_;
  int precision_ = 0;
  std::vector<Candidate> candidates_;
};

}  // namespace

std::vector<Candidate> xpos_candidates(const Source& source, const Claim& claim) {
  const Waves& waves = claim.chart.waves;
  const auto* form = waves.xpos      ? &*waves.xpos
                     : waves.formula ? std::get_if<XposForm>(&*waves.formula)
                                     : nullptr;
  if (form == nullptr) return {};
  return XposCandidates(source, claim, *form).list();
}

Source unscaled(const Source& source, const Claim& claim) {
  return held(replaced(source, [chart = claim.chart, positions = source.positions](
                                   std::uint64_t row, std::size_t j, double x) {
    return x / approximate_scale(chart.waves, positions[row], chart.channels[j].pair);
  }));
}

Claim unscaled(const Claim& claim) {
  Claim result = claim;
  result.chart.waves.xpos = std::nullopt;
  std::get<Rotary>(result.encoding).scale_base = std::nullopt;
  return result;
}

Candidate with_scale(Candidate candidate, const Claim& claim) {
  candidate.change_charts([&](Chart& chart) { chart.waves.xpos = claim.chart.waves.xpos; });
  if (!candidate.encoding) return candidate;
  if (auto* rotary = std::get_if<Rotary>(&*candidate.encoding))
    rotary->scale_base = std::get<Rotary>(claim.encoding).scale_base;
  return candidate;
}

}  // namespace sextant::verify
