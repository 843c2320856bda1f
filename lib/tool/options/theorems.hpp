#pragma once

#include <string>
#include <vector>

namespace sextant::tool {

/// The parameters that a theorem needs.
enum class Needs : unsigned char { nothing, positions, rows_in_format, bits };

struct TheoremKind {
  std::string name;
  std::string about;
  Needs needs = Needs::nothing;
};

/// Every theorem, in the order that help shows: those about positions, then the identities.
const std::vector<TheoremKind>& theorem_kinds();
/// The theorem with this name.  Throws Error if there is none.
const TheoremKind& theorem_kind(const std::string& name);
bool is_theorem(const std::string& name);

}  // namespace sextant::tool
