#pragma once

#include <optional>
#include <string>

#include "sextant/encoding/encoding.hpp"
#include "sextant/encoding/position/position.hpp"
#include "sextant/tensor/table.hpp"

namespace sextant::verify {

/// What a table is taken for when nobody says: the likeliest sinusoidal encoding or table of a
/// rotary one, and the first position unless that is `given`.
struct Identification {
  Encoding encoding;
  Part part = Part::table;
  Position first = 0;
  std::string words;  ///< the warning that goes with it
};
Identification identify(const Table& table, const std::optional<Positions>& positions = {},
                        std::optional<Position> given = {});

}  // namespace sextant::verify
