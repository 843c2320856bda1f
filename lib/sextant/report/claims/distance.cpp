#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sextant/recipe/attention/bias.hpp"
#include "sextant/report/claims/claim_evidence.hpp"
#include "sextant/report/claims/printed_digits.hpp"

namespace sextant {
namespace {

using namespace recipe::attention;
using nlohmann::json;

/// Weights of the last of equal tokens under a linear bias and a causal mask.
std::vector<ClaimInterval> decay(const Rational& slope, std::size_t tokens, Sign sign) {
  Head<ClaimInterval> head = plain_head<ClaimInterval>(1, Mask::causal);
  std::vector<Position> positions;
  for (std::size_t i = 0; i < tokens; ++i) positions.push_back(static_cast<Position>(i));
  head.bias = linear_bias<ClaimInterval>(nearest<ClaimInterval>(slope), positions, sign);
  const Matrix<ClaimInterval> w = weights(head, Matrix<ClaimInterval>(tokens, 1));
  const auto last = w.row(tokens - 1);
  return {last.begin(), last.end()};
}

std::string listed(const std::vector<ClaimInterval>& numbers) {
  std::string result;
  for (const ClaimInterval& x : numbers) result += (result.empty() ? "" : ", ") + text(x);
  return result;
}

/// Whether each number, rounded to the printed digits, agrees with the text.
bool printed(const std::vector<ClaimInterval>& numbers, const std::vector<std::string>& texts) {
  bool all = numbers.size() == texts.size();
  for (std::size_t i = 0; all && i < texts.size(); ++i)
    all = printing({"", numbers[i], texts[i]}) == Printing::rounded;
  return all;
}

Statement printed_weights() {
  const auto steep = decay(Rational(1, 2), 5, Sign::subtracted);
  const auto flat = decay(Rational(1, 10), 5, Sign::subtracted);
  return {"alibi-printed-weights",
          "ALiBi, five tokens of equal contents, the last query: slope 0.5 gives weights 0.058, "
          "0.096, 0.158, 0.260, 0.429, and slope 0.1 gives 0.162, 0.179, 0.198, 0.219, 0.242",
          shown(printed(steep, {"0.058", "0.096", "0.158", "0.260", "0.429"}) &&
                    printed(flat, {"0.162", "0.179", "0.198", "0.219", "0.242"}),
                StatementVerdict::proved),
          fmt::format("Every printed digit is right: {}; {}.", listed(steep), listed(flat)),
          "LinearBiasWitness.GivesThePrintedWeightsOfFiveTokens"};
}

Statement slopes() {
  std::string list;
  bool powers = true;
  for (int head = 1; head <= 8; ++head) {
    const ClaimInterval slope =
        exp(ClaimInterval(nearest<ClaimInterval>(Rational(-8 * head, 8)) * log(ClaimInterval(2))));
    const Rational power = power_of_two(-head);
    powers = powers && !differ(slope, nearest<ClaimInterval>(power));
    list += (list.empty() ? "" : ", ") + to_text(power);
  }
  return {"alibi-slopes", "Eight ALiBi heads have slopes 1/2, 1/4, …, 1/256",
          shown(powers, StatementVerdict::proved),
          fmt::format("2^(−8h/8) for h = 1 … 8 is {}: powers of two, exact in every format.", list),
          "LinearBiasWitness.OfEightHeadsHasPowersOfTwoForSlopes"};
}

Statement zero_slope() {
  const auto w = decay(0, 5, Sign::subtracted);
  const bool even =
      std::none_of(w.begin(), w.end(), [&](const ClaimInterval& x) { return differ(x, w[0]); });
  return {
      "alibi-slope-zero", "ALiBi with slope 0 equals no positional encoding",
      shown(even, StatementVerdict::proved),
      fmt::format("Bit for bit, in every number type: the bias adds 0 or −0 to each score. Five "
                  "equal tokens have {} each.",
                  text(w[0])),
      "LinearBias.OfSlopeZeroIsNoEncoding"};
}

Statement exponential_decay() {
  const auto equal = decay(Rational(1, 2), 2, Sign::subtracted);
  Head<ClaimInterval> head = plain_head<ClaimInterval>(1, Mask::causal);
  head.bias = linear_bias<ClaimInterval>(nearest<ClaimInterval>(Rational(1, 2)),
                                         std::vector<Position>{0, 1});
  const Matrix<ClaimInterval> w = weights(head, matrix<ClaimInterval>(2, {2, 1}));
  const ClaimInterval step = exp(nearest<ClaimInterval>(Rational(-1, 2)));
  return {
      "alibi-decay", "ALiBi's linear bias makes weights decay exponentially with distance",
      shown(!differ(equal[0] / equal[1], step) && less(w(1, 1), w(1, 0)),
            StatementVerdict::conditional),
      fmt::format("For equal contents, by exactly e^(−slope) a step: {} for slope 0.5. Contents "
                  "2 and 1 have weights {} and {}: the farther one weighs more.",
                  text(step), text(w(1, 0)), text(w(1, 1))),
      "LinearBiasDecay.IsExponentialForEqualContents"};
}

Statement growth() {
  const auto w = decay(Rational(1, 2), 5, Sign::added);
  bool falls = true;
  for (std::size_t j = 1; j < w.size(); ++j) falls = falls && less(w[j], w[j - 1]);
  return {"alibi-added", "Adding ALiBi's bias instead of subtracting it favours far tokens",
          shown(falls, StatementVerdict::proved),
          fmt::format("Five equal tokens, slope 0.5, from the farthest: {}.", listed(w)),
          "LinearBiasDecay.BecomesGrowthWithTheOtherSign"};
}

/// The change of scores at position 10⁶, by table.
std::string at_a_million(const json& attention, bool& within) {
  std::string list;
  const json& all = attention["series"];
  for (const json& series : all) {
    if (series["encoding"] != all[0]["encoding"] || series["table"] != "exact, rounded") continue;
    for (const json& query : series["queries"]) {
      within = within && query["score"]["value"] <= query["score_bound"];
      if (query["position"] == "1000000")
        list +=
            fmt::format("{}{:.2g} in {} (bound {:.2g})", list.empty() ? "" : ", ",
                        query["score"]["value"].get<double>(), series["format"].get<std::string>(),
                        query["score_bound"].get<double>());
    }
  }
  return list;
}

Statement rotation(const json& attention) {
  bool within = true;
  const std::string list = at_a_million(attention, within);
  return {"rope-offset", "RoPE: (R(i)q)·(R(j)k) = q·R(j−i)k, dependent on the offset alone",
          shown(within && !list.empty(), StatementVerdict::conditional),
          fmt::format("Exact in real numbers. From tables rounded to a format scores are off the "
                      "offset's own, at position 10⁶ by up to {}; the bound is the same at every "
                      "position, and tables made in the format have another, which grows.",
                      list),
          "RotaryScores.DependOnTheOffsetAloneInRationals"};
}

}  // namespace

std::vector<Settle> claims_of_distance(const nlohmann::json& attention) {
  return {printed_weights,   slopes, zero_slope,
          exponential_decay, growth, [&attention] { return rotation(attention); }};
}

}  // namespace sextant
