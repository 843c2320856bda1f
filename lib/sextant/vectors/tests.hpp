#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sextant/vectors/places.hpp"
#include "sextant/verify/diagnosis/parameters.hpp"

namespace sextant::vectors {

/// How far a value may be off, in hexadecimal, computed in each format; empty: nothing is granted.
struct MarginText {
  std::string in_float32, in_float64;
};

/// What a program makes at a place that is not right.
struct Wrong {
  std::string flag;
  std::string_view result;  ///< invalid or acceptable
  std::string value;
  std::vector<std::string> formats = {};  ///< in which it is so; empty: in all of them
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
