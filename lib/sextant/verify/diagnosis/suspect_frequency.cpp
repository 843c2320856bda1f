#include "sextant/verify/diagnosis/suspect_frequency.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/verify/diagnosis/approximate.hpp"
#include "sextant/verify/diagnosis/estimate.hpp"
#include "sextant/verify/diagnosis/suspect_positions.hpp"
#include "sextant/verify/rows/clean_subranges.hpp"
#include "sextant/verify/rows/written_digits.hpp"

namespace sextant::verify {
namespace {

/// How many times the channels that are rotated a head may have.
constexpr double kHeads[] = {4, 4.0 / 3, 8.0 / 3, 5.0 / 2};

/// Builds the list: every suspect starts as the claim and has its frequencies changed.
class FrequencyLine {
 public:
  FrequencyLine(const Source& source, const Claim& claim) : source_(source), claim_(claim) {}

  std::vector<Suspect> take() { return std::move(suspects_); }

  void exponents() {
    const GeometricFrequencies& l = claim_.chart.waves.geometric;
    // Of what a context makes of another number of channels nothing is known.
    if (claim_.chart.waves.context.scaling != Scaling::none) return;
    suspects_.push_back(with_geometric("exponent-halved", {{"factor", "1/2"}},
                                       {l.base, l.multiplier, l.divisor * 2}));
    const Rational half = Rational(dim(claim_.encoding) / 2);
    if (l.multiplier == 1) {  // law half-minus-shift was claimed
      suspects_.push_back(
          with_geometric("exponent-denominator", {{"law", "d"}}, {l.base, 1, half}));
    }
    for (const int shift : {1, -1}) {
      if (half - shift > 0 && Rational((half - shift) * l.multiplier) != Rational(l.divisor)) {
        suspects_.push_back(with_geometric("exponent-denominator",
                                           {{"law", "half-minus-shift"}, {"shift", shift}},
                                           {l.base, 1, half - shift}));
      }
    }
  }

  void bases(Search search) {
    const GeometricFrequencies& l = claim_.chart.waves.geometric;
    for (const Rational& base : bases_of(search)) {
      if (base <= 1 || same_when_rounded(base)) continue;  // of 1 there is no logarithm
      if (imitates_a_law(base)) continue;
      Suspect s =
          with_geometric("wrong-base", {{"base", to_text(base)}, {"claimed", to_text(l.base)}},
                         {base, l.multiplier, l.divisor});
      s.encoding = claim_.encoding;
      s.digits = written_digits(base);
      set_field(*s.encoding, "base", to_text(base));
      suspects_.push_back(std::move(s));
    }
  }

  /// Each frequency rounded to less than it is computed in, or the divisor that stands for it;
  /// equal lists are one suspect, and the claim's own is none.
  void rounded() {
    std::set<std::vector<Rational>> seen;
    for (const Format& format : {kBfloat16, kFloat16, kFloat32}) {
      if (format.precision >= claim_.formats.compute.precision) continue;
      for (const bool divides : {false, true}) {
        if (divides && format == kFloat32) continue;  // which is as near, either way
        const auto rounded = rounded_frequencies(source_, claim_.chart, {format, divides});
        if (!seen.insert(rounded).second) continue;
        Suspect s = claimed("frequency-rounded", {{"format", format.name()}});
        if (divides) s.parameters["of"] = "the divisor";
        s.formats.intermediate.frequency = format;
        s.given = Given::exactly;
        s.truth.waves.context = {};  // it is in what is rounded
        for (std::size_t pair = 0; pair < rounded.size(); ++pair)
          s.truth.waves.frequencies[pair] = {.coefficient = rounded[pair]};
        if (!nearly_equal(s.truth.waves, claim_.chart.waves)) suspects_.push_back(std::move(s));
      }
    }
  }

 private:
  /// Whether a program that rounds bases or their logarithms takes the claim's for another.
  ///                                                                             verdict.md, (9)
  bool same_when_rounded(const Rational& base) const {
    const auto claimed = static_cast<double>(claim_.chart.waves.geometric.base);
    const double off = std::abs(static_cast<double>(base) - claimed) / claimed;
    return off <=
           std::ldexp(4 * (1 + std::abs(std::log(claimed))), -claim_.formats.compute.precision);
  }

  /// Whether a base of some digits is nearly what another law of exponents makes of the claim's:
  /// then that law is meant, and a second fault has moved the base.
  bool imitates_a_law(const Rational& base) const {
    constexpr double kDigits = 4;
    if (written_digits(base) <= kDigits) return false;
    const Waves& claimed = claim_.chart.waves;
    const double here = std::log(static_cast<double>(base)) * claimed.geometric.multiplier /
                        static_cast<double>(claimed.geometric.divisor);
    const auto near = [&](double there) {
      return std::abs(here - there) <= 0x1p-12 / static_cast<double>(claimed.geometric.divisor);
    };
    const auto slope = [](const GeometricFrequencies& geometric) {
      return std::log(static_cast<double>(geometric.base)) * geometric.multiplier /
             static_cast<double>(geometric.divisor);
    };
    return std::any_of(suspects_.begin(), suspects_.end(),
                       [&](const Suspect& s) {
                         return s.fault.rfind("exponent-", 0) == 0 &&
                                near(slope(s.truth.waves.geometric));
                       }) ||
           std::any_of(std::begin(kHeads), std::end(kHeads),
                       [&](double times) { return near(slope(claimed.geometric) / times); });
  }

  /// The bases that the table asks for; where it is in doubt what its rows are, also those that the
  /// differences of rows ask for, and the ones in use.
  std::vector<Rational> bases_of(Search search) const {
    std::vector<Rational> bases;
    const auto add = [&](const std::vector<Rational>& more) {
      for (const Rational& base : more) {
        if (std::find(bases.begin(), bases.end(), base) == bases.end()) bases.push_back(base);
      }
    };
    const auto likely = [&](const Source& rows, bool placed) {
      const Format& compute = claim_.formats.compute;
      add(likely_bases(rows, claim_.chart, compute, placed));
      // Whoever computed in float64 shows more of it at large positions.
      if (compute != kFloat64) add(likely_bases(rows, claim_.chart, kFloat64, placed));
    };
    likely(source_, true);
    const bool scaled = claim_.chart.waves.context.scaling != Scaling::none;
    if (search == Search::direct || scaled) return bases;
    likely(source_, false);
    if (claim_.part != Part::inv_freq)
      for (const Source& rows : clean_subranges(source_, {64, 16})) likely(rows, true);
    add(bases_in_use());
    return bases;
  }

  Suspect claimed(std::string fault, Parameters parameters) const {
    return as_claimed(claim_, std::move(fault), std::move(parameters));
  }

  Suspect with_geometric(std::string fault, Parameters parameters,
                         const GeometricFrequencies& geometric) const {
    Suspect s = claimed(std::move(fault), std::move(parameters));
    s.truth.waves.geometric = geometric;
    for (int pair = 0; pair < s.truth.waves.pairs(); ++pair) {
      Frequency& f = s.truth.waves.frequencies[static_cast<std::size_t>(pair)];
      f.base = geometric.base;  // the factors stay: a context's, and the turns of coordinates
      f.exponent = geometric[pair].exponent;
    }
    // What a context makes of a frequency may depend on the base.
    const auto* rotary = std::get_if<Rotary>(&claim_.encoding);
    const bool scaled = rotary != nullptr && rotary->context.scaling != Scaling::none;
    if (scaled && geometric.divisor == rotary->dim) {
      Rotary other = *rotary;
      other.base = geometric.base;
      s.truth.waves.frequencies = sextant::chart(other).waves.frequencies;
    }
    s.program = s.truth;
    return s;
  }

  const Source& source_;
  const Claim& claim_;
  std::vector<Suspect> suspects_;
};

}  // namespace

std::vector<Suspect> frequency_suspects(const Source& source, const Claim& claim, Search search) {
  FrequencyLine line(source, claim);
  line.exponents();
  line.rounded();  // a base of many digits may be one of these
  line.bases(search);
  return line.take();
}

}  // namespace sextant::verify
