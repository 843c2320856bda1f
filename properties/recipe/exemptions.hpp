#pragma once

#include <string_view>

#include "recipe/subject/subject.hpp"

namespace sextant::recipe {

/// What a term of a recipe's bound does not do, and why.  An entry that is not needed fails.
struct Exemption {
  enum Kind { never_leads, never_reached };
  std::string_view recipe, type, term;  ///< type: of either hardware arithmetic, or "either"
  Kind what;
  std::string_view reason;
};

bool exempt(const Subjects& subjects, std::string_view term, Exemption::Kind what);

}  // namespace sextant::recipe
