#include "sextant/encoding/wave/nope.hpp"

#include <string>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/wave/sinusoidal.hpp"

namespace sextant {

Chart chart(const Nope& e) {
  if (e.dim < 1 || e.dim > kLargestDim) {
    throw Error("dim " + std::to_string(e.dim) + " is not in 1 ... " + std::to_string(kLargestDim));
  }
  Chart result;
  result.channels.resize(static_cast<std::size_t>(e.dim));
  return result;
}

}  // namespace sextant
