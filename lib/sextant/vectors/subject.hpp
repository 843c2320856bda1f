#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sextant/encoding/encoding.hpp"
#include "sextant/number/format.hpp"

namespace sextant::vectors {

/// One part of an encoding, which a group of tests is about.
struct Subject {
  std::string name;  ///< as a preset is called; empty for what is none
  Encoding encoding;
  Part part = Part::table;
  Position positions = 0;  ///< how many a model takes; 0: nobody says
};

/// What there is to say of a place besides where it is.
struct TestPlace {
  Position position = 0;
  std::size_t channel = 0;
  std::string comment;
  std::vector<std::string> flags;
  std::optional<Format> tie = std::nullopt;  ///< of which the value is nearly one
};

}  // namespace sextant::vectors
