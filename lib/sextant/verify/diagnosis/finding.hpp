#pragma once

#include <optional>
#include <string>

#include "sextant/verify/diagnosis/drift.hpp"
#include "sextant/verify/diagnosis/parameters.hpp"

namespace sextant::verify {

/// A fault that reproduces the table, or a mistake seen in it.
struct Finding {
  std::string fault;
  Parameters parameters = {};
  double match = 0;                           ///< fraction of the entries reproduced bit for bit
  std::optional<Drift> drift = std::nullopt;  ///< what it does to phases, with those before it
};

}  // namespace sextant::verify
