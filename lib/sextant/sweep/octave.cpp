#include "sextant/sweep/octave.hpp"

namespace sextant::sweep {

/// The rows of one octave and one sign are neighbours; position 0 is separate.
std::uint64_t end_of_octave(const Positions& at, std::uint64_t first, std::uint64_t last) {
  const auto sign = [&](std::uint64_t row) {
    return (at[row] > 0 ? 1 : 0) - (at[row] < 0 ? 1 : 0);
  };
  const auto same = [&](std::uint64_t row) {
    return octave(at[row], at.parts) == octave(at[first], at.parts) && sign(row) == sign(first);
  };
  std::uint64_t inside = first;
  while (last - inside > 1) {
    const std::uint64_t middle = inside + (last - inside) / 2;
    (same(middle) ? inside : last) = middle;
  }
  return last;
}

}  // namespace sextant::sweep
