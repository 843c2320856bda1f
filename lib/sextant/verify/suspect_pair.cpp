#include "sextant/verify/suspect_pair.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "sextant/exact/evaluate.hpp"
#include "sextant/recipe/other_sines.hpp"
#include "sextant/verify/approximate.hpp"
#include "sextant/verify/estimate.hpp"
#include "sextant/verify/position_json.hpp"
#include "sextant/verify/suspect_positions.hpp"

namespace sextant::verify {
namespace {

/// Whether it is another base in a context: of these there are many.
bool scaled_base(const Suspect& s) {
  return s.fault == "wrong-base" && s.truth.waves.context.scaling != Scaling::none;
}

/// Whether other faults may follow: a recipe that is at fault is the last, and of frequencies that
/// were never written nothing is left.  Of bases in a context those in use.
bool goes_on(const Suspect& s) {
  const bool counted = s.fault != "position-offset" || s.shift != 0;  // either way of adding does
  if (!s.recipe.empty() || s.last || s.besides || s.fault == "uninitialised" || !counted)
    return false;
  if (!scaled_base(s)) return true;
  const auto used = bases_in_use();
  return std::find(used.begin(), used.end(), s.truth.waves.ladder.base) != used.end();
}

/// Those that cost least to follow first: columns in other places; bases in a context last.
std::vector<const Suspect*> ordered(const std::vector<Suspect>& alone) {
  std::vector<const Suspect*> order;
  for (const Suspect& s : alone) {
    if (goes_on(s)) order.push_back(&s);
  }
  const auto rest = std::stable_partition(order.begin(), order.end(), [](const Suspect* s) {
    return s->fault == "layout" || s->fault == "sin-cos-swapped" || s->fault == "columns-permuted";
  });
  std::stable_partition(rest, order.end(), [](const Suspect* s) { return !scaled_base(*s); });
  return order;
}

/// The claim as a fault changes it.
Claim changed(const Claim& claim, const Suspect& by) {
  const Chart& chart = by.given == Given::no ? by.program : by.truth;
  return {by.encoding.value_or(claim.encoding), claim.part, exact::settled(chart), by.chain};
}

/// No longer context has been heard of, and of the numbers of far positions anything is true.
constexpr Position kFarthest = Position{1} << 24;

/// Rows that are reversed and moved are rows whose angles have the other sign, moved otherwise: the
/// one that is moved less is meant, by what is added to its positions before they are reversed.
/// Of cosines the sign says nothing, and rows that are not reversed at all are moved less.
bool settled(const Positions& rows, const Claim& claim, const Suspect& first, Suspect& second) {
  if (second.fault != "position-offset") return true;
  const Position offset = second.shift != 0
                              ? second.shift
                              : to_position(second.truth.waves.origin - first.truth.waves.origin);
  const auto size = [](Position p) { return p < 0 ? -p : p; };
  if (size(offset) > kFarthest * static_cast<Position>(claim.chart.waves.parts)) return false;
  if (first.fault != "rows-reversed") return true;
  const Position both = rows[0] + rows[rows.count - 1];
  if (size(offset - both) < size(offset)) return false;
  second.parameters["offset"] = position_json(-offset, claim.chart.waves.parts);
  return true;
}

/// Whether what was changed has been changed back, by rounding or by another order of columns: what
/// is as claimed is no fault's.  Other functions and signs are quarters of a turn, as a phase is.
bool undone(const Claim& claim, const Suspect& first, const Suspect& second) {
  const bool turned = first.fault == "sign" || first.fault == "sin-cos-swapped";
  if (second.fault == "phase" && turned) return true;
  if (second.fault == "columns-permuted") return second.truth.channels == claim.chart.channels;
  return second.fault == "frequency-rounded" && nearly_equal(second.truth.waves, claim.chart.waves);
}

/// A suspect of a changed claim with the fault that changed it.
Suspect both(const Suspect& first, Suspect second) {
  second.besides = {first.fault, first.parameters};
  second.before = first.shift;
  if (first.given == Given::no || second.given == Given::exactly) return second;
  const bool same = second.truth.waves.frequencies == first.truth.waves.frequencies;
  second.given = same ? first.given : Given::nearly;
  return second;
}

}  // namespace

void for_each_pair(const Source& source, const Claim& claim, const std::vector<Suspect>& alone,
                   const std::function<bool(const std::shared_ptr<Trial>&, Suspect)>& visit) {
  const auto here = std::make_shared<Trial>(source);
  for (const Suspect* one : ordered(alone)) {
    const Suspect& first = *one;
    auto trial = here;
    if (first.shift != 0 || first.moved) {
      const auto placed =
          first.moved ? rounded(source.positions, first) : shifted(source.positions, first.shift);
      auto moved = at(source, placed);
      if (!moved) continue;
      trial = std::make_shared<Trial>(*std::move(moved));
    }
    const Claim other = changed(claim, first);
    for (Suspect& second : suspects(trial->source(), other, Search::among_others)) {
      // Whatever is near to frequencies that are given, an unsound recipe's bound grants as well.
      const bool runs = !second.recipe.empty() && recipe::entry(second.recipe).sequential;
      const bool sines = recipe::trigonometry(second.recipe) != recipe::Trigonometry::library;
      const bool loose = second.within_bound && !runs && !sines && first.given != Given::no;
      if (second.fault == first.fault || second.besides || loose || undone(claim, first, second) ||
          !settled(source.positions, claim, first, second))
        continue;
      if (visit(trial, both(first, std::move(second)))) return;
    }
  }
}

}  // namespace sextant::verify
