#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "sextant/report/claims/claim_evidence.hpp"
#include "sextant/report/claims/precision_evidence.hpp"
#include "sextant/report/claims/true_rows.hpp"

namespace sextant {
namespace {

/// 10000^(−2i/d) and exp(2i·(−ln 10000/d)) of every pair.
bool same_frequencies(int dim) {
  const TrueRows truth(Sinusoidal{.dim = dim});
  const ClaimInterval constant = -log(ClaimInterval(10000)) / dim;
  bool same = true;
  for (int pair = 0; pair < truth.pairs(); ++pair)
    same = same && !differ(truth.frequency(pair), exp(ClaimInterval(2 * pair * constant)));
  return same;
}

Statement same_number() {
  return {"exp-log-same-number", "1/10000^(2i/d) and exp(2i·(−ln 10000/d)) are the same number",
          shown(same_frequencies(512), StatementVerdict::proved),
          "By definition of a power; enclosures of both have numbers in common for every pair of "
          "d = 512. In a number format they are two.",
          "Precision.OfFrequenciesIsAsComputedWithArb"};
}

Statement less_trouble() {
  std::string list;
  bool worse = true, rows_too = false;
  for (const Format& format : {kFloat32, kFloat64}) {
    const double log = frequency_error("exp-log", 512, format);
    const double pow = frequency_error("pow-divide", 512, format);
    const RecipeErrors by_log = of_recipe("exp-log", format, 4096);
    const RecipeErrors by_pow = of_recipe("pow-divide", format, 4096);
    const double far = by_log.over(0, 4096).error, near = by_pow.over(0, 4096).error;
    worse = worse && log > pow;
    rows_too = rows_too || far > near;
    list += fmt::format(
        "{}In {} a frequency of d = 512 is off by up to {:.3g} units of rounding by exp and log, "
        "and {:.3g} by pow; a row of d = 128 below position 4096 by {:.2g} and {:.2g}.",
        list.empty() ? "" : " ", format.name(), log, pow, far, near);
  }
  return {"exp-log-avoids-trouble",
          "Computing a frequency as exp(2i·(−ln 10000/d)) avoids numerical trouble that pow has",
          shown(worse && rows_too, StatementVerdict::refuted),
          list + " Neither overflows: the frequencies are between 1/10000 and 1.",
          "Precision.OfFrequenciesIsAsComputedWithArb"};
}

Statement unit_interval() {
  const double others = largest_value(1024);
  std::string list;
  bool beyond = others <= 1;
  for (const Format& format : {kFloat32, kFloat64}) {
    const RecurrenceExcess found = excess_of_rotation(format, 1 << 16);
    beyond = beyond && found.most > 1;
    list +=
        fmt::format("{}in {} it first does at position {}, and below 2^16 reaches 1 + {:.3g}",
                    list.empty() ? "" : "; ", format.name(), to_text(found.first), found.most - 1);
  }
  return {"unit-interval", "All values lie in [−1, 1]",
          shown(beyond, StatementVerdict::conditional),
          fmt::format("True values do, and so do these correctly rounded to any format, since 1 is "
                      "a number of each. So do all recipes that end in a library's sine: tried "
                      "below position 1024, {:.17g} is the largest. That of graphics hardware is "
                      "documented to 2^-21.19 and may exceed 1 by as much. A row found by rotating "
                      "the last one leaves it, d = 128: {}.",
                      others, list),
          "Precision.RotatedRowsLeaveTheUnitInterval"};
}

Statement rotation_reproduces(const StepCallback& step) {
  constexpr double kLimit = 1e-5;
  const Stop pair0 = rotation_stops(0, 5, kLimit);
  step();
  const Stop any = rotation_stops(-1, 5, kLimit);
  const bool held = pair0.at_ten <= kLimit && pair0.position > 10;
  return {
      "rotation-float32",
      "d = 128, position 10, shift 5, pair 0, float32: the rotation reproduces the row within "
      "1e-5",
      shown(held, StatementVerdict::proved),
      fmt::format("It is off by {:.2g} there. For pair 0 it stops being so at position {}, as "
                  "the sum with 5 is the first that float32 cannot hold: off by {:.2g}; every "
                  "position before was tried. Some other pair stops at position {}. Computed by "
                  "exp-log.",
                  pair0.at_ten, to_text(pair0.position), pair0.error, to_text(any.position)),
      "Precision.RotationsStopWhereItIsSaidFull"};
}

Statement any_position() {
  constexpr double kLimit = 1e-3;
  std::string list;
  bool found = true;
  for (const char* recipe : {"pow-divide", "exp-log"}) {
    const auto first = of_recipe(recipe, kFloat32, 1 << 17).first_beyond(kLimit);
    found = found && first;
    if (first)
      list += fmt::format("{}{} first at position {}", list.empty() ? "" : ", ", recipe,
                          to_text(*first));
  }
  const bool repeats = repeats_after_2_to_24();
  const int doubles = bits_within("exp-log", kFloat64, kLimit);
  return {"any-position", "The formula extends to any position beyond those seen",
          shown(found && repeats && doubles > 24, StatementVerdict::conditional),
          fmt::format("The numbers are defined for every position, and known here to 2^63. "
                      "Computed in float32 at d = 128 an entry is off by more than 1e-3: {}; and "
                      "2^24 and 2^24 + 1 get one row. In float64 the bound of exp-log stays below "
                      "1e-3 to position 2^{}.",
                      list, doubles),
          "Precision.EndsWhereItIsSaidFull"};
}

Statement float_or_double() {
  const RecipeErrors floats = of_recipe("exp-log", kFloat32, (1 << 20) + 64);
  const RecipeErrors doubles = of_recipe("exp-log", kFloat64, (1 << 20) + 64);
  const auto near = floats.over(0, 4096), far = floats.over(1 << 20, 64);
  const auto near2 = doubles.over(0, 4096), far2 = doubles.over(1 << 20, 64);
  const double half = 0x1p-25;  // of a unit of float32 below 1
  const int bits = bits_within("exp-log", kFloat64, half);
  const bool grows = far.error > near.error && near2.error < near.error && far2.error < far.error;
  return {
      "float-or-double",
      "float accumulates error at very large positions and double is safer; float suffices at "
      "ordinary lengths",
      shown(grows && bits > 0, StatementVerdict::conditional),
      fmt::format("The error grows with the position, but does not accumulate: every row is "
                  "computed anew. d = 128, exp-log, worst errors: in float32 {:.2g} below 4096 "
                  "and {:.2g} in the 64 rows from 2^20 on; in float64 {:.2g} and {:.2g}. Whether "
                  "the first suffices is a matter of the model. Angles in float64 cost less "
                  "than half a unit of float32 to position 2^{}.",
                  near.error, far.error, near2.error, far2.error, bits),
      "Precision.EndsWhereItIsSaidFull"};
}

}  // namespace

std::vector<Settle> claims_of_precision() {
  return {same_number,         less_trouble, unit_interval,
          rotation_reproduces, any_position, float_or_double};
}

}  // namespace sextant
