#pragma once

#include <string_view>

#include "recipe/subject/subject.hpp"

namespace sextant::recipe {

/// A term of a recipe's bound that is never the largest, or never reached, and the reason.  An
/// unnecessary exemption fails.
struct Exemption {
  enum Kind { never_leads, never_reached };
  std::string_view recipe, type, term;  ///< type: of either hardware arithmetic, or "either"
  Kind what;
  std::string_view reason;
};

bool exempt(const Subjects& subjects, std::string_view term, Exemption::Kind what);

}  // namespace sextant::recipe
