#pragma once

#include <string>

namespace sextant::recipe {

/// The largest ratio of an error to its bound, its place, and the numbers of places tried.
struct Nearest {
  double ratio = 0;
  int tried = 0, unpromised = 0, inside = 0;
  std::string witness;

  void see(double candidate, const std::string& where) {
    if (candidate > ratio) ratio = candidate, witness = where;
  }
};

}  // namespace sextant::recipe
