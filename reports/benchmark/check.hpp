#pragma once

#include <cstddef>
#include <string>

#include "benchmark/maker.hpp"

namespace sextant::bench {

/// Has a table written, and says what is wrong with it at some hundred places by the oracle:
/// empty if nothing is.
std::string fault(const Maker& maker, Size size, const Writer& write, std::byte* at);

}  // namespace sextant::bench
