#pragma once

#include <cstdint>
#include <ostream>

#include "draw/gen.hpp"
#include "sextant/number/number.hpp"

namespace sextant {

/// Prints values in counterexamples.
std::ostream& operator<<(std::ostream& out, const Format& f);
std::ostream& operator<<(std::ostream& out, const Number& n);

/// Generators of the values that properties try.
namespace draw {

/// The number of `bits` bits whose leading bit is followed by bits of `raw`.
std::uint64_t of_width(int bits, std::uint64_t raw);

/// Log-uniform integers: of k bits, k uniform in 0 … `bits`.  Shrinks towards 0.
Gen<std::uint64_t> log_uniform(int bits);

/// Rationals a/b with log-uniform a and b; a has 0 … `bits` bits.
Gen<Rational> rationals(int bits = 20);

}  // namespace draw
}  // namespace sextant
