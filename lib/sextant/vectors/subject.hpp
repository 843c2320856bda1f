#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sextant/encoding/encoding.hpp"
#include "sextant/number/format.hpp"

namespace sextant::vectors {

/// One part of an encoding: the subject of a group of tests.
struct Subject {
  std::string name;  ///< name of its preset; empty if it is no preset
  Encoding encoding;
  Part part = Part::table;
  Position positions = 0;  ///< context length of a model; 0: unknown
};

/// A place, and why it is tested.
struct TestPlace {
  Position position = 0;
  std::size_t channel = 0;
  std::string comment;
  std::vector<std::string> flags;
  std::optional<Format> tie = std::nullopt;  ///< format for which the value is nearly a tie
};

}  // namespace sextant::vectors
