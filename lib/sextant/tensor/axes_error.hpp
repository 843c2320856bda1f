#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "sextant/encoding/real/error.hpp"

namespace sextant {

/// Thrown for an array that has more axes than a table.
struct AxesError : Error {
  AxesError(const std::string& what, std::vector<std::uint64_t> all)
      : Error(what), axes(std::move(all)) {}
  std::vector<std::uint64_t> axes;  ///< their lengths, without those of 1
};

}  // namespace sextant
