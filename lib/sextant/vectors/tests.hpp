#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sextant/vectors/places.hpp"
#include "sextant/verify/observation/parameters.hpp"

namespace sextant::vectors {

/// The allowed error of a value, in hexadecimal, for each compute format; empty: none allowed.
struct MarginText {
  std::string in_float32, in_float64;
};

/// A wrong value that a program computes at a place.
struct Wrong {
  std::string flag;
  std::string_view result;  ///< invalid or acceptable
  std::string value;
  std::vector<std::string> formats = {};  ///< formats in which that is so; empty: all
  std::optional<MarginText> margin = std::nullopt;
  verify::Parameters parameters = {};
};

/// An entry and its true value: a member of `tests` in reports/schema/vectors.schema.json.
struct Test {
  std::size_t id = 0;
  std::string comment, position;
  std::size_t channel = 0;
  std::string value;
  MarginText margin;
  std::vector<std::string> flags;
  std::vector<Wrong> wrong;
};

/// The tests of a subject, numbered from `first` on.
std::vector<Test> tests(const Subject& subject, std::uint64_t searched, std::size_t first);

}  // namespace sextant::vectors
