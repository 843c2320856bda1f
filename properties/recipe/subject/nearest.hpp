#pragma once

#include <string>

namespace sextant::recipe {

/// What was tried, and how near an error came to its bound.
struct Nearest {
  double ratio = 0;
  int tried = 0, unpromised = 0, inside = 0;
  std::string witness;

  void see(double candidate, const std::string& where) {
    if (candidate > ratio) ratio = candidate, witness = where;
  }
};

}  // namespace sextant::recipe
