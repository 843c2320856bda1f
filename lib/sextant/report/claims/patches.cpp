#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "sextant/number/round.hpp"
#include "sextant/report/claims/precision_evidence.hpp"
#include "sextant/report/claims/printed_digits.hpp"
#include "sextant/report/claims/true_rows.hpp"

namespace sextant {
namespace {

/// Rows of float16 with positions rounded to it before they are used.
RecipeErrors with_positions_in_float16(std::uint64_t count) {
  const recipe::ComputeFormats formats{
      kFloat32, kFloat16, {.position = kFloat16, .frequency = {}}, {}};
  return {"pow-reciprocal", chart(Rotary{.dim = 128}), formats, count};
}

bool equal_rows(const RecipeErrors& rows, std::uint64_t p) {
  return rows.row(p) == rows.row(p + 1);
}

Statement adjacent_in_float16() {
  constexpr std::uint64_t kSaid = 262144;
  const RecipeErrors rows = with_positions_in_float16(kSaid + 2);
  std::uint64_t first = 0;
  while (first < kSaid && !equal_rows(rows, first)) ++first;
  const bool gone = std::isnan(rows.row(kSaid)[0]);
  const TrueRows truth(Rotary{.dim = 128});
  const ClaimInterval apart =
      abs(ClaimInterval(truth.cosine(kSaid + 1, 0) - truth.cosine(kSaid, 0)));
  const bool distinct = less(enclose<ClaimInterval>(power_of_two(-11)), apart);
  return {"float16-adjacent",
          "Beyond position 262144 the rotation in float16 makes adjacent positions identical",
          shown(distinct && gone && first < kSaid, StatementVerdict::refuted),
          fmt::format("Not where only the tables are of float16: pair 0 turns by 1 rad a position, "
                      "and its cosines at 262144 and 262145 are {} apart, roundings at most 2^-11. "
                      "Where positions themselves are rounded to float16, adjacent rows are the "
                      "same from {} and {} on, long before; and from 65520 on there are no numbers "
                      "left, since positions are infinite.",
                      text(apart), first, first + 1),
          "Patches.AdjacentRowsInFloat16AreAsSaid",
          "ml-explore/mlx-lm#1076"};
}

Statement envelope() {
  const RecipeErrors rows("pow-reciprocal", chart(Rotary{.dim = 128}), {kFloat32, kFloat32, {}, {}},
                          1 << 14);
  bool grows = true, within = true;
  double last = 0;
  for (int k = 4; k < 14; ++k) {
    const auto found = rows.over(std::uint64_t{1} << k, std::uint64_t{1} << k);
    grows = grows && found.error > last;
    within = within && found.error <= rows.bound((std::uint64_t{2} << k) - 1);
    last = found.error;
  }
  std::uint64_t fall = 1;
  while (rows.over(fall + 1, 1).error >= rows.over(fall, 1).error) ++fall;
  return {
      "error-envelope",
      "With angles in float32 the error's envelope grows linearly with the position, and is not "
      "monotone from point to point",
      shown(grows && within, StatementVerdict::conditional),
      fmt::format("While positions and angles are small enough: the bound is linear where the "
                  "angle's error is small beside a turn. d = 128, by 1/pow: the worst error of an "
                  "octave grows in each of ten, from {:.2g} in [2^4, 2^5) to {:.2g} in [2^13, "
                  "2^14), under a bound of {:.2g}. It first falls from position {} to {}.",
                  rows.over(16, 16).error, last, rows.bound((1 << 14) - 1), fall, fall + 1),
      "Patches.ErrorsGrowWithTheOctaveAndFallBetween",
      "kekzl/imp#1316"};
}

/// The largest p·|ω̂ − ω| over the pairs, ω̂ the frequency rounded to a format.
ClaimInterval phase_of_rounding(Position p, const Format& format) {
  const TrueRows truth(Rotary{.dim = 128});
  ClaimInterval most(0);
  for (int pair = 0; pair < truth.pairs(); ++pair) {
    const Channel channel{Function::frequency, pair};
    const auto number = exact::nearest(format, truth.chart().waves, Rational(0), channel).number;
    const ClaimInterval off = enclose<ClaimInterval>(to_rational(number)) - truth.frequency(pair);
    const ClaimInterval phase = abs(ClaimInterval(enclose<ClaimInterval>(to_rational(p)) * off));
    if (less(most, phase)) most = phase;
  }
  return most;
}

Statement frequency_in_float32() {
  return settled(
      {"frequency-in-float32",
       "Rounding the frequencies to float32 costs about a milliradian at position 32k",
       StatementVerdict::open, "d = 128, the pair that is off most. ",
       "Patches.RoundedFrequenciesCostWhatIsSaid", "NVIDIA/TensorRT-LLM#18774"},
      {{"The phase lost at position 32768", phase_of_rounding(32768, kFloat32), "1e-3"}});
}

Statement table_from_float64() {
  const RecipeErrors rows("float64-angle", chart(Rotary{.dim = 128}), {kFloat64, kFloat32, {}, {}},
                          (1 << 17) + 1);
  const double seen = rows.over((1 << 17) - 1024, 1024).error, bound = rows.bound(1 << 17);
  const auto wide = [](double x) { return enclose<ClaimInterval>(to_rational(from_double(x))); };
  return settled(
      {"table-from-float64",
       "With angles in float64 the error of a float32 table stays near 3e-8 up to position 128k",
       StatementVerdict::open,
       "It is that of rounding the result, half a unit of float32 or 2^-25. ",
       "Patches.RoundedFrequenciesCostWhatIsSaid", "NVIDIA/TensorRT-LLM#18774"},
      {{"The worst of the 1024 rows below 2^17", wide(seen), "3e-8"},
       {"The bound of every row to 2^17", wide(bound), "3e-8"}});
}

Statement rounded_position() {
  const Rational near = to_rational(round(kBfloat16, Rational(15962)));
  const Rational half = to_rational(round(kFloat16, Rational(15962)));
  const Rational off = abs(near - 15962);
  return {"bfloat16-position",
          "bfloat16 rounds position 15962 to a neighbour 16 or so away",
          shown(off != 16, StatementVerdict::refuted),
          fmt::format("To {}, {} away: its numbers are 64 apart there. float16 rounds it to {}.",
                      to_text(near), to_text(off), to_text(half)),
          "Patches.RoundedPositionsAreWhereItIsSaid",
          "huggingface/candle#3520"};
}

}  // namespace

std::vector<Settle> claims_of_patches() {
  return {adjacent_in_float16, envelope, frequency_in_float32, table_from_float64,
          rounded_position};
}

}  // namespace sextant
