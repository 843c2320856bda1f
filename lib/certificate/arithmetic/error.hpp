#pragma once

#include <stdexcept>
#include <string>

namespace sextant::certificate {

/// A certificate that cannot be read.  The message is one line: the key, and what it must hold.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A certificate that does not prove its statement.  The message is one line: the reason.
class Refused : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace sextant::certificate
