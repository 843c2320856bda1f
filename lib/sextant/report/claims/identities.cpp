#include <algorithm>

#include <fmt/format.h>

#include "sextant/exact/entries.hpp"
#include "sextant/measure/identity/invariance.hpp"
#include "sextant/report/claims/true_rows.hpp"

namespace sextant {
namespace {

constexpr Position kTried = 24;  ///< positions and offsets of identities that are theorems

/// The image of the pair (sin, cos) of p under [[cos, ∓sin], [±sin, cos]] of kω.
struct RotatedNumber {
  ClaimInterval sine, cosine;
};
RotatedNumber rotated(const TrueRows& truth, Position p, Position k, int pair, int sign) {
  const ClaimInterval s = truth.sine(p, pair), c = truth.cosine(p, pair);
  const ClaimInterval S = sign * truth.sine(k, pair), C = truth.cosine(k, pair);
  return {C * s - S * c, S * s + C * c};
}

/// Whether a matrix maps row p to row p + k at all tried positions.
bool shifts(const TrueRows& truth, int sign) {
  bool holds = true;
  for (Position p = 0; p < kTried; ++p) {
    for (Position k = 1; k < kTried; ++k) {
      for (int pair = 0; pair < truth.pairs(); ++pair) {
        const auto [s, c] = rotated(truth, p, k, pair, sign);
        holds =
            holds && !differ(s, truth.sine(p + k, pair)) && !differ(c, truth.cosine(p + k, pair));
      }
    }
  }
  return holds;
}

/// The claim for one sign, with the result for position 0 and shift 1.
Statement shift(const char* id, const char* matrix, int sign) {
  const TrueRows truth(Sinusoidal{.dim = 8});
  const auto [s, c] = rotated(truth, 0, 1, 0, sign);
  const bool wrong = differ(s, truth.sine(1, 0)) || differ(c, truth.cosine(1, 0));
  const bool right = !wrong && shifts(truth, sign);
  return {id, fmt::format("A shift by k acts on the column (sin, cos) as {} of kω", matrix),
          right ? StatementVerdict::proved : shown(wrong, StatementVerdict::refuted),
          fmt::format(
              "Position 0 is the column (0, 1). Shifted by 1 it becomes ({}, {}), and pair 0 of "
              "position 1 is ({}, {}). {}",
              text(s), text(c), text(truth.sine(1, 0)), text(truth.cosine(1, 0)),
              right ? "It is the addition formulas, in this order of sine and cosine."
                    : "This is the matrix for (cos, sin), or of a shift by −k."),
          "Identities.ShiftsHaveOneSign"};
}

Statement derivative() {
  const TrueRows truth(Sinusoidal{.dim = 8});
  bool holds = true;
  for (Position p = -kTried; p < kTried; ++p) {
    for (Position h = 1; h < kTried; ++h) {
      for (int pair = 0; pair < truth.pairs(); ++pair) {
        const ClaimInterval step = 2 * truth.sine(h, pair);
        const ClaimInterval ds = truth.sine(p + h, pair) - truth.sine(p - h, pair);
        const ClaimInterval dc = truth.cosine(p + h, pair) - truth.cosine(p - h, pair);
        holds = holds && !differ(ds, step * truth.cosine(p, pair)) &&
                !differ(dc, -step * truth.sine(p, pair));
      }
    }
  }
  return {"derivative", "d/dp PE(p) is a linear function of PE(p)",
          shown(holds, StatementVerdict::proved),
          "On each column (sin, cos) it is ω·[[0, 1], [−1, 0]]. So are differences, without a "
          "limit: PE(p + h) − PE(p − h) = 2 sin(hω)·[[0, 1], [−1, 0]]·PE(p) for every h.",
          "Identities.DifferencesAreLinearInTheRow"};
}

/// A row of correctly rounded numbers, and their error bounds.
struct Rounded {
  std::vector<double> values, errors;
};
Rounded rounded(const exact::Entries& entries, Position p) {
  Rounded row;
  for (std::size_t j = 0; j < entries.oracle().chart().width(); ++j)
    row.values.push_back(entries.nearest(p, j).value);
  row.errors.assign(row.values.size(), std::ldexp(0.5, -entries.format().precision));
  return row;
}

/// The error of dot products of rounded rows at offset 1 against the kernel, below 4096.
measure::Defect of_products(const Format& format) {
  const exact::Entries entries(exact::Oracle(chart(Sinusoidal{.dim = 128})), format);
  const auto pairs = by_pair(entries.oracle().chart());
  std::vector<double> cosines;
  for (const PairChannels& pair : pairs)
    cosines.push_back(exact::near(entries.oracle().pair(1, pair.pair).cosine).high);
  measure::Defect worst;
  Rounded last = rounded(entries, 0);
  for (Position p = 1; p < 4096; ++p) {
    Rounded row = rounded(entries, p);
    const auto found =
        measure::shift_defect(pairs, last.values, row.values, last.errors, row.errors, cosines);
    worst.value = std::max(worst.value, found.value);
    worst.bound = std::max(worst.bound, found.bound);
    last = std::move(row);
  }
  return worst;
}

Statement offset_alone() {
  const TrueRows truth(Sinusoidal{.dim = 8});
  bool holds = true, within = true;
  for (Position p = 0; p < kTried; ++p) {
    for (Position q = 0; q < kTried; ++q)
      holds = holds && !differ(dot(truth.row(p), truth.row(q)), truth.kernel(p - q));
  }
  std::string list;
  for (const Format& format : {kFloat64, kFloat32, kFloat16, kBfloat16}) {
    const measure::Defect found = of_products(format);
    within = within && found.value <= found.bound;
    list += fmt::format("{}{:.2g} in {} (bound {:.2g})", list.empty() ? "" : ", ", found.value,
                        format.name(), found.bound);
  }
  return {"dot-product-offset", "PE(p)·PE(q) = Σ cos((p − q)ω_i): it depends on the offset alone",
          shown(holds && within, StatementVerdict::conditional),
          fmt::format("Exactly so in real numbers. Rows rounded correctly to a format are off it: "
                      "at d = 128, offset 1, every position below 4096, by up to {}.",
                      list),
          "Identities.ProductsDependOnTheOffsetButForRounding"};
}

Statement only_products() {
  const TrueRows truth(Sinusoidal{.dim = 128});
  const ClaimInterval product = truth.kernel(1), distance = truth.squared_distance(1);
  const ClaimInterval far = truth.squared_distance(64);
  const bool distinguished = !differ(distance, 128 - 2 * product) && less(distance, far);
  return {"only-products-tell",
          "PE(m) and PE(n) do not look alike where m and n are close; the dot product alone tells "
          "the distance",
          shown(distinguished, StatementVerdict::refuted),
          fmt::format("The distance of rows says what the product says: |PE(m) − PE(n)|² = d − "
                      "2·PE(m)·PE(n). At d = 128 the rows of 0 and 1 have the cosine similarity {} "
                      "and the squared distance {}; those of 0 and 64 have {}.",
                      text(product / 64), text(distance), text(far)),
          "Identities.DistancesSayWhatProductsSay"};
}

Statement degrees() {
  const ClaimInterval wrong = sin(ClaimInterval(180 / enclose_pi<ClaimInterval>()));
  const ClaimInterval right = sin(ClaimInterval(1));
  const TrueRows truth(Sinusoidal{.dim = 8});
  bool circle =
      !differ(wrong * wrong + pow(cos(ClaimInterval(180 / enclose_pi<ClaimInterval>())), 2),
              ClaimInterval(1));
  return {"degrees", "Angles given in degrees make wrong patterns, and silently",
          shown(differ(wrong, right) && circle && less(wrong, ClaimInterval(1)),
                StatementVerdict::proved),
          fmt::format("sin of 1 rad is {}; of its 57.3 degrees, taken for radians, {}. Nothing in "
                      "the table shows it: every pair still has length 1.",
                      text(right), text(wrong)),
          "Identities.DegreesAndOtherStartsGoUnnoticed"};
}

Statement from_one() {
  const TrueRows zero(Sinusoidal{.dim = 128}), one(Sinusoidal{.dim = 128, .origin = 1});
  bool moved = true;
  for (int pair = 0; pair < zero.pairs(); ++pair)
    moved = moved && differ(one.entry(0, 2 * static_cast<std::size_t>(pair)), ClaimInterval(0));
  const bool same = !differ(dot(one.row(3), one.row(7)), zero.kernel(4));
  return {"positions-from-one", "Positions started at 1 shift all phases",
          shown(moved && same, StatementVerdict::proved),
          fmt::format("Every pair by its own ω_i, from {} in pair 0 of d = 128 to {} in pair 63. "
                      "Products and distances of rows stay as they are.",
                      text(zero.frequency(0)), text(zero.frequency(63))),
          "Identities.DegreesAndOtherStartsGoUnnoticed"};
}

}  // namespace

std::vector<Settle> claims_of_identities() {
  return {offset_alone,
          [] { return shift("shift-matrix-cos-first", "[[cos, −sin], [sin, cos]]", 1); },
          [] { return shift("shift-matrix-sin-cos", "[[cos, sin], [−sin, cos]]", -1); },
          derivative,
          only_products,
          degrees,
          from_one};
}

}  // namespace sextant
