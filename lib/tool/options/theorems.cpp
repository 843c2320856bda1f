#include "tool/options/theorems.hpp"

#include <algorithm>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/spelling.hpp"
#include "sextant/proof/identity/identities.hpp"

namespace sextant::tool {
namespace {

std::vector<TheoremKind> kinds() {
  std::vector<TheoremKind> all{
      {"uniqueness", "the least distance of two rows, and the offset that has it",
       Needs::positions},
      {"neighbours", "the closest pair of rows is a neighbouring pair", Needs::positions},
      {"near-collisions", "the offsets of least distance", Needs::positions},
      {"distinct-rows", "rows rounded to a format are distinct", Needs::rows_in_format},
      {"sixteen-bit",
       "no entry of a float16 or bfloat16 table of even dim up to --dim exceeds 1; and which "
       "rows repeat",
       Needs::bits}};
  for (const proof::Identity& identity : proof::identities())
    all.push_back({identity.name, identity.statement, Needs::nothing});
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
