#pragma once

#include "sextant/encoding/real/error.hpp"

namespace sextant::exact {

/// A value too near to a rounding boundary for the oracle to decide the nearest number.
class Undecided : public Error {
 public:
  using Error::Error;
};

}  // namespace sextant::exact
