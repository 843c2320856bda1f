#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sextant/encoding/encoding.hpp"
#include "sextant/number/format.hpp"
#include "sextant/proof/lattice/near.hpp"

namespace sextant::tool {

/// The parameters of a theorem, except its encoding.
struct TheoremRange {
  proof::Range offsets;
  Format format = {};
  std::size_t count = 8;
};

/// The parameters that a theorem needs.
enum class Needs : unsigned char { nothing, positions, rows_in_format, bits };

struct TheoremKind {
  std::string name;
  std::string about;
  Needs needs = Needs::nothing;
  std::function<proof::Theorem(const Encoding&, const TheoremRange&)> prove;
};

/// Every theorem, in the order that help shows.
const std::vector<TheoremKind>& theorem_kinds();
/// The theorem with this name.  Throws Error if there is none.
const TheoremKind& theorem_kind(const std::string& name);
bool is_theorem(const std::string& name);

}  // namespace sextant::tool
