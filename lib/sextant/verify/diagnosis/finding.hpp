#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sextant/verify/candidate/cause.hpp"
#include "sextant/verify/diagnosis/drift.hpp"
#include "sextant/verify/observation/parameters.hpp"

namespace sextant::verify {

/// What a candidate leaves of a table that it does not prove, over some of its rows.
struct Residual {
  double absolute = 0, ulps = 0;  ///< the largest
  double median = 0;              ///< of the absolute ones
  Position position = 0;          ///< of the largest absolute one
  std::size_t channel = 0;
  double accounts_for = 0;  ///< fraction of the entries within the tolerance of the candidate
};

/// A fault that reproduces the table, or a mistake seen in it; or, where a residual is left, a
/// likely one.
struct Finding {
  std::string fault;
  Parameters parameters = {};
  double match = 0;                           ///< fraction of the entries reproduced bit for bit
  std::optional<Drift> drift = std::nullopt;  ///< what it does to phases, with those before it
  std::optional<Residual> residual = std::nullopt;  ///< nullopt: it is proved
  std::vector<Cause> equals = {};  ///< other faults, each of which explains the table as well
};

}  // namespace sextant::verify
