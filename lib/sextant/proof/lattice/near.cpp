#include "sextant/proof/lattice/near.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "sextant/encoding/real/error.hpp"
#include "sextant/proof/lattice/best_approximation.hpp"
#include "sextant/proof/lattice/blocks.hpp"
#include "sextant/proof/lattice/lattice.hpp"
#include "sextant/proof/statement/certificate.hpp"
#include "sextant/proof/statement/offsets.hpp"

namespace sextant::proof {
namespace {

using nlohmann::ordered_json;

/// Limits of the automatic choice: the pairs of a lattice, and the level of the largest blocks.
constexpr int kManyPairs = 128;
constexpr int kManyBlocks = 28;

struct Plan {
  bool blocks = false, lattice = false;
};

Plan plan(const Offsets& offsets, const Range& range) {
  if (range.last < 1) throw Error("there is no offset in the range: take 0:2 or more");
  if (range.method != Method::automatic)
    return {range.method == Method::blocks, range.method == Method::lattice};
  const int size = static_cast<int>(msb(range.last)) + 1;
  const Plan both{size <= Blocks(offsets).top() + kManyBlocks && size < 50,
                  offsets.pairs() <= kManyPairs};
  if (!both.blocks && !both.lattice)
    throw Error(std::to_string(offsets.pairs()) + " pairs and offsets to 2^" +
                std::to_string(size) +
                ": beyond what is tried unasked; take a shorter range, or "
                "--method lattice, which may take very long");
  return both;
}

std::vector<OffsetDistance> by_lattice(const Lattice& lattice, const Offsets& offsets,
                                       const Rational& threshold, const TheoremProgress& progress) {
  std::map<Integer, OffsetDistance> found;
  lattice.enumerate(
      [&](const Integer& k) {
        if (found.contains(k)) return true;
        const OffsetDistance here = near(offsets, k);
        if (here.above <= threshold)
          found.emplace(k, here);
        else if (here.below <= threshold)
          throw Error("whether D(" + k.str() + ") exceeds the threshold cannot be decided");
        return true;
      },
      progress);
  std::vector<OffsetDistance> list;
  for (const auto& [k, n] : found) list.push_back(n);
  return list;
}

/// A falling threshold: each vector nearer than the best lowers it, and the lattice is rebuilt.
OffsetDistance descend(const Offsets& offsets, const Range& range, OffsetDistance best) {
  for (bool improved = true; improved;) {
    improved = false;
    const Lattice lattice(offsets, range.last, best.above);
    const auto better = [&](const Integer& k) {
      if (k == best.offset) return true;
      const OffsetDistance here = near(offsets, k);
      if (here.below > best.above || !nearer(here, best)) return true;
      best = here;
      improved = true;
      return false;
    };
    for (const Combination& row : lattice.basis().rows)
      if (const Integer k = abs(row[0]); k > 0 && k <= range.last) better(k);
    if (!improved) lattice.enumerate(better, range.progress);
  }
  return best;
}

ordered_json scheme(const Blocks& blocks) {
  return {{"method", "blocks"}, {"top", blocks.top()}, {"starts", blocks.starts()}};
}

ordered_json scheme(const Basis& basis) {
  ordered_json rows = ordered_json::array();
  for (const Combination& row : basis.rows) {
    ordered_json texts = ordered_json::array();
    for (const Integer& n : row) texts.push_back(n.str());
    rows.push_back(std::move(texts));
  }
  return {{"method", "lattice"},
          {"bits", basis.bits},
          {"unit", basis.unit.str()},
          {"basis", std::move(rows)}};
}

void expect_equal(const std::vector<OffsetDistance>& a, const std::vector<OffsetDistance>& b) {
  const auto same = [](const OffsetDistance& x, const OffsetDistance& y) {
    return x.offset == y.offset;
  };
  if (!std::equal(a.begin(), a.end(), b.begin(), b.end(), same))
    throw std::logic_error("branch and bound finds other offsets than the lattice");
}

}  // namespace

Method read_method(std::string_view name) {
  if (name == "automatic") return Method::automatic;
  if (name == "blocks") return Method::blocks;
  if (name == "lattice") return Method::lattice;
  throw Error("there is no method '" + std::string(name) + "': automatic, blocks or lattice");
}

std::vector<OffsetDistance> near_offsets(const Offsets& offsets, const Range& range,
                                         const Rational& threshold, ordered_json& near) {
  const Plan by = plan(offsets, range);
  std::vector<OffsetDistance> found;
  ordered_json schemes = ordered_json::array();
  if (by.lattice) {
    const Lattice lattice(offsets, range.last, threshold);
    found = by_lattice(lattice, offsets, threshold, range.progress);
    schemes.push_back(scheme(lattice.basis()));
  }
  if (by.blocks) {
    const Blocks blocks(offsets);
    auto again =
        blocks.search(1, static_cast<std::uint64_t>(range.last), threshold, false, range.progress);
    if (by.lattice) expect_equal(again, found);
    found = std::move(again);
    schemes.push_back(scheme(blocks));
  }
  near = {{"last", range.last.str()},
          {"threshold", to_text(threshold)},
          {"found", to_json(found)},
          {"schemes", std::move(schemes)}};
  return found;
}

OffsetDistance nearest_offset(const Offsets& offsets, const Range& range,
                              ordered_json& certificate) {
  const Plan by = plan(offsets, range);
  OffsetDistance best = near(offsets, 1);
  if (by.lattice) {
    best = descend(offsets, range, best);
  } else {
    const auto found = Blocks(offsets).search(1, static_cast<std::uint64_t>(range.last), best.above,
                                              true, range.progress);
    best = *std::min_element(found.begin(), found.end(), nearer);
    // The search meets its own threshold: every dropped offset is farther.
    certificate = {{"last", range.last.str()},
                   {"threshold", to_text(best.above)},
                   {"found", to_json(std::vector{best})},
                   {"schemes", {scheme(Blocks(offsets))}}};
    return best;
  }
  near_offsets(offsets, range, best.above, certificate);
  if (offsets.pairs() == 1) {
    if (best_approximation(offsets.turns(0), range.last) != best.offset)
      throw std::logic_error("the continued fraction finds another offset than the lattice");
    certificate["schemes"].push_back({{"method", "continued-fraction"}});
  }
  return best;
}

std::string methods(const ordered_json& near) {
  static const std::map<std::string, std::string> names{
      {"blocks", "branch and bound over intervals of offsets"},
      {"lattice", "lattice reduction and enumeration"},
      {"continued-fraction", "continued fraction"}};
  std::string text;
  for (const ordered_json& s : near.at("schemes"))
    text += (text.empty() ? "" : ", and ") + names.at(s.at("method"));
  return text;
}

}  // namespace sextant::proof
