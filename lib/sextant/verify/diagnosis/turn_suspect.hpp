#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "sextant/encoding/wave/rotated_columns.hpp"
#include "sextant/verify/diagnosis/suspect.hpp"

namespace sextant::verify {

/// A fault that predicts turned vectors: tables of a suspect, and what is done with them.
struct TurnSuspect {
  Suspect tables;
  std::vector<RotatedColumn> columns;
  bool twice = false;
  std::optional<std::size_t> axis = std::nullopt;  ///< along which the program counts, if another
  Positions counted = {};                          ///< what it counts there
};

/// Vectors rotated as claimed, with no fault yet.
inline TurnSuspect as_rotated(const Claim& claim, std::size_t columns, std::string fault = {},
                              Parameters parameters = {}) {
  return {.tables = as_claimed(claim, std::move(fault), std::move(parameters)),
          .columns = rotated_columns(std::get<Rotary>(claim.encoding), columns)};
}

}  // namespace sextant::verify
