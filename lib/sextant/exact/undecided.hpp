#pragma once

#include "sextant/encoding/real/error.hpp"

namespace sextant::exact {

/// A value too near to a rounding boundary for the oracle to tell the number nearest to it.
class Undecided : public Error {
 public:
  using Error::Error;
};

}  // namespace sextant::exact
