#include "tool/prove/prove_theorem.hpp"

#include <variant>

#include "sextant/encoding/real/error.hpp"
#include "sextant/proof/identity/identities.hpp"
#include "sextant/proof/lattice/uniqueness.hpp"
#include "sextant/proof/rows/distinct_rows.hpp"
#include "sextant/proof/rows/sixteen_bit.hpp"

namespace sextant::tool {
namespace {

proof::Theorem sixteen_bit(const Encoding& encoding, const TheoremRange& range) {
  const auto* plain = std::get_if<Sinusoidal>(&encoding);
  if (plain == nullptr) throw Error("sixteen-bit is about sinusoidal tables");
  proof::SixteenBitRange all;
  all.base = plain->base;
  all.largest_dim = plain->dim;
  all.rows = static_cast<std::uint64_t>(range.offsets.last) + 1;
  Sinusoidal meant;
  meant.base = plain->base;
  meant.dim = plain->dim;
  if (*plain != meant) throw Error("sixteen-bit takes --base and --dim alone");
  return proof::sixteen_bit(all, range.offsets.progress);
}

}  // namespace

proof::Theorem prove_theorem(const TheoremKind& kind, const Encoding& encoding,
                             const TheoremRange& range) {
  const proof::Range& offsets = range.offsets;
  if (kind.name == "uniqueness") return proof::uniqueness(encoding, offsets);
  if (kind.name == "neighbours") return proof::neighbours(encoding, offsets);
  if (kind.name == "near-collisions") return proof::near_collisions(encoding, offsets, range.count);
  if (kind.name == "distinct-rows") return proof::distinct_rows(encoding, range.format, offsets);
  if (kind.name == "sixteen-bit") return sixteen_bit(encoding, range);
  for (const proof::Identity& identity : proof::identities())
    if (identity.name == kind.name) return proof::prove(identity);
  throw Error("there is no theorem '" + kind.name + "'");
}

}  // namespace sextant::tool
