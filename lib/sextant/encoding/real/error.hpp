#pragma once

#include <stdexcept>
#include <string>

namespace sextant {

/// Input that cannot be understood or served: one line that says what is wrong, where, and what to
/// do about it.  The command line turns it into exit status 2.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace sextant
