#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "sextant/recipe/catalogue/bias_catalogue.hpp"
#include "sextant/verify/candidate/candidate_lists.hpp"
#include "sextant/verify/observation/approximate.hpp"
#include "sextant/verify/observation/approximate_reference.hpp"
#include "sextant/verify/observation/estimate.hpp"
#include "sextant/verify/rows/index_ranges.hpp"
#include "sextant/verify/rows/median.hpp"
#include "sextant/verify/rows/written_digits.hpp"

namespace sextant::verify {
namespace {

constexpr double kLarge = 0.5;  // as a fraction of the amplitude; smaller entries are not used
constexpr double kOfDoubles = 0x1p-40;

/// A sample of a table with its approximate reference.
struct Compared {
  Compared(const Source& source, const Claim& claim)
      : some(sample(source, kManyRows)),
        rows(row_window(some, 0, some.rows)),
        truth(claim, source.format),
        amplitude(std::abs(approximate(claim.chart.waves.amplitude))) {}

  Source some;
  RowWindow rows;
  ApproximateReference truth;
  double amplitude;
};

/// Returns the weighted mean ratio of a function's entries to their expected values.  nullopt if
/// fewer than seven in eight agree, or if no entry is larger than `least`.
std::optional<Estimate> gain(const Compared& table, Function function, double least) {
  std::vector<Estimate> quotients;
  for (std::size_t r = 0; r < table.rows.positions.size(); ++r) {
    for (std::size_t j = 0; j < table.rows.columns; ++j) {
      const Channel& c = table.truth.channel(j);
      const double got = table.rows.at(r, j);
      if (c.function != function || !std::isfinite(got)) continue;
      const auto want = table.truth.entry(c, table.rows.positions[r]);
      if (want && std::abs(want->want) > least)
        quotients.push_back({got / want->want, want->within / std::abs(want->want)});
    }
  }
  if (quotients.empty()) return std::nullopt;
  const auto middle = quotients.begin() + static_cast<std::ptrdiff_t>(quotients.size() / 2);
  std::nth_element(quotients.begin(), middle, quotients.end(),
                   [](const Estimate& a, const Estimate& b) { return a.value < b.value; });
  const double median = middle->value;
  if (!(std::abs(median) > 0x1p-10)) return std::nullopt;
  double near = 0, weights = 0, sum = 0;
  for (const Estimate& g : quotients) {
    const double within = g.error * std::max(1.0, std::abs(median));
    if (std::abs(g.value - median) > 2 * within) continue;
    near += 1, weights += 1 / (within * within), sum += g.value / (within * within);
  }
  if (8 * near < 7 * static_cast<double>(quotients.size())) return std::nullopt;
  return Estimate{sum / weights, 2 / std::sqrt(weights) + kOfDoubles / std::sqrt(near)};
}

/// Returns the amplitude as a multiple of the claimed one, from the lengths √(sine² + cosine²) of
/// pairs.  These do not depend on frequencies or positions.  nullopt if more than one length in
/// eight differs from the others.
std::optional<Estimate> gain_of_pairs(const Compared& table, const Claim& claim) {
  std::vector<double> sizes;
  for (const PairChannels& pair : by_pair(claim.chart)) {
    if (pair.sines.empty() || pair.cosines.empty()) continue;
    for (std::size_t r = 0; r < table.rows.positions.size(); ++r) {
      const double size =
          std::hypot(table.rows.at(r, pair.sines.front()), table.rows.at(r, pair.cosines.front()));
      if (std::isfinite(size)) sizes.push_back(size / table.amplitude);
    }
  }
  const Noise blur = noise(table.some.format, claim.formats.compute, 0);
  const auto size = common_size(sizes, 2 * blur.own, 8);
  if (!size) return std::nullopt;
  return Estimate{*size, *size * 2 * blur.own / std::sqrt(static_cast<double>(sizes.size()))};
}

/// Returns YaRN's amplitude for a factor.
Expression of_factor(const Expression& factor) {
  return Expression(Rational(1, 10)) * log(factor) + Expression(1);
}

/// Returns the amplitude within `slack` of `value` that YaRN has for an integer factor up to 128;
/// nullopt if there is none, or more than one.
std::optional<Expression> of_some_factor(double value, double slack) {
  constexpr int kLargest = 128;
  std::optional<Expression> found;
  for (int factor = 2; factor <= kLargest; ++factor) {
    if (!(std::abs(0.1 * std::log(factor) + 1 - value) <= slack)) continue;
    if (found) return std::nullopt;
    found = of_factor(Expression(factor));
  }
  return found;
}

/// An amplitude, and the number of digits that were estimated from the table.
struct Amplitude {
  Expression value;
  double digits = 0;
};

/// Returns the square root of an even number of channels, as embeddings are multiplied by, within
/// `slack` of `value`; nullopt if there is none, or more than one.
std::optional<Amplitude> of_some_width(double value, double slack) {
  constexpr int kWidest = 1 << 15;
  const double width = 2 * std::nearbyint(value * value / 2);
  const bool single = std::sqrt(width + 2) - std::sqrt(width) > 2 * slack;
  if (!(width >= 2 && width <= kWidest && single) || std::abs(std::sqrt(width) - value) > slack)
    return std::nullopt;
  const auto channels = static_cast<int>(width);
  return Amplitude{pow(Expression(channels), Rational(1, 2)), written_digits(Rational(channels))};
}

/// Returns amplitudes within `slack` of `value`, except the claimed one: the claimed one times or
/// over the square root of a number of channels, those that contexts give, and the shortest
/// decimals.  If the claimed one is irrational, also its products with decimals.
std::vector<Amplitude> amplitudes_near(const Claim& claim, double value, double slack) {
  const Expression& claimed = claim.chart.waves.amplitude;
  const Expression own = pow(Expression(dim(claim.encoding)), Rational(1, 2));
  std::vector<Amplitude> candidates = {
      {Expression(1)}, {pow(claimed, 2)}, {claimed * own}, {claimed / own}};
  const double times = value / approximate(claimed), within = slack * times / value;
  if (auto root = of_some_width(times, within))
    candidates.push_back({claimed * root->value, root->digits});
  if (auto root = of_some_width(1 / times, within / (times * times)))
    candidates.push_back({claimed / root->value, root->digits});
  const auto* rotary = std::get_if<Rotary>(&claim.encoding);
  if (rotary != nullptr && rotary->context.factor > 1) {
    const Expression once = of_factor(Expression(rotary->context.factor));
    candidates.push_back({once});
    candidates.push_back({(once - Expression(1)) * claimed + Expression(1)});
  }
  if (auto known = of_some_factor(value, slack)) candidates.push_back({*std::move(known)});
  const auto add_decimals = [&](const Expression& unit) {
    const double size = approximate(unit);
    for (const Rational& decimal : decimals_within(value / size, slack / size))
      candidates.push_back({unit * Expression(decimal), written_digits(decimal)});
  };
  add_decimals(Expression(1));
  if (claimed.rational() == nullptr) add_decimals(claimed);
  std::erase_if(candidates, [&](const Amplitude& candidate) {
    return candidate.value == claimed || std::abs(approximate(candidate.value) - value) > slack;
  });
  return candidates;
}

/// Adds the claim with its amplitude multiplied by some `size`, and with the signs of `from`.
void add_amplitudes(const Claim& claim, const Candidate& from, const Estimate& size,
                    std::vector<Candidate>& candidates) {
  const double meant = approximate(claim.chart.waves.amplitude);
  for (const auto& [amplitude, digits] :
       amplitudes_near(claim, meant * size.value, 8 * meant * size.error)) {
    Candidate other = from;
    other.parameters = {{"amplitude", fmt::format("{:.6g}", approximate(amplitude))},
                        {"claimed", fmt::format("{:.6g}", meant)}};
    other.truth.waves.amplitude = amplitude;
    const Rational* number = amplitude.rational();
    other.digits = number != nullptr ? written_digits(*number) : digits;
    candidates.push_back(std::move(other));
  }
}

/// Entries that are negated, or multiplied by a constant.
void add_gains(const Compared& table, const Claim& claim, std::vector<Candidate>& candidates) {
  const double large = kLarge * table.amplitude;
  const auto sines = gain(table, Function::sine, large);
  const auto cosines = gain(table, Function::cosine, large);
  if (!sines && !cosines) return;
  const Estimate s = sines ? *sines : *cosines, c = cosines ? *cosines : *sines;
  const double off = std::abs(std::abs(s.value) - std::abs(c.value));
  if (off > 4 * (s.error + c.error)) return;  // sines and cosines have different factors
  Estimate size = s.error < c.error ? s : c;
  size.value = std::abs(size.value);
  const bool amplified = !(std::abs(size.value - 1) <= size.error);
  Candidate from = as_claimed(claim, "amplitude");
  if (sines && s.value < 0) from.alteration.sines = SignChange::reversed;
  if (cosines && c.value < 0) from.alteration.cosines = SignChange::reversed;
  if (from.alteration.any()) {
    const char* of = s.value < 0 && c.value < 0 ? "all entries"
                     : s.value < 0              ? "the sines"
                                                : "the cosines";
    from.second_cause = Cause{"sign", {{"of", of}}};
  }
  if (!amplified && from.second_cause) {
    from.fault = from.second_cause->fault, from.parameters = from.second_cause->parameters;
    from.second_cause.reset();
    candidates.push_back(from);
  }
  if (amplified) add_amplitudes(claim, from, size, candidates);
}

/// Sines, cosines or both without signs, if the table has no negative ones.
void add_lost_signs(const Compared& table, const Claim& claim, std::vector<Candidate>& candidates) {
  const auto lost = [&](Function function) {
    bool any = false;
    for (std::size_t k = 0; k < table.rows.values.size(); ++k) {
      if (claim.chart.channels[k % table.rows.columns].function != function) continue;
      if (table.rows.values[k] < 0) return false;
      any = true;
    }
    return any;
  };
  const bool sines = lost(Function::sine), cosines = lost(Function::cosine);
  const auto add = [&](const char* of, bool of_sines, bool of_cosines) {
    if ((of_sines && !sines) || (of_cosines && !cosines)) return;
    Candidate s = as_claimed(claim, "sign", {{"of", of}, {"signs", "lost"}});
    if (of_sines) s.alteration.sines = SignChange::lost;
    if (of_cosines) s.alteration.cosines = SignChange::lost;
    candidates.push_back(std::move(s));
  };
  add("the sines", true, false);
  add("the cosines", false, true);
  add("all entries", true, true);
}

/// Numbers by which programs multiply scores, and biases with them: the logarithm of the
/// exponential's base, and the square root of a head's width.
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kFactorsOfScores = {{
    {"log2(e)", "1.442695040888963407359924681001892137"},
    {"sqrt(80)", "8.944271909999158785636694674925104942"},
    {"sqrt(96)", "9.797958971132712392789136298823565568"},
    {"sqrt(128)", "11.31370849898476039041350979367758463"},
}};

/// Biases that are multiplied by a constant.
void add_bias_gain(const Compared& table, const Claim& claim, std::vector<Candidate>& candidates) {
  const auto& formula = claim.chart.waves.formula;
  if (formula && std::holds_alternative<XposForm>(*formula)) return;  // its scale is in exponents
  const auto size = gain(table, claim.chart.channels.front().function, 0);
  if (!size || !(size->value > 0) || std::abs(size->value - 1) <= 8 * size->error) return;
  const double within = 8 * size->error;
  struct Factor {
    Rational times;
    std::string text;
    double digits = 0;
  };
  std::vector<Factor> factors;
  for (const auto& [text, digits] : kFactorsOfScores) {
    const Rational known = parse_rational(digits);
    if (std::abs(static_cast<double>(known) - size->value) <= within)
      factors.push_back({known, std::string(text)});
    if (std::abs(1 / static_cast<double>(known) - size->value) <= within)
      factors.push_back({Rational(1 / known), "1/" + std::string(text)});
  }
  for (const Rational& x : decimals_within(size->value, within))
    factors.push_back({x, fmt::format("{:.15g}", static_cast<double>(x)), written_digits(x)});
  for (const auto& [times, text, digits] : factors) {
    Candidate s = as_claimed(claim, "amplitude", {{"amplitude", text}, {"claimed", "1"}});
    Waves& waves = s.truth.waves;
    if (auto* kerple = waves.formula ? std::get_if<Kerple>(&*waves.formula) : nullptr)
      for (Rational& r : kerple->r1) r *= times;
    else
      waves.scale *= times;
    s.digits = digits;
    candidates.push_back(std::move(s));
  }
}

}  // namespace

std::vector<Candidate> gain_candidates(const Source& source, const Claim& claim, Search search) {
  if (claim.part == Part::inv_freq) return {};
  std::vector<Candidate> candidates;
  const Compared table(source, claim);
  if (recipe::of_bias(claim.chart)) {
    if (!table.truth.columns().empty()) add_bias_gain(table, claim, candidates);
    return candidates;
  }
  add_gains(table, claim, candidates);
  if (search == Search::among_others && candidates.empty()) {
    for (const Source& rows : clean_subranges(source, {32}))
      if (candidates.empty()) add_gains(Compared(rows, claim), claim, candidates);
    const auto size = candidates.empty() ? gain_of_pairs(table, claim) : std::nullopt;
    const double entry = noise(source.format, claim.formats.compute, 0).own;
    if (size && std::abs(size->value - 1) > 16 * entry)  // a single pair would show it
      add_amplitudes(claim, as_claimed(claim, "amplitude"), *size, candidates);
  }
  add_lost_signs(table, claim, candidates);
  append(quantised_candidates(source, claim), candidates);
  return candidates;
}

}  // namespace sextant::verify
