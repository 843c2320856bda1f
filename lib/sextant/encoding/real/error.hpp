#pragma once

#include <stdexcept>
#include <string>

namespace sextant {

/// Invalid or unsupported input.  The message is one line: what is wrong, where, and what to do.
/// The tool then exits with status 2.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace sextant
