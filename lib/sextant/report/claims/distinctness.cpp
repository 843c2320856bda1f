#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "sextant/report/claims/alike_rows.hpp"
#include "sextant/report/claims/true_rows.hpp"

namespace sextant {
namespace {

std::string listed(const std::vector<std::string>& parts) {
  std::string list;
  for (const std::string& part : parts) list += (list.empty() ? "" : ", ") + part;
  return list;
}

/// The first equal rows in a format, by width.
std::string of_format(const Format& format, const StepCallback& step, bool& found) {
  std::vector<std::string> alike, apart;
  for (const int dim : {2, 4, 6, 8}) {
    step();
    if (const auto rows = first_alike(dim, format)) {
      alike.push_back(
          fmt::format("{} and {} at d = {}", to_text(rows->earlier), to_text(rows->later), dim));
      found = true;
    } else {
      apart.push_back(std::to_string(dim));
    }
  }
  std::string text = format.name() + ": ";
  if (!alike.empty()) text += listed(alike);
  if (!alike.empty() && !apart.empty()) text += "; ";
  if (!apart.empty()) text += "no two at d = " + listed(apart);
  return text;
}

Statement unique(const StepCallback& step) {
  bool found = false;
  std::string list;
  for (const Format& format : {kBfloat16, kFloat16, kFloat32})
    list += (list.empty() ? "" : ". ") + of_format(format, step, found);
  step();
  const bool nearest = neighbours_are_nearest(128);
  return {"rows-unique", "Every position has its own vector; no two are alike",
          shown(found && nearest, StatementVerdict::conditional),
          fmt::format("Of real numbers, always: a whole number of steps is no whole number of "
                      "turns. The first of the correctly rounded rows below 2^{} that are the "
                      "same, in {}. At d = 128 neighbours are nearest of all offsets below 2^{}, "
                      "|PE(p) − PE(p + 1)|² "
                      "= {}, so that no format hides one. Further out: sextant prove neighbours.",
                      kAlikeBits, list, kAlikeBits,
                      text(TrueRows(Sinusoidal{.dim = 128}).squared_distance(1))),
          "AlikeRows.AreTheFirstThatAre"};
}

/// Bounds of a distance of rows, and the rows.
struct Least {
  ClaimInterval distance;
  Position p = 0, q = 0;
};

/// The least of a distance over all pairs of the first rows.
template <class Distance>
Least least(const TrueRows& truth, Position rows, const Distance& distance) {
  std::vector<std::vector<ClaimInterval>> all;
  for (Position p = 0; p < rows; ++p) all.push_back(truth.row(p));
  Least result{ClaimInterval(truth.chart().width() * 2), 0, 0};
  for (std::size_t q = 1; q < all.size(); ++q) {
    for (std::size_t p = 0; p < q; ++p) {
      const ClaimInterval found = distance(all[p], all[q], result.distance);
      if (less(found, result.distance))
        result = {found, static_cast<Position>(p), static_cast<Position>(q)};
    }
  }
  return result;
}

/// Stops if it exceeds `enough`.
ClaimInterval largest_difference(const std::vector<ClaimInterval>& x,
                                 const std::vector<ClaimInterval>& y, const ClaimInterval& enough) {
  ClaimInterval most(0);
  for (std::size_t j = 0; j < x.size() && !less(enough, most); ++j) {
    const ClaimInterval apart = abs(ClaimInterval(x[j] - y[j]));
    if (less(most, apart)) most = apart;
  }
  return most;
}

ClaimInterval sum_of_differences(const std::vector<ClaimInterval>& x,
                                 const std::vector<ClaimInterval>& y, const ClaimInterval&) {
  ClaimInterval sum(0);
  for (std::size_t j = 0; j < x.size(); ++j) sum += abs(ClaimInterval(x[j] - y[j]));
  return sum;
}

Statement hundred_rows() {
  const Least found = least(TrueRows(Sinusoidal{.dim = 128}), 100, largest_difference);
  const ClaimInterval limit = enclose<ClaimInterval>(Rational(1, 1000000));
  return {
      "hundred-rows-apart",
      "For d = 128 and the first 100 positions, no two rows agree within 1e-6 in every channel",
      shown(less(limit, found.distance), StatementVerdict::proved),
      fmt::format("All 4950 pairs, enclosed. The two rows whose largest difference is least are "
                  "{} and {}, and it is {}.",
                  to_text(found.p), to_text(found.q), text(found.distance)),
      "Distinctness.OfTheFirstRowsIsAsComputedWithArbFull"};
}

Statement five_rows() {
  const Least found = least(TrueRows(Sinusoidal{.dim = 512}), 5, sum_of_differences);
  return {"five-rows-apart",
          "For d = 512 any two of the first five rows differ by more than 0.1 in the sum of "
          "absolute differences",
          shown(less(enclose<ClaimInterval>(Rational(1, 10)), found.distance),
                StatementVerdict::proved),
          fmt::format("By {} at least, rows {} and {}.", text(found.distance), to_text(found.p),
                      to_text(found.q)),
          "Distinctness.OfTheFirstRowsIsAsComputedWithArbFull"};
}

/// The first offset k whose kernel is below that of k + 1.
Position first_rise(const TrueRows& truth) {
  ClaimInterval last = truth.kernel(0);
  for (Position k = 1;; ++k) {
    const ClaimInterval next = truth.kernel(k);
    if (!less(next, last)) return less(last, next) ? k - 1 : -1;
    last = next;
  }
}

Statement similarity_falls() {
  std::string list;
  bool found = true;
  for (const int dim : {2, 8, 32, 128, 512}) {
    const TrueRows truth(Sinusoidal{.dim = dim});
    const Position k = first_rise(truth);
    found = found && k > 0;
    list += fmt::format("{}d = {}: to offset {}, where it is {}, and at {} it is {}",
                        list.empty() ? "" : "; ", dim, to_text(k),
                        text(truth.kernel(k) / truth.pairs(), 6), to_text(k + 1),
                        text(truth.kernel(k + 1) / truth.pairs(), 6));
  }
  return {"similarity-falls",
          "Neighbouring positions have similar vectors, and similarity falls with distance",
          shown(found, StatementVerdict::conditional),
          fmt::format("Over small offsets alone does the cosine similarity fall with every step: "
                      "{}. From there on it rises and falls.",
                      list),
          "Distinctness.SimilarityFallsAsFarAsItIsSaidFull"};
}

}  // namespace

std::vector<Settle> claims_of_distinctness() {
  return {unique, hundred_rows, five_rows, similarity_falls};
}

}  // namespace sextant
