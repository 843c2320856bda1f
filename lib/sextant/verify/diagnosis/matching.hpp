#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

namespace sextant::verify {

/// How badly a thing fits a place, in squares of tolerances: below 1 where it does, `kNever` where
/// it does not, and `kUnknown` where nothing is said of it.
using Misfit = std::function<double(std::size_t thing, std::size_t place)>;
inline constexpr double kNever = std::numeric_limits<double>::infinity();
inline constexpr double kUnknown = 1;

/// The place of every thing, each place taken once: things that fit where they are stay, unless
/// another place fits much better; of the others those that fit best come first, and each takes the
/// best that is left, or one that another gives up for its next.  Nothing where that is no
/// bijection.                                                                  verdict.md, (26)
std::optional<std::vector<std::size_t>> matching(std::size_t count, const Misfit& misfit);

}  // namespace sextant::verify
