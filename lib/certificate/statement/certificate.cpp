#include "certificate/statement/certificate.hpp"

#include <algorithm>
#include <cstddef>

#include "certificate/arithmetic/error.hpp"

namespace sextant::certificate {
namespace {

constexpr std::size_t kMostPairs = std::size_t{1} << 16;
constexpr std::size_t kMostFound = std::size_t{1} << 20;
constexpr slong kOffsetBits = 4096;

Integer positive(const Node& node) {
  Integer value = node.integer();
  if (value.sign() <= 0) node.refuse("must be at least 1");
  if (value.bits() > kOffsetBits) node.refuse("must be below 2^4096");
  return value;
}

Offset read_offset(const Node& node) {
  const auto ends = node.member("distance").list(2, 2);
  return {positive(node.member("offset")), ends[0].decimal(), ends[1].decimal()};
}

Blocks read_blocks(const Node& node, std::size_t pairs) {
  Blocks blocks{node.member("top").small(0, 61), {}};
  const auto levels = static_cast<std::size_t>(blocks.top) + 1;
  for (const Node& one : node.member("starts").list(levels, levels))
    blocks.starts.push_back(one.small(0, static_cast<int>(pairs)));
  return blocks;
}

Lattice read_lattice(const Node& node, std::size_t pairs) {
  Lattice lattice{node.member("bits").small(1, 8192), positive(node.member("unit")), {}};
  for (const Node& row : node.member("basis").list(pairs + 1, pairs + 1)) {
    auto& numbers = lattice.basis.emplace_back();
    for (const Node& one : row.list(pairs + 1, pairs + 1)) {
      numbers.push_back(one.integer());
      if (numbers.back().bits() > kOffsetBits) one.refuse("must be below 2^4096 in size");
    }
  }
  return lattice;
}

Scheme read_scheme(const Node& node, std::size_t pairs) {
  const Node method = node.member("method");
  if (method.text() == "blocks") return read_blocks(node, pairs);
  if (method.text() == "lattice") return read_lattice(node, pairs);
  if (method.text() != "continued-fraction")
    method.refuse("must be blocks, lattice or continued-fraction");
  if (pairs != 1) method.refuse("continued fractions are for one pair");
  return ContinuedFraction{};
}

Near read_near(const Node& node, std::size_t pairs) {
  Near near{positive(node.member("last")), node.member("threshold").fraction(), {}, {}};
  if (near.threshold.sign() <= 0) node.member("threshold").refuse("must be above 0");
  for (const Node& one : node.member("found").list(0, kMostFound)) {
    Offset offset = read_offset(one);
    if (offset.offset > near.last) one.refuse("lies beyond near.last");
    if (!near.found.empty() && offset.offset <= near.found.back().offset)
      one.refuse("offsets must ascend");
    near.found.push_back(std::move(offset));
  }
  for (const Node& one : node.member("schemes").list(1, 3))
    near.schemes.push_back(read_scheme(one, pairs));
  return near;
}

Rows read_rows(const Node& node) {
  const Node format = node.member("format");
  Rows rows{format.text(),
            format.path(),
            node.member("first").integer(),
            node.member("last").integer(),
            read_expression(node.member("amplitude")),
            {},
            node.has("origin") ? node.member("origin").fraction() : Fraction()};
  if (node.member("scope").text() != "every row")
    node.member("scope").refuse("must be 'every row'");
  if (rows.first.bits() > kOffsetBits || rows.last.bits() > kOffsetBits)
    node.member("first").refuse("positions must be below 2^4096 in size");
  if (rows.last < rows.first) node.member("last").refuse("comes before rows.first");
  if (!node.has("collision")) return rows;
  const Node pair = node.member("collision");
  rows.collision = {pair.member("earlier").integer(), pair.member("later").integer()};
  const auto& [earlier, later] = *rows.collision;
  if (earlier < rows.first || later <= earlier || rows.last < later)
    pair.refuse("must be two rows from rows.first to rows.last, the earlier before the later");
  return rows;
}

Theorem theorem_of(const Node& node) {
  const std::string& name = node.text();
  if (name == "uniqueness") return Theorem::uniqueness;
  if (name == "neighbours") return Theorem::neighbours;
  if (name == "near-collisions") return Theorem::near_collisions;
  if (name == "distinct-rows") return Theorem::distinct_rows;
  // Only plain names are shown in a terminal.
  const bool plain = name.size() <= 40 && std::all_of(name.begin(), name.end(), [](char c) {
                       return c == '-' || (c >= 'a' && c <= 'z');
                     });
  node.refuse("no checker for " + (plain ? "'" + name + "'" : "that") +
              "; there is one for uniqueness, neighbours, near-collisions and distinct-rows");
}

bool holds(const Node& node) {
  if (node.text() == "holds") return true;
  if (node.text() != "fails") node.refuse("must be holds or fails");
  return false;
}

/// The rest of a theorem's conclusion.
void read_conclusion(Certificate& c, const Node& root) {
  if (c.theorem == Theorem::uniqueness) c.minimum = read_offset(root.member("minimum"));
  if (c.theorem == Theorem::neighbours && !c.holds) c.rival = read_offset(root.member("rival"));
  if (c.theorem == Theorem::near_collisions)
    for (const Node& one : root.member("closest").list(1, kMostFound))
      c.closest.push_back(read_offset(one));
  if (c.theorem == Theorem::distinct_rows) c.rows = read_rows(root.member("rows"));
}

}  // namespace

Certificate read_certificate(const Node& root) {
  Certificate c;
  const Node theorem = root.member("certificate");
  c.theorem = theorem_of(theorem);
  c.name = theorem.text();
  root.member("version").small(1, 1);
  c.encoding = root.member("encoding").text();
  c.holds = holds(root.member("outcome"));
  for (const Node& one : root.member("frequencies").list(1, kMostPairs))
    c.frequencies.push_back(read_expression(one));
  c.near = read_near(root.member("near"), c.frequencies.size());
  read_conclusion(c, root);
  return c;
}

}  // namespace sextant::certificate
