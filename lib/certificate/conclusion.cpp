#include "certificate/conclusion.hpp"

#include <algorithm>
#include <set>

#include "certificate/arithmetic/error.hpp"
#include "certificate/search/rows.hpp"
#include "certificate/statement/ledger.hpp"

namespace sextant::certificate {
namespace {

std::string distance_at(const Integer& k, const Distance& distance) {
  return "D(" + k.text() + ") = " + (distance.vanishes(k) ? "0" : distance.at(k, 256).text());
}

/// Throws Refused unless an offset that a certificate singles out is on its list, with its
/// distance.
void confirm_listed(const Offset& one, const Near& near, const Distance& distance,
                    const std::string& key) {
  const bool listed = std::any_of(near.found.begin(), near.found.end(),
                                  [&](const Offset& o) { return o.offset == one.offset; });
  if (!listed) throw Refused(key + ": offset " + one.offset.text() + " is not in near.found");
  confirm_interval(one, distance);
}

std::string unique(const Certificate& c, const Distance& distance) {
  const Integer& least = c.minimum->offset;
  confirm_listed(*c.minimum, c.near, distance, "minimum");
  if (c.holds == distance.vanishes(least))
    throw Refused(distance_at(least, distance) + ", which is not what the outcome says");
  if (c.holds && distance.beside(least, Fraction()) != Side::above)
    throw Refused("D(" + least.text() + ") is not certainly above 0");
  for (const Offset& one : c.near.found) {
    // If D is 0, the least such offset is meant.
    if (one.offset == least || (!c.holds && one.offset > least)) continue;
    if (distance.beside(one.offset, least) != Side::above)
      throw Refused("D(" + one.offset.text() + ") is not certainly larger than D(" + least.text() +
                    "), the minimum stated");
  }
  return (c.holds ? "the nearest is " : "two rows are equal: ") + distance_at(least, distance);
}

std::string neighbours(const Certificate& c, const Distance& distance) {
  const auto& found = c.near.found;
  if (found.empty() || found.front().offset != Integer(1))
    throw Refused("near.found lacks offset 1: D(1) is beyond the threshold");
  if (c.holds) {
    if (found.size() > 1)
      throw Refused("it holds, and offset " + found[1].offset.text() +
                    " is within the threshold too");
    return "no offset is as near as 1, " + distance_at(Integer(1), distance);
  }
  const Integer& rival = c.rival->offset;
  confirm_listed(*c.rival, c.near, distance, "rival");
  if (rival == Integer(1) || distance.beside(rival, Integer(1)) != Side::below)
    throw Refused("rival: D(" + rival.text() + ") is not certainly smaller than D(1)");
  for (const Offset& one : found)
    if (one.offset > Integer(1) && one.offset < rival &&
        distance.beside(one.offset, Integer(1)) != Side::above)
      throw Refused("rival: D(" + one.offset.text() +
                    ") is not certainly larger than D(1), and comes before");
  return "the first offset nearer than 1 has " + distance_at(rival, distance) + ", " +
         distance_at(Integer(1), distance);
}

std::string near_collisions(const Certificate& c, const Distance& distance) {
  if (!c.holds) throw Refused("a list of near-collisions has the outcome 'holds'");
  std::set<Integer> named;
  for (const Offset& one : c.closest) {
    confirm_listed(one, c.near, distance, "closest");
    if (!named.insert(one.offset).second)
      throw Refused("closest: offset " + one.offset.text() + " comes twice");
  }
  for (std::size_t k = 1; k < c.closest.size(); ++k)
    if (distance.beside(c.closest[k - 1].offset, c.closest[k].offset) != Side::below)
      throw Refused("closest: D does not certainly ascend at offset " + c.closest[k].offset.text());
  const Integer& farthest = c.closest.back().offset;
  for (const Offset& one : c.near.found)
    if (!named.contains(one.offset) && distance.beside(one.offset, farthest) != Side::above)
      throw Refused("closest: lacks offset " + one.offset.text());
  return "the " + std::to_string(c.closest.size()) + " nearest, from " +
         distance_at(c.closest.front().offset, distance) + " to " + distance_at(farthest, distance);
}

std::string distinct_rows(const Certificate& c, Turns& turns) {
  const std::uint64_t pairs = confirm_rows(c, turns);
  const Rows& rows = *c.rows;
  const std::string compared = " (" + std::to_string(pairs) + " pairs of rows compared)";
  if (!rows.collision)
    return "rows " + rows.first.text() + " to " + rows.last.text() + " differ in " + rows.format +
           compared;
  return "rows " + rows.collision->earlier.text() + " and " + rows.collision->later.text() +
         " are the first that are alike in " + rows.format + compared;
}

}  // namespace

std::string conclude(const Certificate& c, Turns& turns, const Distance& distance) {
  switch (c.theorem) {
    case Theorem::uniqueness:
      return unique(c, distance);
    case Theorem::neighbours:
      return neighbours(c, distance);
    case Theorem::near_collisions:
      return near_collisions(c, distance);
    case Theorem::distinct_rows:
      break;
  }
  return distinct_rows(c, turns);
}

}  // namespace sextant::certificate
