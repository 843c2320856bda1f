#pragma once

#include <stdexcept>
#include <string>

namespace sextant::check {

/// A certificate that cannot be read: one line that names the key and what belongs there.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A certificate that can be read and does not prove what it states: one line that says why.
class Refused : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace sextant::check
