#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace sextant::bench {

/// Rounds float32 to a 16-bit format; `count` is a multiple of 8.
using Narrowing = void (*)(const float* from, std::size_t count, std::uint16_t* to);

/// By format: those that this machine has instructions for.
std::vector<std::pair<std::string, Narrowing>> narrowings();

}  // namespace sextant::bench
