#include <vector>

#include "sextant/encoding/real/error.hpp"
#include "sextant/verify/candidate/candidate_filter.hpp"
#include "sextant/verify/candidate/rotation_candidates.hpp"
#include "sextant/verify/rotated.hpp"
#include "sextant/verify/rows/index_ranges.hpp"

namespace sextant::verify {
namespace {

/// Whether some vectors can match the claim, by the prefilter.
bool as_meant(const RotatedSource& source, const Claim& claim) {
  const Source rows = implied_rows(source, as_claimed(source, claim));
  return CandidateFilter(rows).admits(as_claimed(claim, ""), false);
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
  RotatedAxis result{fits(usual) ? usual : others[0], !fits(usual)};
  for (const auto seen : {as_meant, turn_alike}) {
    const auto look = [&](std::size_t axis) {
      return seen(along(source, axis, positions_along(question, shape[axis])), claim);
    };
    if (fits(usual) && look(usual)) return {usual};
    for (const std::size_t axis : others) {
      if (!look(axis)) continue;
      if (!fits(usual) || shape[axis] > shape[usual]) return {axis, true};
      if (!result.instead) result.instead = axis;
    }
  }
  return result;
}

std::optional<std::size_t> axis_given(const Question& question, const NpyVectors& vectors) {
  if (!question.axis) return std::nullopt;
  const auto axes = static_cast<int>(vectors.shape.size());
  const int axis = *question.axis < 0 ? *question.axis + axes : *question.axis;
  if (axis < 0 || axis >= axes - 1) {
    throw Error(vectors.table.name() + ": axis " + std::to_string(*question.axis) +
                " is no axis of positions in shape " + shape_text(vectors.shape) +
                ", whose last axis has the channels");
  }
  return static_cast<std::size_t>(axis);
}

Positions positions_along(const Question& question, std::uint64_t length) {
  if (question.positions) return as_range(*question.positions);
  return positions(question.rows, length, question.first);
}

}  // namespace sextant::verify
