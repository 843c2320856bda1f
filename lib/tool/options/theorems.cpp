#include "tool/options/theorems.hpp"

#include <algorithm>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/spelling.hpp"
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

std::vector<TheoremKind> kinds() {
  std::vector<TheoremKind> all{
      {"uniqueness", "the least distance of two rows, and the offset that has it", Needs::positions,
       [](const Encoding& e, const TheoremRange& r) { return proof::uniqueness(e, r.offsets); }},
      {"neighbours", "the closest pair of rows is a neighbouring pair", Needs::positions,
       [](const Encoding& e, const TheoremRange& r) { return proof::neighbours(e, r.offsets); }},
      {"near-collisions", "the offsets of least distance", Needs::positions,
       [](const Encoding& e, const TheoremRange& r) {
         return proof::near_collisions(e, r.offsets, r.count);
       }},
      {"distinct-rows", "rows rounded to a format are distinct", Needs::rows_in_format,
       [](const Encoding& e, const TheoremRange& r) {
         return proof::distinct_rows(e, r.format, r.offsets);
       }},
      {"sixteen-bit",
       "no entry of a float16 or bfloat16 table of even dim up to --dim exceeds 1; and which "
       "rows repeat",
       Needs::bits, sixteen_bit}};
  for (const proof::Identity& identity : proof::identities())
    all.push_back(
        {identity.name, identity.statement, Needs::nothing,
         [&identity](const Encoding&, const TheoremRange&) { return proof::prove(identity); }});
  return all;
}

}  // namespace

const std::vector<TheoremKind>& theorem_kinds() {
  static const std::vector<TheoremKind> all = kinds();
  return all;
}

bool is_theorem(const std::string& name) {
  return std::any_of(theorem_kinds().begin(), theorem_kinds().end(),
                     [&](const TheoremKind& k) { return k.name == name; });
}

const TheoremKind& theorem_kind(const std::string& name) {
  for (const TheoremKind& kind : theorem_kinds())
    if (kind.name == name) return kind;
  std::string names;
  std::vector<std::string_view> known;
  for (const TheoremKind& kind : theorem_kinds()) {
    names += (names.empty() ? "" : ", ") + kind.name;
    known.push_back(kind.name);
  }
  const std::string meant = did_you_mean(name, known);
  throw Error("there is no theorem '" + name + "'" + (meant.empty() ? ": " + names : meant));
}

}  // namespace sextant::tool
