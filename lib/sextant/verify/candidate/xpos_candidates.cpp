#include "sextant/verify/candidate/xpos_candidates.hpp"

#include <cmath>
#include <string>

#include "sextant/verify/observation/estimate.hpp"
#include "sextant/verify/rows/written_digits.hpp"

namespace sextant::verify {
namespace {

constexpr double kFarthest = 0x1p40;    // larger centres are not tried
constexpr int kLargestPower = 1 << 15;  // larger exponents are beyond all formats

/// Builds the list of candidates.  Each is the claim, or its inverse, with one change.
class XposCandidates {
 public:
  XposCandidates(const Source& source, const Claim& claim, const XposForm& form)
      : claim_(claim), form_(form), origin_(claim.chart.waves.origin) {
    for (std::uint64_t row = 0; row < source.rows; ++row) {
      const Rational place = to_rational(source.positions[row]) + origin_;
      if (row > 0 && abs(place) <= abs(place_)) continue;
      place_ = place;
      row_ = row;
    }
    values_.resize(source.columns);
    source.read(row_, 1, values_);
    precision_ = source.format.precision;
  }

  std::vector<Candidate> list() && {
    XposForm inverse = form_;
    inverse.of.of = form_.of.of == Xpos::Of::keys ? Xpos::Of::queries : Xpos::Of::keys;
    const char* other = inverse.of.of == Xpos::Of::keys ? "keys" : "queries";
    add(inverse, {{"form", other}});
    layouts();
    for (const char* format : {"bfloat16", "float16"}) {
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
    c.truth.waves.formula = form;
    c.truth.waves.origin += offset;
    c.program = c.truth;
    c.digits = digits;
    candidates_.push_back(std::move(c));
    return candidates_.back().truth;
  }

  /// The columns of a row with a column for each channel, in the other order.
  void layouts() {
    if (form_.of.layout == XposColumns::pairs || form_.of.dim < 4) return;
    const bool split = form_.of.layout == XposColumns::half_split;
    const int pairs = form_.of.dim / 2;
    Candidate c = as_claimed(claim_, "layout", {{"layout", split ? "interleaved" : "half-split"}});
    for (int j = 0; j < form_.of.dim; ++j)
      c.truth.channels[static_cast<std::size_t>(j)].pair = split ? j / 2 : j % pairs;
    c.program = c.truth;
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
    const double value = values_.front();
    if (!(value > 0) || !std::isfinite(value)) return;
    const double sign = form.of.of == Xpos::Of::keys ? -1 : 1;
    const double seen = sign * std::log(value);  // place/scale_base·ln ζ₀
    const double slack = std::ldexp(4.0, -precision_);
    const double zeta = std::log(static_cast<double>(sextant::zeta(form, 0)));
    const auto base = static_cast<double>(form.of.scale_base);
    centres(form, said, seen / zeta * base);
    if (seen == 0 || place_ == 0) return;
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

  /// Another centre, or no centre.  `seen` is the number of positions from the centre to the row.
  void centres(const XposForm& form, const Parameters& said, double seen) {
    const Rational centre = form.of.origin - origin_;
    std::vector<Rational> found = {0, Rational(centre + 1), Rational(centre - 1)};
    const double estimated = static_cast<double>(Rational(centre + place_)) - seen;
    if (std::abs(estimated) < kFarthest) found.emplace_back(std::round(estimated));
    for (const Rational& one : found) {
      if (one == centre) continue;
      add(form, with(said, "centre", to_text(one)), 0, centre - one);
    }
  }

  /// Numbers of few digits near an estimate.
  static std::vector<Rational> near(double value, double slack) {
    if (!std::isfinite(value) || !std::isfinite(slack)) return {};
    return decimals_within(value, slack);
  }

  const Claim& claim_;
  const XposForm& form_;
  Rational origin_, place_;  ///< place: the position of the row from the claimed centre
  std::uint64_t row_ = 0;    ///< number of the row that is farthest from the centre
  std::vector<double> values_;
  int precision_ = 0;
  std::vector<Candidate> candidates_;
};

}  // namespace

std::vector<Candidate> xpos_candidates(const Source& source, const Claim& claim) {
  const auto& formula = claim.chart.waves.formula;
  const auto* form = formula ? std::get_if<XposForm>(&*formula) : nullptr;
  if (form == nullptr) return {};
  return XposCandidates(source, claim, *form).list();
}

}  // namespace sextant::verify
