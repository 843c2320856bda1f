#pragma once

#include <string>

#include "sextant/verify/observation/parameters.hpp"

namespace sextant::verify {

/// The name of a fault with its known parameters.
struct Cause {
  std::string fault;
  Parameters parameters = {};

  bool operator==(const Cause&) const = default;
};

}  // namespace sextant::verify
