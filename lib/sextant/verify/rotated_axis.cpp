#include "sextant/verify/rotated_axis.hpp"

#include <functional>
#include <vector>

#include "sextant/verify/diagnosis/turned_look.hpp"

namespace sextant::verify {
namespace {

/// Whether vectors along an axis look rotated as claimed.
bool as_claimed_along(const TurnedLook& look, const Claim& claim, std::size_t columns) {
  return look.could_be({.tables = as_claimed(claim, ""),
                        .columns = rotated_columns(std::get<Rotary>(claim.encoding), columns)});
}

/// Whether vectors along an axis turn alike whatever their other indices, in the layout claimed or
/// in the other one.
bool alike_along(const TurnedLook& look, const Claim& claim) {
  const auto& rotary = std::get<Rotary>(claim.encoding);
  const Pairs pairs = Pairs::of(rotary.layout, static_cast<std::size_t>(rotary.dim));
  const Pairs other = other_layout(pairs);
  return look.turn_alike(pairs, pairs).value_or(false) ||
         look.turn_alike(other, other).value_or(false);
}

}  // namespace

RotatedAxis find_axis(const RotatedSource& source, const Claim& claim, const Question& question) {
  const std::vector<std::uint64_t>& shape = source.shape;
  const std::size_t usual = shape.size() - 1;
  const auto fits = [&](std::size_t axis) {
    return !question.positions || question.positions->count == shape[axis];
  };
  std::vector<std::size_t> others;
  for (std::size_t axis = usual; axis-- > 0;)
    if (shape[axis] > 1 && fits(axis)) others.push_back(axis);
  if (others.empty()) return {usual};
  if (!fits(usual) && others.size() == 1) return {others[0], true};
  const auto look = [&](std::size_t axis) {
    return TurnedLook(along(source, axis, positions_along(question, shape[axis])));
  };
  using Seen = std::function<bool(const TurnedLook&)>;
  RotatedAxis result{fits(usual) ? usual : others[0], !fits(usual)};
  for (const Seen& seen :
       {Seen([&](const TurnedLook& l) { return as_claimed_along(l, claim, source.columns); }),
        Seen([&](const TurnedLook& l) { return alike_along(l, claim); })}) {
    if (fits(usual) && seen(look(usual))) return {usual};
    for (const std::size_t axis : others) {
      if (!seen(look(axis))) continue;
      if (!fits(usual) || shape[axis] > shape[usual]) return {axis, true};
      if (!result.instead) result.instead = axis;
    }
  }
  return result;
}

}  // namespace sextant::verify
