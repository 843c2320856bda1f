#pragma once

#include <string>

#include "sextant/verify/observation/parameters.hpp"

namespace sextant::verify {

/// The name of a fault with its known parameters.
struct Cause {
  std::string fault;
  Parameters parameters = {};
};

}  // namespace sextant::verify
