#pragma once

#include <string>

#include "sextant/verify/observation/parameters.hpp"

namespace sextant::verify {

/// A fault by its name, and what is known of it.
struct Cause {
  std::string fault;
  Parameters parameters = {};
};

}  // namespace sextant::verify
