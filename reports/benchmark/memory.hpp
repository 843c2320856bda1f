#pragma once

#include <cstddef>

namespace sextant::bench {

/// One piece of memory for everybody, enough for 131072 × 512 numbers of float64, touched when the
/// first one asks for it.  In pages of the usual size, unless the program asked for huge ones.
std::byte* memory();
void ask_for_huge_pages();

}  // namespace sextant::bench
